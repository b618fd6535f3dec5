import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { SecurityEventKind } from "#contract/security.ts";
import { newId } from "#platform/ids.ts";
import { credentials } from "#platform/schema/accounts.ts";
import { apiKeys } from "#platform/schema/api-keys.ts";
import { calendarFeeds } from "#platform/schema/calendar-feeds.ts";
import { oauthRecords } from "#platform/schema/oauth.ts";
import { passkeys, securityEvents } from "#platform/schema/security.ts";
import { webhookEndpoints } from "#platform/schema/webhooks.ts";
import type { Accounts } from "./accounts.ts";
import type { Client } from "./sessions/client.ts";

const ENDED: SecurityEventKind = "standing_access_ended";

/**
 * Passkeys, linked sign-ins, API keys, connected apps, webhook endpoints and the calendar feed. Push devices
 * end with their sessions. For a batch; the trail names it where there was any.
 */
export function endingStandingAccess({ db, now }: Accounts, userId: string, client: Client) {
  const [keys, at] = [and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)), now()];
  const linked = and(eq(credentials.userId, userId), ne(credentials.providerId, "credential"));
  return [
    // In the order of the table's columns.
    db.insert(securityEvents).select(
      sql`SELECT ${newId("evt")}, ${userId}, ${ENDED}, ${client.device}, ${client.place}, ${at.getTime()}, 1
        WHERE EXISTS (SELECT 1 FROM ${apiKeys} WHERE ${keys})
          OR EXISTS (SELECT 1 FROM ${passkeys} WHERE ${eq(passkeys.userId, userId)})
          OR EXISTS (SELECT 1 FROM ${credentials} WHERE ${linked})
          OR EXISTS (SELECT 1 FROM ${webhookEndpoints} WHERE ${eq(webhookEndpoints.userId, userId)})
          OR EXISTS (SELECT 1 FROM ${oauthRecords} WHERE ${eq(oauthRecords.userId, userId)})
          OR EXISTS (SELECT 1 FROM ${calendarFeeds} WHERE ${eq(calendarFeeds.userId, userId)})`,
    ),
    db.delete(passkeys).where(eq(passkeys.userId, userId)),
    db.delete(credentials).where(linked),
    db.update(apiKeys).set({ revokedAt: at }).where(keys),
    db.delete(oauthRecords).where(eq(oauthRecords.userId, userId)),
    db.delete(webhookEndpoints).where(eq(webhookEndpoints.userId, userId)),
    db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId)),
  ] as const;
}
