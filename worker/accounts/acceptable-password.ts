import {
  lengthProblem,
  normalPassword,
  PASSWORD_TOO_COMMON_MESSAGE,
  type PasswordPlace,
} from "#contract/password.ts";
import { AppError } from "#worker/errors.ts";

/** How many of the commonest passwords are refused, as OWASP ASVS 5 (6.2.4) asks for at least. */
const REFUSED_COMMON_PASSWORDS = 3000;

/**
 * Refuses a new password that is shorter or longer than we take, or among the commonest ones, all in its normal form.
 * Throws `password_too_short`, `password_too_long` or `password_too_common`.
 */
export async function requireAcceptable(password: string, place: PasswordPlace): Promise<void> {
  const problem = lengthProblem(password, place);
  if (problem) throw new AppError(problem.code, problem.message);
  if ((await commonPasswords()).has(normalPassword(password).toLowerCase()))
    throw new AppError("password_too_common", PASSWORD_TOO_COMMON_MESSAGE);
}

let common: Set<string> | undefined;

/** The commonest passwords, most frequent first in their source. Unpacked at the first new password of an isolate. */
async function commonPasswords(): Promise<Set<string>> {
  if (!common) {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    common = new Set(dictionary["passwords-common"].slice(0, REFUSED_COMMON_PASSWORDS).map(String));
  }
  return common;
}
