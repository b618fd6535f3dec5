import { MIN_PASSWORD_LENGTH } from "#contract/password.ts";
import { useForm } from "#lib/use-form.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { PasswordField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { resetPassword } from "./api.ts";
import { passwordPairRefusal, readPasswordPair } from "./password-pair.ts";

/** Sets a new password with the token of a mailed link. */
export function ResetPassword({ token }: { token: string }) {
  const { isPending, isSuccess, onSubmit } = useForm({
    read: readPasswordPair,
    check: passwordPairRefusal,
    call: ({ password }) => resetPassword({ token, password }),
    failure: { title: "Reset failed", fallback: "The link may have expired. Please ask for a new one." },
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <h1 className="heading-1">Set a new password</h1>
      {isSuccess ? (
        <Notice tone="success" title="Password changed" isAnnounced>
          You can sign in with it now. Every other session has been ended.
        </Notice>
      ) : token ? (
        <>
          <PasswordField
            label="New Password"
            name="password"
            autoComplete="new-password"
            hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          />
          <PasswordField label="Confirm Password" name="confirmPassword" autoComplete="new-password" />
          <Button type="submit" size="lg" isWide isLoading={isPending}>
            {isPending ? "Saving..." : "Save the password"}
          </Button>
        </>
      ) : (
        <Notice tone="warn" title="This link is not complete">
          Please open the link of the mail again, or ask for a new one.
        </Notice>
      )}
      <LinkButton href={isSuccess || token ? "/auth" : "/auth/forgot-password"} variant="ghost">
        {isSuccess || token ? "Back to sign in" : "Ask for a new link"}
      </LinkButton>
    </form>
  );
}
