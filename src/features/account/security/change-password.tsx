import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isSamePassword, MIN_NEW_PASSWORD_LENGTH, passwordLengthError } from "#contract/password.ts";
import { type ChangePasswordRequest, PASSWORD_MISMATCH_MESSAGE } from "#contract/security.ts";
import { RequestError } from "#lib/request.ts";
import { fieldErrorsOf } from "#lib/use-action.ts";
import { type FormError, useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { PasswordField } from "#ui/field.tsx";
import { Lock } from "#ui/icons.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import {
  apiKeysQuery,
  calendarFeedQuery,
  changePassword,
  securityEventsQuery,
  sessionsQuery,
  signInMethodsQuery,
  webhookEndpointsQuery,
} from "../api.ts";
import { useRecentPassword } from "../password-step.tsx";
import { ProofFields } from "../proof-fields.tsx";

/** The form that sets or changes the password, which ends every other session. */
export function ChangePassword({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(signInMethodsQuery());
  const hasPassword = data?.hasPassword ?? true;
  const proof = useRecentPassword({ fallback: "Failed to update your password. Please try again." });
  const [endAccess, setEndAccess] = useState(false);
  const { isPending, errorOf, message, onSubmit } = useForm({
    read: (entry) => ({
      currentPassword: hasPassword ? entry("currentPassword") : undefined,
      newPassword: entry("newPassword"),
      confirmPassword: entry("confirmPassword"),
      endAccess,
    }),
    check: refusalOf,
    call: changePassword,
    success: {
      title: "Password updated",
      description: "Your password has been changed successfully.",
    },
    ...proof.action,
    fieldOf: (error) => {
      const code = error instanceof RequestError ? error.body?.code : null;
      if (code === "confirmation_required") return "password";
      if (code === "wrong_password") return "currentPassword";
      return fieldErrorsOf(error).newPassword ? "newPassword" : null;
    },
    isEmptiedAfterwards: true,
    onSuccess: () => {
      void queryClient.invalidateQueries(sessionsQuery());
      void queryClient.invalidateQueries(securityEventsQuery());
      if (endAccess)
        for (const query of [apiKeysQuery(), webhookEndpointsQuery(), calendarFeedQuery()])
          void queryClient.invalidateQueries({ queryKey: query.queryKey });
      void queryClient.invalidateQueries(signInMethodsQuery());
      proof.stopAsking();
      setEndAccess(false);
    },
  });

  return (
    <Card aria-labelledby="password-title">
      <CardHeader
        id="password-title"
        icon={<Lock />}
        title={hasPassword ? "Change Password" : "Set a Password"}
        description={
          hasPassword
            ? "Changing it signs you out everywhere else."
            : "You sign in without one so far. Setting it signs you out everywhere else."
        }
      />
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <PasswordField
            label="Current Password"
            name="currentPassword"
            autoComplete="current-password"
            error={errorOf("currentPassword")}
          />
        )}
        <PasswordField
          label="New Password"
          name="newPassword"
          autoComplete="new-password"
          hint={`At least ${MIN_NEW_PASSWORD_LENGTH} characters.`}
          error={errorOf("newPassword")}
        />
        <PasswordField
          label="Confirm New Password"
          name="confirmPassword"
          autoComplete="new-password"
          error={errorOf("confirmPassword")}
        />
        <Checkbox
          label="Also end passkeys, linked sign-ins, connected apps, API keys, webhooks and the calendar feed"
          hint="If someone else may have had your password."
          checked={endAccess}
          onChange={setEndAccess}
        />
        {proof.isAsked && <ProofFields error={errorOf("password")} />}
        <ActionFailure message={message} />
        <Button type="submit" isLoading={isPending} className="self-start">
          {isPending ? "Updating..." : hasPassword ? "Update Password" : "Set Password"}
        </Button>
      </form>
    </Card>
  );
}

type PasswordFields = ChangePasswordRequest & { confirmPassword: string };

/** Returns why the form cannot be sent, in the words of the product specification, or null if it can. */
function refusalOf(body: PasswordFields): FormError | null {
  if (body.currentPassword === "")
    return { fields: { currentPassword: "Please enter your current password." } };
  if (!isSamePassword(body.newPassword, body.confirmPassword))
    return {
      title: "Password mismatch",
      text: PASSWORD_MISMATCH_MESSAGE,
      fields: { confirmPassword: PASSWORD_MISMATCH_MESSAGE },
    };
  const problem = passwordLengthError(body.newPassword, "settings");
  if (!problem) return null;
  const { code, message: text } = problem;
  return {
    ...(code === "password_too_short" && { title: "Password too short", text }),
    fields: { newPassword: text },
  };
}
