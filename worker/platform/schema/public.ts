import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Counts changes of public data; in the edge's keys. */
export const publicVersions = sqliteTable("public_versions", {
  ledgerId: text("ledger_id").primaryKey(),
  version: integer("version").notNull(),
});
