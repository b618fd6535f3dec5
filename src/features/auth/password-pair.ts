import { isSamePassword, lengthProblem } from "#contract/password.ts";

export type PasswordProblem = { title: string; description: string };

/** Why a new password and its repetition cannot be taken, in the spec's words; null when they can. */
export function passwordPairProblem(password: string, confirmPassword: string): PasswordProblem | null {
  if (!isSamePassword(password, confirmPassword))
    return { title: "Password Mismatch", description: "Passwords do not match." };
  const problem = lengthProblem(password, "sign-up");
  if (!problem) return null;
  const title = problem.code === "password_too_short" ? "Password Too Short" : "Password Too Long";
  return { title, description: problem.message };
}
