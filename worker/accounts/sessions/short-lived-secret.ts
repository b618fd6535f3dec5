import { and, eq, gt, lt, sql } from "drizzle-orm";
import { retentionHours } from "#contract/retention.ts";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { shortLivedSecrets } from "#platform/schema/security.ts";
import type { AccountDeps } from "../accounts.ts";
import { hashToken, newToken } from "./token.ts";

/** How long a person may take to unlock a device or to sign in at a provider. */
export const CHALLENGE_MS = retentionHours.startedSignIn * HOUR_MS;

const lifetimeMs = {
  "confirm-email": DAY_MS,
  /** Long enough that a mailbox still has a working link after strangers used up its limit by requesting links. */
  "reset-password": 6 * HOUR_MS,
  /** A ticket: the password was right, and the second factor is still missing. */
  "sign-in": 5 * 60_000,
  passkey: CHALLENGE_MS,
  "new-passkey": CHALLENGE_MS,
  provider: CHALLENGE_MS,
} as const;

type Purpose = keyof typeof lifetimeMs;

/** The person and the data for which a secret was created. `userId` is null while the person is not known. */
type Subject = { userId: string | null; data: unknown };

/**
 * Stores the hash of a secret and returns the secret, a new random one by default. Passkey challenges and
 * provider states are passed in. Earlier secrets stay valid, so that a stranger who requests a link cannot
 * invalidate the owner's link.
 */
export async function createSecret(
  { db, now }: AccountDeps,
  purpose: Purpose,
  { userId, data = null }: { userId: string | null; data?: unknown },
  secret: string = newToken(),
): Promise<string> {
  const expiresAt = new Date(now().getTime() + lifetimeMs[purpose]);
  await db
    .insert(shortLivedSecrets)
    .values({ tokenHash: hashToken(secret), purpose, userId, data, expiresAt });
  return secret;
}

/**
 * Returns what a secret was created for, or null if it is unknown, used or expired. Reading does not use it up.
 */
export async function readSecret(
  { db, now }: AccountDeps,
  purpose: Purpose,
  secret: string,
): Promise<Subject | null> {
  const [row] = await db
    .select({ userId: shortLivedSecrets.userId, data: shortLivedSecrets.data })
    .from(shortLivedSecrets)
    .where(isValid(purpose, secret, now()));
  return row ?? null;
}

/**
 * Uses up a secret and returns what it was created for, or null if it is unknown, used or expired. Of two
 * simultaneous uses, one gets null.
 */
export async function consumeSecret(
  { db, now }: AccountDeps,
  purpose: Purpose,
  secret: string,
): Promise<Subject | null> {
  const [used] = await db
    .delete(shortLivedSecrets)
    .where(isValid(purpose, secret, now()))
    .returning({ userId: shortLivedSecrets.userId, data: shortLivedSecrets.data });
  return used ?? null;
}

/**
 * Counts an attempt and returns what the secret was created for. Returns null if the secret is unknown, used or
 * expired, or after `limit` attempts. Call it before the attempt is checked, so that parallel attempts cannot
 * exceed the limit.
 */
export async function consumeAttempt(
  { db, now }: AccountDeps,
  purpose: Purpose,
  secret: string,
  limit: number,
): Promise<Subject | null> {
  const [attempted] = await db
    .update(shortLivedSecrets)
    .set({ attempts: sql`${shortLivedSecrets.attempts} + 1` })
    .where(and(isValid(purpose, secret, now()), lt(shortLivedSecrets.attempts, limit)))
    .returning({ userId: shortLivedSecrets.userId, data: shortLivedSecrets.data });
  return attempted ?? null;
}

/** Returns whether the person has a secret of this purpose with at least half of its lifetime left. */
export async function hasFreshSecret(
  { db, now }: AccountDeps,
  purpose: Purpose,
  userId: string,
): Promise<boolean> {
  const until = new Date(now().getTime() + lifetimeMs[purpose] / 2);
  const { userId: owner, purpose: storedPurpose, expiresAt } = shortLivedSecrets;
  const isFresh = and(eq(owner, userId), eq(storedPurpose, purpose), gt(expiresAt, until));
  return (await db.$count(shortLivedSecrets, isFresh)) > 0;
}

/**
 * Returns the id of the account to which a mailed link belongs. Throws `invalid_link`, the same error for a
 * wrong, an expired and a used link.
 */
export function userIdOfSecret(subject: Subject | null): string {
  if (!subject?.userId)
    throw new AppError("invalid_link", "This link is no longer valid. Please ask for a new one.");
  return subject.userId;
}

function isValid(purpose: Purpose, secret: string, now: Date) {
  return and(
    eq(shortLivedSecrets.tokenHash, hashToken(secret)),
    eq(shortLivedSecrets.purpose, purpose),
    gt(shortLivedSecrets.expiresAt, now),
  );
}
