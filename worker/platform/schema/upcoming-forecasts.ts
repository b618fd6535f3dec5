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
    /** The tier of inputs that the model had for this company. */
    featureTier: text("feature_tier").notNull(),
    modelVersion: text("model_version").notNull(),
    /** The EPS consensus at the time of scoring, in the currency in which the company reports. */
    consensusEps: real("consensus_eps").notNull(),
    /**
     * The bounds of the model's 80% interval, as surprises relative to the size of the consensus (0.1 is 10%),
     * before the day's width factor is applied.
     */
    intervalLow: real("interval_low"),
    intervalHigh: real("interval_high"),
    /**
     * The largest surprise that the interval may include after it is widened, relative to the size of the
     * consensus.
     */
    intervalLimit: real("interval_limit"),
    /**
     * What the day added to the log-odds of `beatProbability`, because the market's context was unknown. Null when
     * it was known.
     */
    contextShift: real("context_shift"),
    scoredAt: integer("scored_at", { mode: "timestamp_ms" }).notNull(),
    /**
     * The position of the lock in the ledger, or null until the forecast is locked. A locked forecast is never
     * scored again.
     */
    ledgerSeq: integer("ledger_seq"),
    lockedAt: integer("locked_at", { mode: "timestamp_ms" }),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);

/**
 * `no_round`: there was a forecast, but no run of the lock job locked it in time. `past_unread`: there was no
 * forecast, because the company's past reports had not been read yet.
 */
const missedReasons = ["no_round", "past_unread"] as const;
export type MissedReason = (typeof missedReasons)[number];

/**
 * Reports whose forecast was not locked in time. They are never locked, because the result may already be
 * public.
 */
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

/**
 * The factor by which the fitted 80% intervals are widened on a day (below 1, narrowed), and the number of
 * reports from which it was computed. Written once per day.
 */
export const intervalWidths = sqliteTable(
  "interval_widths",
  {
    ledgerId: text("ledger_id").notNull(),
    /** The ISO day in New York on which the factor applies. */
    day: text("day").notNull(),
    factor: real("factor").notNull(),
    reports: integer("reports").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.day] })],
);
