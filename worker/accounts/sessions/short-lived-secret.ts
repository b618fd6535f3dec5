import { and, eq, gt, lt, sql } from "drizzle-orm";
import { retentionHours } from "#contract/retention.ts";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { shortLivedSecrets } from "#platform/schema/security.ts";
import type { Accounts } from "../accounts.ts";
import { hashToken, newToken } from "./token.ts";

/** The time to unlock a device, or to sign in at a provider. */
export const CHALLENGE_MS = retentionHours.startedSignIn * HOUR_MS;

const lifetimeMs = {
  "confirm-email": DAY_MS,
  /** Long, so that a mailbox that somebody floods soon contains a link that works. */
  "reset-password": 6 * HOUR_MS,
  /** A signed-in password that waits for its second factor. */
  "sign-in": 5 * 60_000,
  passkey: CHALLENGE_MS,
  "new-passkey": CHALLENGE_MS,
  provider: CHALLENGE_MS,
} as const;

type Purpose = keyof typeof lifetimeMs;

/** What the secret was created for. `userId` is null while the person is not known yet. */
type Subject = { userId: string | null; data: unknown };

/**
 * Stores the hash of a new secret and returns the secret. Earlier secrets stay valid, so that a stranger who
 * requests a link cannot end the owner's. A passkey's challenge or a provider's state brings its own secret.
 */
export async function createSecret(
  { db, now }: Accounts,
  purpose: Purpose,
  { userId, data = null }: { userId: string | null; data?: unknown },
  secret: string = newToken(),
): Promise<string> {
  const expiresAt = new Date(now().getTime() + lifetimeMs[purpose]);
  await db
    .insert(shortLivedSecrets)
    .values({ tokenHash: await hashToken(secret), purpose, userId, data, expiresAt });
  return secret;
}

/** Returns null for a secret that is unknown, used or expired. Reading does not use it up. */
export async function readSecret(
  { db, now }: Accounts,
  purpose: Purpose,
  secret: string,
): Promise<Subject | null> {
  const [row] = await db
    .select({ userId: shortLivedSecrets.userId, data: shortLivedSecrets.data })
    .from(shortLivedSecrets)
    .where(await isValid(purpose, secret, now()));
  return row ?? null;
}

/** Uses the secret up. Returns null as `readSecret` does. Of two simultaneous uses, one gets the subject. */
export async function consumeSecret(
  { db, now }: Accounts,
  purpose: Purpose,
  secret: string,
): Promise<Subject | null> {
  const [used] = await db
    .delete(shortLivedSecrets)
    .where(await isValid(purpose, secret, now()))
    .returning({ userId: shortLivedSecrets.userId, data: shortLivedSecrets.data });
  return used ?? null;
}

/**
 * Counts an attempt before its answer is checked, so parallel attempts cannot exceed `limit`. Returns null as
 * `readSecret` does, and when the limit is reached.
 */
export async function takeAttempt(
  { db, now }: Accounts,
  purpose: Purpose,
  secret: string,
  limit: number,
): Promise<Subject | null> {
  const [attempted] = await db
    .update(shortLivedSecrets)
    .set({ attempts: sql`${shortLivedSecrets.attempts} + 1` })
    .where(and(await isValid(purpose, secret, now()), lt(shortLivedSecrets.attempts, limit)))
    .returning({ userId: shortLivedSecrets.userId, data: shortLivedSecrets.data });
  return attempted ?? null;
}

/** Returns whether the person has a secret that is valid for at least half of its lifetime. */
export async function hasFreshSecret(
  { db, now }: Accounts,
  purpose: Purpose,
  userId: string,
): Promise<boolean> {
  const until = new Date(now().getTime() + lifetimeMs[purpose] / 2);
  const { userId: owner, purpose: storedPurpose, expiresAt } = shortLivedSecrets;
  const isFresh = and(eq(owner, userId), eq(storedPurpose, purpose), gt(expiresAt, until));
  return (await db.$count(shortLivedSecrets, isFresh)) > 0;
}

/** Returns the owner of a mailed link. Throws `invalid_link`, alike for wrong, expired and used links. */
export function ownerOfLink(subject: Subject | null): string {
  if (!subject?.userId)
    throw new AppError("invalid_link", "This link is no longer valid. Please ask for a new one.");
  return subject.userId;
}

async function isValid(purpose: Purpose, secret: string, now: Date) {
  return and(
    eq(shortLivedSecrets.tokenHash, await hashToken(secret)),
    eq(shortLivedSecrets.purpose, purpose),
    gt(shortLivedSecrets.expiresAt, now),
  );
}
