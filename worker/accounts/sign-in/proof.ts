import { and, eq } from "drizzle-orm";
import type { Proof } from "#contract/sign-in-methods.ts";
import { AppError } from "#platform/errors.ts";
import { sessions } from "#platform/schema/accounts.ts";
import type { AccountDeps } from "../accounts.ts";
import {
  findCredential,
  isFreshSession,
  requireFreshSession,
  requirePassword,
} from "../password/credential.ts";
import { readProfile } from "../profile/profile.ts";
import type { Client } from "../sessions/client.ts";
import type { Session } from "../sessions/session.ts";
import { requireTwoFactorCode } from "../two-factor/code.ts";

/**
 * Records that the person has just proved who they are, so that the session counts as freshly signed in. Call
 * it only after all factors were checked.
 */
export async function markSessionFresh(
  { db, now }: AccountDeps,
  { userId, sessionId }: Pick<Session, "userId" | "sessionId">,
): Promise<void> {
  await db
    .update(sessions)
    .set({ provenAt: now() })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}

/**
 * Requires the password, or, for an account without one, a recent sign-in. Throws `wrong_password`,
 * `rate_limited` or `confirmation_required`.
 */
export async function requirePasswordOrFreshSession(
  accounts: AccountDeps,
  who: Session,
  password: string | undefined,
): Promise<void> {
  const credential = await findCredential(accounts, { userId: who.userId });
  if (credential?.hash) return requirePassword(accounts, who, password ?? "");
  return requireFreshSession(accounts, who, undefined);
}

/**
 * Guards adding or removing a way to sign in. Requires a recent sign-in, or else the password and, with
 * two-factor authentication, a code. Throws whatever `requireFreshSession` throws, `confirmation_required` with the
 * field `code` when the code is missing, or whatever `requireTwoFactorCode` throws.
 */
export async function requireAllFactors(
  accounts: AccountDeps,
  who: Session,
  { password, code }: Proof,
  client: Client,
): Promise<void> {
  if (isFreshSession(accounts, who)) return;
  await requireFreshSession(accounts, who, password);
  const { twoFactorEnabled } = await readProfile(accounts.db, who.userId);
  if (!twoFactorEnabled) return;
  const message = "Please enter the code of your authenticator app as well.";
  if (!code) throw new AppError("confirmation_required", message, { fields: { code: message } });
  await requireTwoFactorCode(accounts, who.userId, code, client);
}
