import { and, eq, isNotNull, lt } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import type { ApiScope } from "#contract/rules.ts";
import { days, declarePersonalTable as declare, untilDeleted } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

/** API keys. A revoked key is kept for a while, so that its owner can see when it was last used. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    prefix: text("prefix").notNull(),
    /** SHA-256 of the key. */
    hash: text("hash").notNull().unique(),
    scopes: text("scopes", { mode: "json" }).$type<readonly ("read" | "analyze")[]>().notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    lastUsedAt: integer("last_used_at", { mode: "timestamp_ms" }),
    revokedAt: integer("revoked_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("api_keys_by_user").on(table.userId, table.createdAt),
    index("api_keys_by_revocation").on(table.revokedAt),
  ],
);

const keys: DataCategory = {
  group: "security-data",
  what: "API keys: the name you gave it, its first characters, a hash, what it may do, when it was made, last used and revoked",
  why: "To let your programs in, and to show you which have been",
  retention: `${untilDeleted}; a revoked one, ${days(retentionDays.revokedApiKey)}`,
};

const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

/**
 * OAuth clients, and the grants and tokens that people gave to apps. Secrets are stored as hashes, and the
 * contents of a grant are encrypted with its token.
 */
export const oauthRecords = sqliteTable(
  "oauth_records",
  {
    key: text("key").primaryKey(),
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    value: text("value").notNull(),
    metadata: text("metadata", { mode: "json" }),
    /** The app that the person connected. Null for rows that are not grants. */
    app: text("app", { mode: "json" }).$type<{ name: string; domain: string | null; scopes: ApiScope[] }>(),
    createdAt: moment("created_at").notNull(),
    /** When a token of the grant was last used. Null for rows that are not grants. */
    lastUsedAt: moment("last_used_at"),
    expiresAt: moment("expires_at"),
  },
  (table) => [
    index("oauth_records_by_user").on(table.userId),
    index("oauth_records_by_expiry").on(table.expiresAt),
  ],
);

const apps: DataCategory = {
  group: "security-data",
  what: "Apps that you connected: name, what each may do, when it was connected and last used, and hashes of its tokens",
  why: "To let the app in, and to show you which have access",
  retention: `Until you disconnect the app, it is unused for ${days(retentionDays.connectedApp)}, or you delete the account`,
};

export const personal = [
  declare(apiKeys, {
    data: [[keys, "id", "name", "prefix", "hash", "scopes", "createdAt", "lastUsedAt", "revokedAt"]],
    export: { as: "apiKeys", without: ["hash"] },
    expired: (daysAgo) => lt(apiKeys.revokedAt, daysAgo(retentionDays.revokedApiKey)),
  }),
  declare(oauthRecords, {
    data: [[apps, "key", "value", "metadata", "app", "createdAt", "lastUsedAt", "expiresAt"]],
    rowsOf: ({ userId }) => and(eq(oauthRecords.userId, userId), isNotNull(oauthRecords.app)),
    export: { as: "connectedApps", without: ["key", "value", "metadata"] },
    expired: (daysAgo) => lt(oauthRecords.expiresAt, daysAgo(0)),
  }),
];
