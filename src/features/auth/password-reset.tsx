import { useState } from "react";
import { useForm } from "#lib/use-form.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { OutboxLink } from "#ui/domain/confirm-notice.tsx";
import { ActionFailure, Notice } from "#ui/notice.tsx";
import { requestPasswordLink, resetPassword } from "./api.ts";
import { EmailField, NewPasswordFields, passwordPairError, readPasswordPair } from "./auth-frame.tsx";

export function ForgotPassword() {
  const { isPending, isSuccess, errorOf, message, onSubmit } = useForm({
    read: (entry) => entry("email").trim(),
    check: (email) => (email ? null : { fields: { email: "Please enter your email." } }),
    call: requestPasswordLink,
    failure: { fallback: "Please try again." },
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <div>
        <h1 className="heading-1">Forgot your password?</h1>
        <p className="mt-1 text-muted">We email you a link to set a new one.</p>
      </div>
      {isSuccess ? (
        <Notice tone="success" title="Check your mailbox" isAnnounced>
          If there is an account with this address, a link is on its way. It works once. <OutboxLink />
        </Notice>
      ) : (
        <>
          <EmailField error={errorOf("email")} />
          <ActionFailure message={message} />
          <Button type="submit" size="lg" isWide isLoading={isPending}>
            {isPending ? "Sending..." : "Send the link"}
          </Button>
        </>
      )}
      <LinkButton href="/auth" variant="ghost">
        Back to sign in
      </LinkButton>
    </form>
  );
}

export function ResetPassword({ token }: { token: string }) {
  const [keepAccess, setKeepAccess] = useState(false);
  const { isPending, isSuccess, errorOf, message, onSubmit } = useForm({
    read: readPasswordPair,
    check: passwordPairError,
    call: ({ password }) => resetPassword({ token, password, keepAccess }),
    failure: { fallback: "The link may have expired. Please ask for a new one." },
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <h1 className="heading-1">Set a new password</h1>
      {isSuccess ? (
        <Notice tone="success" title="Password changed" isAnnounced>
          You can sign in with it now. You have been signed out everywhere else.
        </Notice>
      ) : token ? (
        <>
          <NewPasswordFields label="New Password" errorOf={errorOf} />
          <Checkbox
            label="End passkeys, linked sign-ins, connected apps, API keys, webhooks and the calendar feed"
            hint="Whoever had your password may have made some. Clear this if you only forgot it."
            checked={!keepAccess}
            onChange={(isOn) => setKeepAccess(!isOn)}
          />
          <ActionFailure message={message} />
          <Button type="submit" size="lg" isWide isLoading={isPending}>
            {isPending ? "Saving..." : "Save the password"}
          </Button>
        </>
      ) : (
        <Notice tone="warn" title="This link is incomplete">
          Please open the link in the email again, or ask for a new one.
        </Notice>
      )}
      <LinkButton href={isSuccess || token ? "/auth" : "/auth/forgot-password"} variant="ghost">
        {isSuccess || token ? "Back to sign in" : "Ask for a new link"}
      </LinkButton>
    </form>
  );
}
