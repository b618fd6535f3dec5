import { eq } from "drizzle-orm";
import type { Database } from "#platform/db/client.ts";
import { calendarFeeds } from "#platform/schema/watchlist.ts";
import type { AccountDeps } from "./accounts.ts";
import { requireFreshSession } from "./password/credential.ts";
import { recordSecurityEvent } from "./privacy/security-events.ts";
import type { Client } from "./sessions/client.ts";
import type { Session } from "./sessions/session.ts";
import { hashToken, newToken } from "./sessions/token.ts";

export async function calendarFeedOf(db: Database, userId: string): Promise<{ createdAt: string | null }> {
  const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId));
  return { createdAt: row?.createdAt.toISOString() ?? null };
}

/**
 * Creates a calendar feed and returns its secret address, which contains 256 random bits and is shown only
 * once. The address of an earlier feed stops working. Throws whatever `requireFreshSession` throws.
 */
export async function createCalendarFeed(
  accounts: AccountDeps,
  who: Session,
  password: string | undefined,
  client: Client,
): Promise<{ url: string }> {
  await requireFreshSession(accounts, who, password);
  const { userId } = who;
  const secret = newToken();
  const set = { hash: hashToken(secret), createdAt: accounts.now() };
  await accounts.db
    .insert(calendarFeeds)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set });
  await recordSecurityEvent(accounts, userId, "calendar_feed_made", client);
  return { url: `${accounts.origin}/calendar/feed/${secret}.ics` };
}

export async function removeCalendarFeed(
  accounts: AccountDeps,
  userId: string,
  client: Client,
): Promise<void> {
  const gone = await accounts.db
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
    .returning({ userId: calendarFeeds.userId });
  if (gone.length > 0) await recordSecurityEvent(accounts, userId, "calendar_feed_removed", client);
}

/**
 * Returns the id of the account to which a feed's secret belongs, or null. The query uses the unique index on
 * the hash.
 */
export async function calendarFeedOwnerOf(db: Database, secret: string): Promise<string | null> {
  if (!/^[\w-]{43}$/.test(secret)) return null;
  const [row] = await db
    .select({ userId: calendarFeeds.userId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.hash, hashToken(secret)));
  return row?.userId ?? null;
}
