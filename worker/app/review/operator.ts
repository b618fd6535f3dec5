import { readProfile } from "#accounts/profile/profile.ts";
import type { Database } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";

type Gate = {
  db: Database;
  settings: { OPERATORS: readonly string[]; APP_ENV: "development" | "production" };
};

/**
 * Lets operators through: a confirmed address of the setting, in production with two-factor on. Throws `not_found` for anybody
 * else, as if there were no such call, and `forbidden` for an operator without a second factor.
 */
export async function requireOperator({ db, settings }: Gate, userId: string): Promise<void> {
  const { email, emailVerified, twoFactorEnabled } = await readProfile(db, userId);
  if (!emailVerified || !settings.OPERATORS.includes(email.toLowerCase()))
    throw new AppError("not_found", "There is no such call.");
  if (settings.APP_ENV === "production" && !twoFactorEnabled)
    throw new AppError(
      "forbidden",
      "Operators need two-factor authentication. Turn it on in your account first.",
    );
}
