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
    /** How much the model could see of the company. */
    featureTier: text("feature_tier").notNull(),
    modelVersion: text("model_version").notNull(),
    /** As scored against, in the reports' currency. */
    consensusEps: real("consensus_eps").notNull(),
    /** 80%, as fitted: surprises relative to the consensus's size. */
    intervalLow: real("interval_low"),
    intervalHigh: real("interval_high"),
    /** Not exceeded, whatever the day's width. */
    intervalLimit: real("interval_limit"),
    scoredAt: integer("scored_at", { mode: "timestamp_ms" }).notNull(),
    /** In the ledger; null until it is locked. A locked row is never scored again. */
    ledgerSeq: integer("ledger_seq"),
    lockedAt: integer("locked_at", { mode: "timestamp_ms" }),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);

/** No round locked in time, or no prediction while its past was read. */
const missedReasons = ["no_round", "past_unread"] as const;
export type MissedReason = (typeof missedReasons)[number];

/** May be out without a lock: nothing is locked late. */
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

/** How much wider than fitted a day's 80% intervals are. Written once. */
export const intervalWidths = sqliteTable(
  "interval_widths",
  {
    ledgerId: text("ledger_id").notNull(),
    /** ISO, New York. */
    day: text("day").notNull(),
    factor: real("factor").notNull(),
    reports: integer("reports").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.day] })],
);
