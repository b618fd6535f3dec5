import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { sessionResponseSchema } from "#contract/account.ts";
import { MIN_PASSWORD_LENGTH } from "#contract/password.ts";
import { apiFetch } from "#lib/api.ts";
import { messageOf, RequestError } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";
import { Button } from "#ui/button.tsx";
import { PasswordField, TextField } from "#ui/field.tsx";
import { passwordPairProblem } from "./password-pair.ts";

type SetupPasswordProps = {
  email: string;
  /** Of the mailed link; the browser that paid has its own proof. */
  secret?: string;
  onSignInInstead: () => void;
  onSetUp: () => void;
};

/** The last step after a guest's checkout: a password for the account that the payment created. */
export function SetupPassword({ email, secret, onSignInInstead, onSetUp }: SetupPasswordProps) {
  const { setSession } = useSession();
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get("password") ?? "");
    const problem = passwordPairProblem(password, String(form.get("confirmPassword") ?? ""));
    if (problem) {
      showToast({ tone: "destructive", ...problem });
      return;
    }
    setIsPending(true);
    try {
      const body = secret ? { email, password, secret } : { email, password };
      const opened = await apiFetch(sessionResponseSchema, "/api/auth/setup-password", {
        method: "POST",
        body,
      });
      onSetUp();
      setSession(opened);
      showToast({ tone: "success", title: "Password Set!", description: "Your account is ready." });
      navigate("/dashboard", { replace: true });
    } catch (failure) {
      const fallback = failure instanceof RequestError ? "Failed to set password" : "Please try again.";
      showToast({ tone: "destructive", title: "Setup Failed", description: messageOf(failure, fallback) });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="mb-2">
        <h1 className="heading-1">Complete Your Account</h1>
        <p className="mt-1 text-muted">Your payment is confirmed. Choose a password, and you are in.</p>
      </div>
      <TextField label="Email" name="email" type="email" value={email} readOnly autoComplete="username" />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
      />
      <PasswordField label="Confirm Password" name="confirmPassword" autoComplete="new-password" />
      <Button type="submit" size="lg" isWide isLoading={isPending}>
        {isPending ? "Setting up..." : "Complete Account Setup"}
      </Button>
      <Button variant="ghost" onClick={onSignInInstead}>
        Sign in instead
      </Button>
    </form>
  );
}
