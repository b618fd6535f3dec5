import { type FormEvent, useState } from "react";
import { messageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { ArrowLeft } from "#ui/icons.tsx";

type TwoFactorFormProps = { ticket: string; onBack: () => void };

/** The second step of a sign-in: a code of the authenticator, or a recovery code. */
export function TwoFactorForm({ ticket, onBack }: TwoFactorFormProps) {
  const { verifyTwoFactor } = useSession();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "").replace(/\s/g, "");
    if (!code) {
      setError("Please enter the code.");
      return;
    }
    setIsPending(true);
    try {
      await verifyTwoFactor(ticket, code);
      showToast({ tone: "success", title: "Welcome back!", description: "You are signed in." });
    } catch (failure) {
      const description = messageOf(failure, "Please check the code and try again.");
      setError(description);
      showToast({ tone: "destructive", title: "Sign in failed", description });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div>
        <h1 className="heading-1">Two-factor authentication</h1>
        <p className="mt-1 text-muted">
          Enter the 6-digit code of your authenticator app, or one of your recovery codes.
        </p>
      </div>
      <TextField
        label="Authentication code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={error}
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
