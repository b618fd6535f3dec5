import { lt } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Datum } from "#contract/personal-data.ts";
import { retentionDays } from "#contract/retention.ts";
import { days, personal as declare } from "../personal-data/declare.ts";

export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: text("id").primaryKey(),
    /** "unknown" for a message that this version cannot read. */
    job: text("job").notNull(),
    /** JSON; of people ids alone. */
    body: text("body").notNull(),
    /** Class and reason, never the message: it may hold anything. */
    error: text("error").notNull(),
    times: integer("times").notNull(),
    firstAt: integer("first_at", { mode: "timestamp_ms" }).notNull(),
    lastAt: integer("last_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("dead_letters_by_time").on(table.lastAt)],
);

const failed: Datum = {
  group: "mail-data",
  what: "Work of ours that failed for good, with the ids of the accounts, readers or payments that it was for",
  why: "To find out why, and to do it later",
  retention: days(retentionDays.deadLetter),
};

export const personal = [
  declare(deadLetters, {
    data: [[failed, "id", "job", "body", "error", "times", "firstAt", "lastAt"]],
    export: "Names many people at a time, by ids alone.",
    deletion: "Stays for its time: a job that finds no account does nothing.",
    expired: (daysAgo) => lt(deadLetters.lastAt, daysAgo(retentionDays.deadLetter)),
  }),
];
