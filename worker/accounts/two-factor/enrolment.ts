import { and, eq } from "drizzle-orm";
import { TWO_FACTOR_NEEDS_EMAIL_MESSAGE, type TwoFactorEnrolment } from "#contract/security.ts";
import { AppError } from "#platform/errors.ts";
import { users } from "#platform/schema/accounts.ts";
import { recoveryCodes, shortLivedSecrets, twoFactors } from "#platform/schema/security.ts";
import type { AccountDeps } from "../accounts.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import { type Profile, readProfile } from "../profile/profile.ts";
import type { Client } from "../sessions/client.ts";
import { endOtherSessionsStatement, type Session } from "../sessions/session.ts";
import { requirePasswordOrFreshSession } from "../sign-in/proof.ts";
import { consumeTotp, createAuthenticator, generateRecoveryCodes, requireTwoFactorCode } from "./code.ts";

type Proof = { password?: string | undefined; code: string };

/**
 * Begins setting up two-factor authentication and returns the key for the authenticator app. The key has no
 * effect until `confirmEnrolment` gets a code. Throws whatever `requirePasswordOrFreshSession` throws, `conflict` when
 * two-factor authentication is on, and `email_unconfirmed`, because a stranger could otherwise lock the
 * address's owner out.
 */
export async function beginEnrolment(
  accounts: AccountDeps,
  who: Session,
  password: string | undefined,
): Promise<TwoFactorEnrolment> {
  await requirePasswordOrFreshSession(accounts, who, password);
  const { email } = await requireEnrollable(accounts, who.userId);
  return createAuthenticator(accounts, who.userId, email);
}

/**
 * Turns two-factor authentication on and ends the person's other sessions. Returns the recovery codes, which
 * are shown once. Throws `wrong_code`, `rate_limited`, `email_unconfirmed`, or `conflict` when it is already
 * on.
 */
export async function confirmEnrolment(
  accounts: AccountDeps,
  who: Session,
  code: string,
  client: Client,
): Promise<string[]> {
  const { userId } = who;
  await requireEnrollable(accounts, userId);
  await accounts.enforceRateLimit("twoFactor", userId);
  if (!(await consumeTotp(accounts, userId, code.replace(/\s/g, ""))))
    throw new AppError("wrong_code", "That code is wrong. Please try the next one.");
  const codes = await generateRecoveryCodes(accounts, userId);
  await accounts.db.batch([
    accounts.db
      .update(users)
      .set({ twoFactorEnabled: true, updatedAt: accounts.now() })
      .where(eq(users.id, userId)),
    endOtherSessionsStatement(accounts, who),
  ]);
  await recordSecurityEvent(accounts, userId, "two_factor_enabled", client);
  return codes;
}

/**
 * Replaces the recovery codes and returns the new ones. Requires what `requirePasswordOrFreshSession` requires and a code as
 * well, because a recovery code can turn two-factor authentication off. Throws whatever `requirePasswordOrFreshSession`
 * throws, `wrong_code`, or `conflict` when two-factor authentication is off.
 */
export async function replaceRecoveryCodes(
  accounts: AccountDeps,
  who: Session,
  proof: Proof,
  client: Client,
): Promise<string[]> {
  const { userId } = who;
  await requireBoth(accounts, who, proof, client);
  const codes = await generateRecoveryCodes(accounts, userId);
  await recordSecurityEvent(accounts, userId, "recovery_codes_renewed", client);
  return codes;
}

/**
 * Turns two-factor authentication off and deletes its key and recovery codes. Throws whatever `requirePasswordOrFreshSession`
 * throws, `wrong_code`, or `conflict` when it is already off.
 */
export async function disableTwoFactor(
  accounts: AccountDeps,
  who: Session,
  proof: Proof,
  client: Client,
): Promise<void> {
  const { userId } = who;
  await requireBoth(accounts, who, proof, client);
  const { db, now } = accounts;
  await db.batch([
    db.update(users).set({ twoFactorEnabled: false, updatedAt: now() }).where(eq(users.id, userId)),
    db.delete(twoFactors).where(eq(twoFactors.userId, userId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db
      .delete(shortLivedSecrets)
      .where(and(eq(shortLivedSecrets.userId, userId), eq(shortLivedSecrets.purpose, "sign-in"))),
  ]);
  await recordSecurityEvent(accounts, userId, "two_factor_disabled", client);
}

/**
 * Returns the profile of a person who may set up two-factor authentication. Throws `conflict` when it is
 * already on, or `email_unconfirmed`.
 */
async function requireEnrollable({ db }: AccountDeps, userId: string): Promise<Profile> {
  const profile = await readProfile(db, userId);
  if (profile.twoFactorEnabled) throw new AppError("conflict", "Two-factor authentication is already on.");
  if (!profile.emailVerified) throw new AppError("email_unconfirmed", TWO_FACTOR_NEEDS_EMAIL_MESSAGE);
  return profile;
}

async function requireBoth(
  accounts: AccountDeps,
  who: Session,
  { password, code }: Proof,
  client: Client,
): Promise<void> {
  await requirePasswordOrFreshSession(accounts, who, password);
  const { twoFactorEnabled } = await readProfile(accounts.db, who.userId);
  if (!twoFactorEnabled) throw new AppError("conflict", "Two-factor authentication is off.");
  await requireTwoFactorCode(accounts, who.userId, code, client);
}
