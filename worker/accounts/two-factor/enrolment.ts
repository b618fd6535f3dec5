import { and, eq } from "drizzle-orm";
import type { TwoFactorEnrolment } from "#contract/security.ts";
import { users } from "#db/schema/accounts.ts";
import { oneTimeLinks, recoveryCodes, twoFactors } from "#db/schema/security.ts";
import { AppError } from "#worker/errors.ts";
import type { Accounts } from "../accounts.ts";
import { recordEvent } from "../audit.ts";
import type { Client } from "../client.ts";
import { requirePassword } from "../current-password.ts";
import { mailChange } from "../notify.ts";
import { readProfile } from "../profile.ts";
import { renewRecoveryCodes } from "./recovery.ts";
import { createAuthenticator, takeTotp } from "./totp.ts";

/**
 * Begins to set up a second factor: a key for the authenticator, which counts only once a code of it was confirmed.
 * Throws `wrong_password`, `rate_limited`, or `conflict` when it is on already.
 */
export async function beginEnrolment(
  accounts: Accounts,
  userId: string,
  password: string,
): Promise<TwoFactorEnrolment> {
  await requirePassword(accounts, userId, password);
  const { email, twoFactorEnabled } = await readProfile(accounts.db, userId);
  if (twoFactorEnabled) throw new AppError("conflict", "Two-factor authentication is on already.");
  return createAuthenticator(accounts, userId, email);
}

/**
 * Turns the second factor on by a first code. Answers the recovery codes, which are never shown again.
 * Throws `wrong_code`, `rate_limited`, or `conflict` when it is on already.
 */
export async function confirmEnrolment(
  accounts: Accounts,
  userId: string,
  code: string,
  client: Client,
): Promise<string[]> {
  await accounts.hold("twoFactor", userId);
  const { twoFactorEnabled } = await readProfile(accounts.db, userId);
  if (twoFactorEnabled) throw new AppError("conflict", "Two-factor authentication is on already.");
  if (!(await takeTotp(accounts, userId, code.replace(/\s/g, ""))))
    throw new AppError("wrong_code", "That code is not right. Please try the next one.");
  const codes = await renewRecoveryCodes(accounts, userId);
  await accounts.db
    .update(users)
    .set({ twoFactorEnabled: true, updatedAt: accounts.now() })
    .where(eq(users.id, userId));
  await recordEvent(accounts, userId, "two_factor_enabled", client);
  mailChange(accounts, userId, "two-factor enabled");
  return codes;
}

/** Makes new recovery codes in place of the old ones. Throws `wrong_password`, `rate_limited` or `conflict`. */
export async function replaceRecoveryCodes(
  accounts: Accounts,
  userId: string,
  password: string,
  client: Client,
): Promise<string[]> {
  await requirePassword(accounts, userId, password);
  const { twoFactorEnabled } = await readProfile(accounts.db, userId);
  if (!twoFactorEnabled) throw new AppError("conflict", "Two-factor authentication is off.");
  const codes = await renewRecoveryCodes(accounts, userId);
  await recordEvent(accounts, userId, "recovery_codes_renewed", client);
  return codes;
}

/** Turns the second factor off and forgets its key and codes. Throws `wrong_password` or `rate_limited`. */
export async function disableTwoFactor(
  accounts: Accounts,
  userId: string,
  password: string,
  client: Client,
): Promise<void> {
  await requirePassword(accounts, userId, password);
  const { db, now } = accounts;
  await db.batch([
    db.update(users).set({ twoFactorEnabled: false, updatedAt: now() }).where(eq(users.id, userId)),
    db.delete(twoFactors).where(eq(twoFactors.userId, userId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.delete(oneTimeLinks).where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.purpose, "sign-in"))),
  ]);
  await recordEvent(accounts, userId, "two_factor_disabled", client);
  mailChange(accounts, userId, "two-factor disabled");
}
