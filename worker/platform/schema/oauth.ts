import { and, eq, isNotNull, lt } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Datum } from "#contract/personal-data.ts";
import { retentionDays } from "#contract/retention.ts";
import type { ApiScope } from "#contract/rules.ts";
import { days, personal as declare } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

/**
 * Clients, and people's grants and tokens. Secrets are hashes; a grant's contents are encrypted with its
 * token.
 */
export const oauthRecords = sqliteTable(
  "oauth_records",
  {
    key: text("key").primaryKey(),
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    value: text("value").notNull(),
    metadata: text("metadata", { mode: "json" }),
    /** Of a grant: the app that a person connected. */
    app: text("app", { mode: "json" }).$type<{ name: string; domain: string | null; scopes: ApiScope[] }>(),
    createdAt: moment("created_at").notNull(),
    /** Of a grant's tokens. */
    lastUsedAt: moment("last_used_at"),
    expiresAt: moment("expires_at"),
  },
  (table) => [
    index("oauth_records_by_user").on(table.userId),
    index("oauth_records_by_expiry").on(table.expiresAt),
  ],
);

const apps: Datum = {
  group: "security-data",
  what: "Apps that you connected: name, what each may do, when it was connected and last used, and hashes of its tokens",
  why: "To let the app in, and to show you which have access",
  retention: `Until you disconnect the app, it is unused for ${days(retentionDays.connectedApp)}, or you delete the account`,
};

export const personal = [
  declare(oauthRecords, {
    data: [[apps, "key", "value", "metadata", "app", "createdAt", "lastUsedAt", "expiresAt"]],
    rowsOf: ({ userId }) => and(eq(oauthRecords.userId, userId), isNotNull(oauthRecords.app)),
    export: { as: "connectedApps", without: ["key", "value", "metadata"] },
    expired: (daysAgo) => lt(oauthRecords.expiresAt, daysAgo(0)),
  }),
];
