import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const usageCounts = sqliteTable(
  "usage_counts",
  {
    day: text("day").notNull(),
    kind: text("kind", { enum: ["screen", "feature"] }).notNull(),
    used: text("used").notNull(),
    n: integer("n").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.used] })],
);
