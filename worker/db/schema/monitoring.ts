import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How the predictions of record that were settled in a month agree with what happened. One row a group of them. */
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
    /** Standard error of the share of beats if the probabilities are right. */
    shareError: real("share_error").notNull(),
    /** 1 where forecasts are as far apart as outcomes; null with too few of either outcome. */
    slope: real("slope"),
    slopeError: real("slope_error"),
    /** Why it is an alarm, as a sentence; null where it is none. */
    alarm: text("alarm"),
    /** When these figures were first seen, in the market's time. */
    checkedAt: integer("checked_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.month, table.dimension, table.key] })],
);
