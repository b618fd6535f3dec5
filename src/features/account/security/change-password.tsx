import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { isSamePassword, lengthProblem, MIN_NEW_PASSWORD_LENGTH } from "#contract/password.ts";
import { PASSWORD_MISMATCH_MESSAGE } from "#contract/security.ts";
import { messageOf, RequestError, send } from "#lib/request.ts";
import { showToast } from "#lib/toast-store.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { PasswordField } from "#ui/field.tsx";
import { Lock } from "#ui/icons.tsx";

type Field = "currentPassword" | "newPassword" | "confirmPassword";
type Problem = { field: Field; title: string; text: string };

/** A new password, proved by the current one. It ends every other session. */
export function ChangePassword({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const errorOf = (field: Field) => (problem?.field === field ? problem.text : null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const entry = (name: Field) => String(new FormData(form).get(name) ?? "");
    const body = {
      currentPassword: entry("currentPassword"),
      newPassword: entry("newPassword"),
      confirmPassword: entry("confirmPassword"),
    };
    const refuse = (found: Problem) => {
      setProblem(found);
      showToast({ tone: "destructive", title: found.title, description: found.text });
      form.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus();
    };
    const found = problemOf(body);
    if (found) return refuse(found);
    setProblem(null);
    setIsPending(true);
    try {
      await send("/api/auth/change-password", { method: "POST", body });
      form.reset();
      showToast({
        tone: "success",
        title: "Password updated",
        description: "Your password has been changed successfully.",
      });
      void queryClient.invalidateQueries({ queryKey: ["/api/account/sessions"] });
      void queryClient.invalidateQueries({ queryKey: ["/api/account/security-events"] });
    } catch (failure) {
      const isCurrent = failure instanceof RequestError && failure.body?.code === "wrong_password";
      const text = messageOf(failure, "Failed to update your password. Please try again.");
      refuse({ field: isCurrent ? "currentPassword" : "newPassword", title: "Update Failed", text });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Card aria-labelledby="password-title">
      <CardHeader
        id="password-title"
        icon={<Lock />}
        title="Change Password"
        description="Every other session ends when you change it."
      />
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current Password"
          name="currentPassword"
          autoComplete="current-password"
          error={errorOf("currentPassword")}
        />
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
        <Button type="submit" isLoading={isPending} className="self-start">
          {isPending ? "Updating..." : "Update Password"}
        </Button>
      </form>
    </Card>
  );
}

/** What keeps the form from being sent, in the spec's words; null when nothing does. */
function problemOf(body: Record<Field, string>): Problem | null {
  if (!body.currentPassword)
    return {
      field: "currentPassword",
      title: "Missing information",
      text: "Please enter your current password.",
    };
  if (!isSamePassword(body.newPassword, body.confirmPassword))
    return { field: "confirmPassword", title: "Password mismatch", text: PASSWORD_MISMATCH_MESSAGE };
  const problem = lengthProblem(body.newPassword, "settings");
  if (!problem) return null;
  const title = problem.code === "password_too_short" ? "Password too short" : "Password too long";
  return { field: "newPassword", title, text: problem.message };
}
