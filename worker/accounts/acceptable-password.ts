import {
  MAX_PASSWORD_LENGTH,
  MIN_NEW_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  PASSWORD_TOO_SHORT_MESSAGE,
} from "#contract/account.ts";
import { NEW_PASSWORD_TOO_SHORT_MESSAGE, PASSWORD_TOO_COMMON_MESSAGE } from "#contract/security.ts";
import { AppError } from "#worker/errors.ts";

/** How many of the commonest passwords are refused, as OWASP ASVS 5 (6.2.4) asks for at least. */
const REFUSED_COMMON_PASSWORDS = 3000;

const rules = {
  "sign-up": { min: MIN_PASSWORD_LENGTH, message: PASSWORD_TOO_SHORT_MESSAGE },
  settings: { min: MIN_NEW_PASSWORD_LENGTH, message: NEW_PASSWORD_TOO_SHORT_MESSAGE },
} as const;

/**
 * Refuses a new password that is shorter or longer than we take, or among the commonest ones. Characters count as a
 * person counts them. Throws `password_too_short`, `password_too_long` or `password_too_common`.
 */
export async function requireAcceptable(password: string, where: keyof typeof rules): Promise<void> {
  const { min, message } = rules[where];
  const length = [...password].length;
  if (length < min) throw new AppError("password_too_short", message);
  if (length > MAX_PASSWORD_LENGTH)
    throw new AppError(
      "password_too_long",
      `Password must be at most ${MAX_PASSWORD_LENGTH} characters long.`,
    );
  if ((await commonPasswords()).has(password.toLowerCase()))
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
