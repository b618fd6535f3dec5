import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

/** Keys of the public API. A revoked one stays for a while, so that its owner sees when it was last used. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Its first characters, by which a person tells it from others. */
    prefix: text("prefix").notNull(),
    /** SHA-256 of the key, which only its owner knows. */
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
