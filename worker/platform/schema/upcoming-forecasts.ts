import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { confidenceLevels, edgeVerdicts } from "#contract/rules.ts";

export const upcomingForecasts = sqliteTable(
  "upcoming_forecasts",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    beatProbability: real("beat_probability").notNull(),
    baseRate: real("base_rate").notNull(),
    edgeVerdict: text("edge_verdict", { enum: edgeVerdicts }).notNull(),
    confidence: text("confidence", { enum: confidenceLevels }).notNull(),
    /** Which inputs the model had for this company. */
    featureTier: text("feature_tier").notNull(),
    modelVersion: text("model_version").notNull(),
    /** The consensus that was scored against, in the currency of the reports. */
    consensusEps: real("consensus_eps").notNull(),
    /** The 80% interval as fitted: surprises relative to the size of the consensus. */
    intervalLow: real("interval_low"),
    intervalHigh: real("interval_high"),
    /** The interval never exceeds this limit, whatever the day's width factor is. */
    intervalLimit: real("interval_limit"),
    scoredAt: integer("scored_at", { mode: "timestamp_ms" }).notNull(),
    /** Position in the ledger; null until it is locked. A locked row is never scored again. */
    ledgerSeq: integer("ledger_seq"),
    lockedAt: integer("locked_at", { mode: "timestamp_ms" }),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);

/**
 * `no_round`: no round locked the report in time. `past_unread`: there was no forecast because the company's past
 * was still being read.
 */
const missedReasons = ["no_round", "past_unread"] as const;
export type MissedReason = (typeof missedReasons)[number];

/** The report may already be out, so this prediction is never locked. */
export const missedLocks = sqliteTable(
  "missed_locks",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    reason: text("reason", { enum: missedReasons }).notNull(),
    missedAt: integer("missed_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);

/** How much wider than fitted the 80% intervals of a day are. Written once per day. */
export const intervalWidths = sqliteTable(
  "interval_widths",
  {
    ledgerId: text("ledger_id").notNull(),
    /** ISO day in New York. */
    day: text("day").notNull(),
    factor: real("factor").notNull(),
    reports: integer("reports").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.day] })],
);
