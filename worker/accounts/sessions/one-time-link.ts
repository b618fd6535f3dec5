import { and, eq, gt } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { oneTimeLinks } from "#platform/schema/security.ts";
import type { Accounts } from "../accounts.ts";
import { hashToken, newToken } from "./token.ts";

type LinkPurpose = "confirm-email" | "reset-password";

const linkLifetimeMs: Record<LinkPurpose, number> = {
  "confirm-email": DAY_MS,
  "reset-password": HOUR_MS,
};

/** One answer for a wrong, an expired and a used link: it tells nothing about which it was. */
const INVALID_LINK_MESSAGE = "This link is no longer valid. Please ask for a new one.";

/** Makes a link's secret for one purpose. An older one of the same purpose stops working. */
export async function createLink(
  { db, now }: Accounts,
  purpose: LinkPurpose,
  userId: string,
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now().getTime() + linkLifetimeMs[purpose]);
  await db.batch([
    db.delete(oneTimeLinks).where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.purpose, purpose))),
    db.insert(oneTimeLinks).values({ tokenHash: await hashToken(token), purpose, userId, expiresAt }),
  ]);
  return token;
}

/**
 * Uses a link up and answers whose it was. Of two uses at the same time one succeeds: the row is deleted once.
 * Throws `invalid_link`.
 */
export async function consumeLink(
  { db, now }: Accounts,
  purpose: LinkPurpose,
  token: string,
): Promise<string> {
  const [used] = await db
    .delete(oneTimeLinks)
    .where(
      and(
        eq(oneTimeLinks.tokenHash, await hashToken(token)),
        eq(oneTimeLinks.purpose, purpose),
        gt(oneTimeLinks.expiresAt, now()),
      ),
    )
    .returning({ userId: oneTimeLinks.userId });
  if (!used) throw new AppError("invalid_link", INVALID_LINK_MESSAGE);
  return used.userId;
}
