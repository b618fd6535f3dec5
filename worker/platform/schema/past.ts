import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { asked, personal as declare } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

type Unsettled = { pending: number; void: number; unlocked: number };

/** A person's predictions of a year (UTC, by their time) that lie in a file, and what is asked of them without it. */
export const pastPredictions = sqliteTable(
  "past_predictions",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** "2026" */
    year: text("year").notNull(),
    /** Names the file: the first digits of its text's SHA-256. */
    file: text("file").notNull(),
    n: integer("n").notNull(),
    firstAt: integer("first_at", { mode: "timestamp_ms" }).notNull(),
    lastAt: integer("last_at", { mode: "timestamp_ms" }).notNull(),
    lastSettledAt: integer("last_settled_at", { mode: "timestamp_ms" }),
    /** One digit a day of the year, 1 where the person analysed; null once it is too old for a streak. */
    days: text("days"),
    /** How many have no result, by the quarter of their report; "" where its day was unknown. */
    unsettled: text("unsettled", { mode: "json" }).notNull().$type<Record<string, Unsettled>>(),
    /** When the first of its open ones must be in the database again, in the market's time; null where none is open. */
    backAt: integer("back_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.year] }),
    index("past_predictions_due").on(table.backAt).where(sql`back_at IS NOT NULL`),
  ],
);

export const personal = [
  declare(pastPredictions, {
    data: [[asked, "year", "file", "n", "firstAt", "lastAt", "lastSettledAt", "days", "unsettled", "backAt"]],
    export: "The predictions themselves are exported, from their files.",
  }),
];
