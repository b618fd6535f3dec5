import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const calibrationChecks = sqliteTable(
  "calibration_checks",
  {
    ledgerId: text("ledger_id").notNull(),
    /** UTC, of the settlement. */
    month: text("month").notNull(),
    dimension: text("dimension", { enum: ["all", "class", "sector", "model"] }).notNull(),
    /** Empty for all. */
    key: text("key").notNull(),
    n: integer("n").notNull(),
    beatShare: real("beat_share").notNull(),
    meanProbability: real("mean_probability").notNull(),
    shareError: real("share_error").notNull(),
    /** 1 is calibrated; null with too few of either outcome. */
    slope: real("slope"),
    slopeError: real("slope_error"),
    alarm: text("alarm"),
    checkedAt: integer("checked_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.month, table.dimension, table.key] })],
);

/** An hour without a row: jobs or database did not run. */
export const statusHours = sqliteTable("status_hours", {
  hour: text("hour").primaryKey(),
  queue: integer("queue", { mode: "boolean" }).notNull(),
  objects: integer("objects", { mode: "boolean" }).notNull(),
  source: integer("source", { mode: "boolean" }).notNull(),
  jobs: integer("jobs", { mode: "boolean" }).notNull(),
});

export const driftWeeks = sqliteTable(
  "drift_weeks",
  {
    ledgerId: text("ledger_id").notNull(),
    /** ISO 8601, "2026-W47". */
    week: text("week").notNull(),
    /** ISO, UTC. */
    firstDay: text("first_day").notNull(),
    lastDay: text("last_day").notNull(),
    n: integer("n").notNull(),
    /** JSON. */
    checks: text("checks").notNull(),
    /** JSON: differences beyond tolerance, each with its first week. */
    findings: text("findings").notNull(),
    /** JSON, with evidence. */
    proposals: text("proposals").notNull(),
    hasNews: integer("has_news", { mode: "boolean" }).notNull(),
    checkedAt: integer("checked_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.week] })],
);
