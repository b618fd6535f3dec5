import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { declarePersonalTable as declare, requestedPredictionsData } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

type Unsettled = { void: number; unlocked: number };

/**
 * The archived years of people's predictions. Each row describes the file that holds one UTC year, with the
 * counts that can be answered without opening the file.
 */
export const pastPredictions = sqliteTable(
  "past_predictions",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    year: text("year").notNull(),
    /** The first digits of the SHA-256 of the file's uncompressed text. */
    file: text("file").notNull(),
    n: integer("n").notNull(),
    firstAt: integer("first_at", { mode: "timestamp_ms" }).notNull(),
    lastAt: integer("last_at", { mode: "timestamp_ms" }).notNull(),
    lastSettledAt: integer("last_settled_at", { mode: "timestamp_ms" }),
    /**
     * One digit per day of the year, 1 for a day with a prediction. Null once the year is too old to count for
     * a streak.
     */
    days: text("days"),
    /**
     * The number of void and of unlocked predictions by the quarter of their report. The key is "" when the
     * quarter is unknown.
     */
    unsettled: text("unsettled", { mode: "json" }).notNull().$type<Record<string, Unsettled>>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.year] })],
);

export const personal = [
  declare(pastPredictions, {
    data: [
      [
        requestedPredictionsData,
        "year",
        "file",
        "n",
        "firstAt",
        "lastAt",
        "lastSettledAt",
        "days",
        "unsettled",
      ],
    ],
    export: "The predictions themselves are exported, from their files.",
  }),
];
