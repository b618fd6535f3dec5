import { isSamePassword, lengthProblem } from "#contract/password.ts";
import type { Refusal } from "#lib/use-form.ts";
import { TextField } from "#ui/field.tsx";

/** The account's address; `username` lets browsers fill in the one stored with the password. */
export function EmailField({ error }: { error?: string | null | undefined }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      aria-required
      error={error ?? null}
    />
  );
}

type PasswordPair = { password: string; confirmPassword: string };

/** A new password and its repetition, from the fields of these names. */
export function readPasswordPair(entry: (name: string) => string): PasswordPair {
  return { password: entry("password"), confirmPassword: entry("confirmPassword") };
}

/** Why the two are refused, in the spec's words; null when they are accepted. */
export function passwordPairRefusal({ password, confirmPassword }: PasswordPair): Refusal | null {
  if (!isSamePassword(password, confirmPassword))
    return { title: "Password Mismatch", text: "Passwords do not match." };
  const problem = lengthProblem(password, "sign-up");
  if (!problem) return null;
  const title = problem.code === "password_too_short" ? "Password Too Short" : "Password Too Long";
  return { title, text: problem.message };
}
