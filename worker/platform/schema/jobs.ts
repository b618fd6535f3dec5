import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Messages of the job queue that failed every attempt, one row a body. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    /** Hash of the body. */
    id: text("id").primaryKey(),
    /** "unknown" for a message that this version cannot read. */
    job: text("job").notNull(),
    /** The message as JSON; of people it has ids alone. */
    body: text("body").notNull(),
    /** Class and reason of the last failure, never its message: that may hold anything. */
    error: text("error").notNull(),
    /** How often this body died. */
    times: integer("times").notNull(),
    firstAt: integer("first_at", { mode: "timestamp_ms" }).notNull(),
    lastAt: integer("last_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("dead_letters_by_time").on(table.lastAt)],
);
