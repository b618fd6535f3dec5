import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const calibrationChecks = sqliteTable(
  "calibration_checks",
  {
    /** Which market: "live", "sample", or one with its set clock. */
    ledgerId: text("ledger_id").notNull(),
    /** Calendar month (UTC, "2026-11") of the settlement. */
    month: text("month").notNull(),
    dimension: text("dimension", { enum: ["all", "class", "sector", "model"] }).notNull(),
    /** Name of the group; empty for all. */
    key: text("key").notNull(),
    n: integer("n").notNull(),
    beatShare: real("beat_share").notNull(),
    meanProbability: real("mean_probability").notNull(),
    shareError: real("share_error").notNull(),
    /** 1 where forecasts are as far apart as outcomes; null with too few of either outcome. */
    slope: real("slope"),
    slopeError: real("slope_error"),
    /** Why it is an alarm, as a sentence; null where it is none. */
    alarm: text("alarm"),
    checkedAt: integer("checked_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.month, table.dimension, table.key] })],
);

/** What health said once an hour; an hour without a row is one in which the jobs or the database did not run. */
export const statusHours = sqliteTable("status_hours", {
  /** Hour in UTC, "2026-11-23T14". */
  hour: text("hour").primaryKey(),
  queue: integer("queue", { mode: "boolean" }).notNull(),
  objects: integer("objects", { mode: "boolean" }).notNull(),
  source: integer("source", { mode: "boolean" }).notNull(),
  jobs: integer("jobs", { mode: "boolean" }).notNull(),
});

export const driftWeeks = sqliteTable(
  "drift_weeks",
  {
    /** Which market: "live", "sample", or one with its set clock. */
    ledgerId: text("ledger_id").notNull(),
    /** ISO 8601 week, "2026-W47". */
    week: text("week").notNull(),
    /** First and last day (ISO, UTC) of the settlements that were tested. */
    firstDay: text("first_day").notNull(),
    lastDay: text("last_day").notNull(),
    n: integer("n").notNull(),
    /** JSON: the figures of each group. */
    checks: text("checks").notNull(),
    /** JSON: differences beyond what is tolerated, each with the week since which it stands; empty where there are none. */
    findings: text("findings").notNull(),
    /** JSON: changes of calibration that are proposed, with their evidence. */
    proposals: text("proposals").notNull(),
    /** Whether a finding is new, so that operators are written to. */
    hasNews: integer("has_news", { mode: "boolean" }).notNull(),
    checkedAt: integer("checked_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.week] })],
);
