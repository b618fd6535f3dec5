import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT_MESSAGE } from "#contract/account.ts";

export type PasswordProblem = { title: string; description: string };

/** Why a new password and its repetition cannot be taken, in the spec's words; null when they can. */
export function passwordPairProblem(password: string, confirmPassword: string): PasswordProblem | null {
  if (password !== confirmPassword)
    return { title: "Password Mismatch", description: "Passwords do not match." };
  if (password.length < MIN_PASSWORD_LENGTH)
    return { title: "Password Too Short", description: PASSWORD_TOO_SHORT_MESSAGE };
  return null;
}
