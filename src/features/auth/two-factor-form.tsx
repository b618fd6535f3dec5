import { useSession } from "#lib/session.tsx";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { ArrowLeft } from "#ui/icons.tsx";

type TwoFactorFormProps = { ticket: string; onBack: () => void };

/** The second step of a sign-in: a code of the authenticator, or a recovery code. */
export function TwoFactorForm({ ticket, onBack }: TwoFactorFormProps) {
  const { verifyTwoFactor } = useSession();
  const { isPending, errorOf, onSubmit } = useForm({
    read: (entry) => entry("code").replace(/\s/g, ""),
    check: (code) => (code ? null : { fields: { code: "Please enter the code." } }),
    call: (code) => verifyTwoFactor(ticket, code),
    success: { title: "Welcome back!", description: "You are signed in." },
    failure: { title: "Sign in failed", fallback: "Please check the code and try again." },
    fieldOf: () => "code",
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <div>
        <h1 className="heading-1">Two-factor authentication</h1>
        <p className="mt-1 text-muted">
          Enter the 6-digit code from your authenticator app, or one of your recovery codes.
        </p>
      </div>
      <TextField
        label="Authentication code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={errorOf("code")}
        className="figures"
      />
      <Button type="submit" size="lg" isWide isLoading={isPending}>
        {isPending ? "Verifying..." : "Verify"}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        <ArrowLeft /> Back to sign in
      </Button>
    </form>
  );
}
