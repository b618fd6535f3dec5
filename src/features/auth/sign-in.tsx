import { useState } from "react";
import { MISSING_SIGN_IN_MESSAGE } from "#contract/account.ts";
import { useSession } from "#lib/session.tsx";
import { PASSKEY_NOT_USED, requestPasskeyAssertion } from "#lib/sign-in-methods.ts";
import { useAction } from "#lib/use-action.ts";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { PasswordField, TextField } from "#ui/field.tsx";
import { ArrowLeft, Key } from "#ui/icons.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { EmailField, signedInToast } from "./auth-frame.tsx";
import { OtherSignInMethods, useOfferedPasskeys } from "./other-sign-in-methods.tsx";

type SignInFormProps = { onTwoFactor: (ticket: string) => void };

export function SignInForm({ onTwoFactor }: SignInFormProps) {
  const { isPending, onSubmit } = useSignIn(
    { title: "Sign in failed", fallback: "Please check your credentials and try again." },
    onTwoFactor,
  );
  useOfferedPasskeys();
  return (
    <div className="flex flex-col gap-5">
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <EmailField offersPasskeys />
        <PasswordField label="Password" name="password" autoComplete="current-password" aria-required />
        <a href="/auth/forgot-password" className="link self-end text-sm">
          Forgot password?
        </a>
        <Button type="submit" size="lg" isWide isLoading={isPending}>
          {isPending ? "Signing in..." : "Sign In"}
        </Button>
      </form>
      <OtherSignInMethods action="sign in" />
    </div>
  );
}

export function PlainSignIn({ email }: { email?: string }) {
  const [ticket, setTicket] = useState<string | null>(null);
  const { isPending, onSubmit } = useSignIn(
    { title: "Sign In Failed", fallback: "Please check your credentials." },
    setTicket,
  );

  if (ticket) return <TwoFactorForm ticket={ticket} onBack={() => setTicket(null)} />;
  return (
    <>
      <div>
        <h1 className="heading-1">Sign In</h1>
        <p className="mt-1 text-muted">
          {email ? `There is an account for ${email}. ` : ""}Sign in, and you can add the subscription to your
          account.
        </p>
      </div>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <EmailField />
        <PasswordField label="Password" name="password" autoComplete="current-password" aria-required />
        <Button type="submit" size="lg" isWide isLoading={isPending}>
          {isPending ? "Signing in..." : "Sign In"}
        </Button>
      </form>
      <OtherSignInMethods action="sign in" />
      <SubscribeLink />
    </>
  );
}

/** How long a sign-in may take before it is aborted. The specification sets this value. */
const SIGN_IN_TIMEOUT_MS = 20_000;

type Failure = { title: "Sign in failed" | "Sign In Failed"; fallback: string };

/**
 * The form that signs in with a password. If the account also needs a code, `onTwoFactor` receives the ticket
 * that the code is sent with.
 */
function useSignIn({ title, fallback }: Failure, onTwoFactor: (ticket: string) => void) {
  const { signIn } = useSession();
  return useForm({
    read: (entry) => ({ email: entry("email").trim(), password: entry("password") }),
    check: ({ email, password }) =>
      email && password
        ? null
        : {
            title: "Missing information",
            text: MISSING_SIGN_IN_MESSAGE,
            focus: email ? "password" : "email",
          },
    call: (request) => signIn(request, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS)),
    success: ({ isSignedIn }) => (isSignedIn ? signedInToast : null),
    failure: { title, fallback: (error) => (isTimeout(error) ? "Login operation timed out" : fallback) },
    onSuccess: (outcome) => !outcome.isSignedIn && onTwoFactor(outcome.ticket),
  });
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

export function SubscribeLink() {
  return (
    <p className="text-center text-sm text-muted">
      New to Beatcast?{" "}
      <a href="/#pricing" className="link">
        Subscribe to get started
      </a>
    </p>
  );
}

type TwoFactorFormProps = { ticket: string; onBack: () => void; onVerified?: () => void };

export function TwoFactorForm({ ticket, onBack, onVerified }: TwoFactorFormProps) {
  const { verifyTwoFactor } = useSession();
  const passkey = useAction({
    call: async () => verifyTwoFactor({ ticket, passkey: await requestPasskeyAssertion() }),
    success: signedInToast,
    failure: { fallback: PASSKEY_NOT_USED },
    onSuccess: () => onVerified?.(),
  });
  const { isPending, errorOf, onSubmit } = useForm({
    read: (entry) => entry("code").replace(/\s/g, ""),
    check: (code) => (code ? null : { fields: { code: "Please enter the code." } }),
    call: (code) => verifyTwoFactor({ ticket, code }),
    success: signedInToast,
    failure: { title: "Sign in failed", fallback: "Please check the code and try again." },
    fieldOf: () => "code",
    onSuccess: () => onVerified?.(),
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
      <Button
        variant="secondary"
        size="lg"
        isWide
        isLoading={passkey.isPending}
        onClick={() => passkey.run()}
      >
        <Key /> Use a passkey
      </Button>
      <ActionFailure message={passkey.message} />
      <Button variant="ghost" onClick={onBack}>
        <ArrowLeft /> Back to sign in
      </Button>
    </form>
  );
}
