import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { asked, personal as declare } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

type Unsettled = { void: number; unlocked: number };

/** A year's (UTC) in a file, and what is asked without it. */
export const pastPredictions = sqliteTable(
  "past_predictions",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    year: text("year").notNull(),
    /** The start of its text's SHA-256. */
    file: text("file").notNull(),
    n: integer("n").notNull(),
    firstAt: integer("first_at", { mode: "timestamp_ms" }).notNull(),
    lastAt: integer("last_at", { mode: "timestamp_ms" }).notNull(),
    lastSettledAt: integer("last_settled_at", { mode: "timestamp_ms" }),
    /** A digit a day, 1 for an analysis; null once too old for a streak. */
    days: text("days"),
    /** By the report's quarter; "" for an unknown day. */
    unsettled: text("unsettled", { mode: "json" }).notNull().$type<Record<string, Unsettled>>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.year] })],
);

export const personal = [
  declare(pastPredictions, {
    data: [[asked, "year", "file", "n", "firstAt", "lastAt", "lastSettledAt", "days", "unsettled"]],
    export: "The predictions themselves are exported, from their files.",
  }),
];
