import { and, eq, gt } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { oneTimeLinks } from "#platform/schema/security.ts";
import type { Accounts } from "../accounts.ts";
import { hashToken, newToken } from "./token.ts";

type LinkPurpose = "confirm-email" | "reset-password";

const linkLifetimeMs: Record<LinkPurpose, number> = {
  "confirm-email": DAY_MS,
  /** Long, so that a flooded mailbox soon has one that works. */
  "reset-password": 6 * HOUR_MS,
};

/** For wrong, expired and used alike. */
const INVALID_LINK_MESSAGE = "This link is no longer valid. Please ask for a new one.";

/** Older ones live on: a stranger who asks must not end the owner's. */
export async function createLink(
  { db, now }: Accounts,
  purpose: LinkPurpose,
  userId: string,
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now().getTime() + linkLifetimeMs[purpose]);
  await db.insert(oneTimeLinks).values({ tokenHash: await hashToken(token), purpose, userId, expiresAt });
  return token;
}

/** For at least half its lifetime. */
export async function hasLivingLink(
  { db, now }: Accounts,
  purpose: LinkPurpose,
  userId: string,
): Promise<boolean> {
  const until = new Date(now().getTime() + linkLifetimeMs[purpose] / 2);
  const { userId: owner, purpose: meant, expiresAt } = oneTimeLinks;
  const living = and(eq(owner, userId), eq(meant, purpose), gt(expiresAt, until));
  return (await db.$count(oneTimeLinks, living)) > 0;
}

/** Does not use it up. Throws `invalid_link`. */
export async function ownerOfLink(
  { db, now }: Accounts,
  purpose: LinkPurpose,
  token: string,
): Promise<string> {
  const [link] = await db
    .select({ userId: oneTimeLinks.userId })
    .from(oneTimeLinks)
    .where(await livingLink(purpose, token, now()));
  if (!link?.userId) throw invalidLink();
  return link.userId;
}

/** Of two uses at once one succeeds. Throws `invalid_link`. */
export async function consumeLink(
  { db, now }: Accounts,
  purpose: LinkPurpose,
  token: string,
): Promise<string> {
  const [used] = await db
    .delete(oneTimeLinks)
    .where(await livingLink(purpose, token, now()))
    .returning({ userId: oneTimeLinks.userId });
  if (!used?.userId) throw invalidLink();
  return used.userId;
}

async function livingLink(purpose: LinkPurpose, token: string, now: Date) {
  return and(
    eq(oneTimeLinks.tokenHash, await hashToken(token)),
    eq(oneTimeLinks.purpose, purpose),
    gt(oneTimeLinks.expiresAt, now),
  );
}

const invalidLink = () => new AppError("invalid_link", INVALID_LINK_MESSAGE);
