import { and, eq, gt } from "drizzle-orm";
import { retentionHours } from "#contract/retention.ts";
import { HOUR_MS } from "#contract/time.ts";
import { oneTimeLinks } from "#platform/schema/security.ts";
import type { Accounts } from "../accounts.ts";
import { hashToken } from "./token.ts";

type ChallengePurpose = "passkey" | "new-passkey" | "provider";

/** To unlock a device, or to sign in at the provider. */
export const CHALLENGE_MS = retentionHours.startedSignIn * HOUR_MS;

type Challenge = { userId: string | null; data: unknown };

/** By its hash; `secret` is a passkey's challenge or a sign-in's state. */
export async function storeChallenge(
  { db, now }: Accounts,
  purpose: ChallengePurpose,
  secret: string,
  { userId, data }: Challenge,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS);
  await db
    .insert(oneTimeLinks)
    .values({ tokenHash: await hashToken(secret), purpose, userId, data, expiresAt });
}

/** Used up in any case; null for unknown, used or too old. Of two at once one gets it. */
export async function consumeChallenge(
  { db, now }: Accounts,
  purpose: ChallengePurpose,
  secret: string,
): Promise<Challenge | null> {
  const [used] = await db
    .delete(oneTimeLinks)
    .where(
      and(
        eq(oneTimeLinks.tokenHash, await hashToken(secret)),
        eq(oneTimeLinks.purpose, purpose),
        gt(oneTimeLinks.expiresAt, now()),
      ),
    )
    .returning({ userId: oneTimeLinks.userId, data: oneTimeLinks.data });
  return used ?? null;
}
