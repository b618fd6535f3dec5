import { type FormEvent, useState } from "react";
import { isSamePassword, lengthProblem, MIN_PASSWORD_LENGTH } from "#contract/password.ts";
import { messageOf, RequestError } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";
import { Button } from "#ui/button.tsx";
import { PasswordField, TextField } from "#ui/field.tsx";
import { EmailField } from "./email-field.tsx";

type Errors = Partial<Record<"fullName" | "email" | "password" | "confirmPassword", string>>;
type Problem = { title: string; description: string; fields: Errors };

/** A new account. Errors stand at their field as well as in the toast; what was typed stays. */
export function SignUpForm() {
  const { signUp } = useSession();
  const [isPending, setIsPending] = useState(false);
  const [errors, setErrors] = useState<Errors>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const entry = (name: string) => String(new FormData(form).get(name) ?? "");
    const request = {
      fullName: entry("fullName").trim(),
      email: entry("email").trim(),
      password: entry("password"),
    };
    const problem = problemOf(request, entry("confirmPassword"));
    setErrors(problem?.fields ?? {});
    if (problem) {
      showToast({ tone: "destructive", title: problem.title, description: problem.description });
      form.querySelector<HTMLInputElement>(`[name=${Object.keys(problem.fields)[0]}]`)?.focus();
      return;
    }
    setIsPending(true);
    try {
      await signUp(request);
      showToast({ tone: "success", title: "Account created!", description: "Welcome to Beatcast." });
    } catch (error) {
      if (error instanceof RequestError) setErrors(error.body?.fields ?? {});
      showToast({
        tone: "destructive",
        title: "Sign up failed",
        description: messageOf(error, "Please try again."),
      });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        label="Full Name"
        name="fullName"
        autoComplete="name"
        aria-required
        error={errors.fullName}
      />
      <EmailField error={errors.email} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        aria-required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        error={errors.password}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        aria-required
        error={errors.confirmPassword}
      />
      <Button type="submit" size="lg" isWide isLoading={isPending}>
        {isPending ? "Creating account..." : "Create Account"}
      </Button>
      <p className="text-center text-sm text-muted text-pretty">
        By creating an account you agree to the{" "}
        <a href="/terms" className="link">
          Terms of Service
        </a>{" "}
        and the{" "}
        <a href="/privacy" className="link">
          Privacy Policy
        </a>
        .
      </p>
    </form>
  );
}

/** What keeps the form from being sent, in the spec's words; null when nothing does. */
function problemOf(
  request: { fullName: string; email: string; password: string },
  confirmPassword: string,
): Problem | null {
  const missing: Errors = {};
  if (!request.fullName) missing.fullName = "Please enter your name.";
  if (!request.email) missing.email = "Please enter your email.";
  if (!request.password) missing.password = "Please choose a password.";
  if (Object.keys(missing).length > 0)
    return {
      title: "Missing information",
      description: "Please fill in all required fields.",
      fields: missing,
    };
  if (!isSamePassword(request.password, confirmPassword))
    return {
      title: "Password mismatch",
      description: "Passwords do not match.",
      fields: { confirmPassword: "Passwords do not match." },
    };
  const problem = lengthProblem(request.password, "sign-up");
  if (!problem) return null;
  return {
    title: problem.code === "password_too_short" ? "Password too short" : "Password too long",
    description: problem.message,
    fields: { password: problem.message },
  };
}
