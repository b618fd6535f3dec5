import { lt } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Datum } from "#contract/personal-data.ts";
import { retentionDays } from "#contract/retention.ts";
import { days, personal as declare, untilDeleted } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

/** A revoked one stays for a while, with its last use. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    prefix: text("prefix").notNull(),
    /** SHA-256. */
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

const keys: Datum = {
  group: "security-data",
  what: "API keys: the name you gave it, its first characters, a hash, what it may do, when it was made, last used and revoked",
  why: "To let your programs in, and to show you which have been",
  retention: `${untilDeleted}; a revoked one, ${days(retentionDays.revokedApiKey)}`,
};

export const personal = [
  declare(apiKeys, {
    data: [[keys, "id", "name", "prefix", "hash", "scopes", "createdAt", "lastUsedAt", "revokedAt"]],
    export: { as: "apiKeys", without: ["hash"] },
    expired: (daysAgo) => lt(apiKeys.revokedAt, daysAgo(retentionDays.revokedApiKey)),
  }),
];
