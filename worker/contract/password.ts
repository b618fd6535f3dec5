/**
 * The specification sets both minimums: MIN_PASSWORD_LENGTH for the sign-up and MIN_NEW_PASSWORD_LENGTH for the
 * settings. The maximum limits the cost of hashing.
 */
export const MIN_PASSWORD_LENGTH = 6;
export const MIN_NEW_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

const PASSWORD_TOO_SHORT_MESSAGE = "Password must be at least 6 characters long.";
const NEW_PASSWORD_TOO_SHORT_MESSAGE = "Password must be at least 8 characters long.";
const PASSWORD_TOO_LONG_MESSAGE = `Password must be at most ${MAX_PASSWORD_LENGTH} characters long.`;
export const PASSWORD_TOO_COMMON_MESSAGE =
  "This password is one of the most common ones. Please choose another.";

/** Normalizes to Unicode NFKC, so the same characters from another keyboard are the same password. */
export function normalizePassword(password: string): string {
  return password.toWellFormed().normalize("NFKC");
}

export function passwordLength(password: string): number {
  return [...normalizePassword(password)].length;
}

export function isSamePassword(first: string, second: string): boolean {
  return normalizePassword(first) === normalizePassword(second);
}

/** Where a password is entered. A new password in the settings must be longer than one at sign-up. */
export type PasswordContext = "sign-up" | "settings";

export function passwordLengthError(
  password: string,
  place: PasswordContext,
): { code: "password_too_short" | "password_too_long"; message: string } | null {
  const length = passwordLength(password);
  const [min, tooShort] =
    place === "sign-up"
      ? [MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT_MESSAGE]
      : [MIN_NEW_PASSWORD_LENGTH, NEW_PASSWORD_TOO_SHORT_MESSAGE];
  if (length < min) return { code: "password_too_short", message: tooShort };
  if (length > MAX_PASSWORD_LENGTH) return { code: "password_too_long", message: PASSWORD_TOO_LONG_MESSAGE };
  return null;
}
