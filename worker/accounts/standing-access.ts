import { and, eq, isNull, sql } from "drizzle-orm";
import type { SecurityEventKind } from "#contract/security.ts";
import { newId } from "#platform/ids.ts";
import { apiKeys } from "#platform/schema/api-keys.ts";
import { calendarFeeds } from "#platform/schema/calendar-feeds.ts";
import { oauthRecords } from "#platform/schema/oauth.ts";
import { securityEvents } from "#platform/schema/security.ts";
import { webhookEndpoints } from "#platform/schema/webhooks.ts";
import type { Accounts } from "./accounts.ts";
import type { Client } from "./sessions/client.ts";

const ENDED: SecurityEventKind = "standing_access_ended";

/**
 * The statements that end what reads or acts for an account without a session: API keys, connected apps,
 * webhook endpoints and the calendar feed. Push devices end with their sessions. For a batch; the trail names it where there was any.
 */
export function endingStandingAccess({ db, now }: Accounts, userId: string, client: Client) {
  const [keys, at] = [and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)), now()];
  return [
    // In the order of the table's columns.
    db.insert(securityEvents).select(
      sql`SELECT ${newId("evt")}, ${userId}, ${ENDED}, ${client.device}, ${client.place}, ${at.getTime()}, 1
        WHERE EXISTS (SELECT 1 FROM ${apiKeys} WHERE ${keys})
          OR EXISTS (SELECT 1 FROM ${webhookEndpoints} WHERE ${eq(webhookEndpoints.userId, userId)})
          OR EXISTS (SELECT 1 FROM ${oauthRecords} WHERE ${eq(oauthRecords.userId, userId)})
          OR EXISTS (SELECT 1 FROM ${calendarFeeds} WHERE ${eq(calendarFeeds.userId, userId)})`,
    ),
    db.update(apiKeys).set({ revokedAt: at }).where(keys),
    db.delete(oauthRecords).where(eq(oauthRecords.userId, userId)),
    db.delete(webhookEndpoints).where(eq(webhookEndpoints.userId, userId)),
    db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId)),
  ] as const;
}
