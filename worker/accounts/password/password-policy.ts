import commonPasswords from "virtual:common-passwords";
import {
  normalizePassword,
  PASSWORD_TOO_COMMON_MESSAGE,
  type PasswordContext,
  passwordLengthError,
} from "#contract/password.ts";
import { AppError } from "#platform/errors.ts";

let common: Set<string> | undefined;

/**
 * Requires a password of the right length that is not among the common ones, whatever its case or Unicode form.
 * Throws `password_too_short`, `password_too_long` or `password_too_common`.
 */
export function requireAcceptablePassword(password: string, place: PasswordContext): void {
  const problem = passwordLengthError(password, place);
  if (problem) throw new AppError(problem.code, problem.message);
  common ??= new Set(commonPasswords.split("\n"));
  if (common.has(normalizePassword(password).toLowerCase()))
    throw new AppError("password_too_common", PASSWORD_TOO_COMMON_MESSAGE);
}
