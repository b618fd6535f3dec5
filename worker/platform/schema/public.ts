import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Counts the changes of what everybody may read of a market; part of the keys of the edge's copies. */
export const publicVersions = sqliteTable("public_versions", {
  ledgerId: text("ledger_id").primaryKey(),
  version: integer("version").notNull(),
});
