import { eq, sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DataCategory } from "#contract/retention.ts";
import { companySizes, confidenceLevels, recordKinds } from "#contract/rules.ts";
import {
  accountNumber,
  declarePersonalTable as declare,
  requestedPredictionsData,
  untilDeleted,
} from "../personal-data/declare.ts";
import { userScope } from "../scope.ts";
import { users } from "./accounts.ts";

/** Predictions that users requested and those of the public record. */
export const predictions = sqliteTable(
  "predictions",
  {
    id: text("id").primaryKey(),
    /**
     * Whose prediction it is: `user:<id>` or `record:<ledger>`, and `deleted:<ledger>` after an account was
     * deleted. The tallies are kept per scope.
     */
    scope: text("scope").notNull(),
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    ledgerId: text("ledger_id").notNull(),
    /** Identifies the request within its scope, so that a retry returns the stored prediction. */
    requestKey: text("request_key").notNull(),
    /** The company's current ticker. */
    symbol: text("symbol").notNull(),
    /**
     * The ticker at the time of the prediction, as written in the evidence and the ledger. Null when it equals
     * the current ticker.
     */
    symbolAtPrediction: text("symbol_at_prediction"),
    companyName: text("company_name").notNull(),
    sector: text("sector"),
    modelVersion: text("model_version").notNull(),
    predictionType: text("prediction_type", { enum: ["beat", "miss"] }).notNull(),
    beatProbability: real("beat_probability").notNull(),
    /** The probability of `predictionType`, between 0.5 and 1. It is stored because lists are sorted by it. */
    predictedProbability: real("predicted_probability").notNull(),
    baseRate: real("base_rate").notNull(),
    confidence: text("confidence", { enum: confidenceLevels }).notNull(),
    /** The consensus at the time of the prediction. The reported EPS is compared with it. */
    consensusEps: real("consensus_eps").notNull(),
    currency: text("currency"),
    fiscalQuarterEnd: text("fiscal_quarter_end"),
    reportDate: text("report_date"),
    reportsAt: integer("reports_at", { mode: "timestamp_ms" }),
    /**
     * Identifies the prediction's lock. Users who share an analysis share its lock. Null means that the
     * prediction cannot be locked.
     */
    lockId: text("lock_id"),
    /** The position of the lock in the ledger, or null until it is written there. */
    ledgerSeq: integer("ledger_seq"),
    dataMode: text("data_mode", { enum: ["live", "sample"] }).notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** An `unlocked` prediction was never locked, so it does not count in the record and is never settled. */
    state: text("state", { enum: ["pending", "settled", "void", "review", "unlocked"] }).notNull(),
    stateReason: text("state_reason"),
    /**
     * When the settlement job must next look at the prediction, by the market clock. Null when nothing is left
     * to do.
     */
    dueAt: integer("due_at", { mode: "timestamp_ms" }),
    actualResult: text("actual_result", { enum: ["beat", "miss"] }),
    actualEps: real("actual_eps"),
    actualSource: text("actual_source"),
    isCorrect: integer("is_correct", { mode: "boolean" }),
    settledAt: integer("settled_at", { mode: "timestamp_ms" }),
    /** Identifies the attempt that settled the prediction. Only that attempt adds it to the tallies. */
    settlementAttempt: text("settlement_attempt"),
    asOf: integer("as_of", { mode: "timestamp_ms" }),
    /** SHA-256 of the stored analysis, or of the evidence of a forecast lock. */
    evidenceHash: text("evidence_hash").notNull(),
    /** The company's size class at the time of the lock. */
    companySize: text("company_size", { enum: companySizes }),
    /**
     * The midpoint of the company's EPS guidance minus the consensus at the time of the lock. It is stored for
     * fitting later models.
     */
    guidanceAgainstConsensus: real("guidance_against_consensus"),
    /**
     * The price of a prediction market at the lock, as a probability of a beat, and what keeps it from being scored
     * against ours: an empty text when nothing does, otherwise names of `priceObjections` with spaces between them.
     * Both are null when no price was known.
     */
    traderPrice: real("trader_price"),
    traderObjections: text("trader_objections"),
    /** The mean of our log-odds and the traders' at the lock, as a probability. */
    combinedProbability: real("combined_probability"),
  },
  (table) => [
    uniqueIndex("predictions_by_request").on(table.scope, table.requestKey),
    index("predictions_by_state").on(table.scope, table.state, table.settledAt, table.id),
    index("predictions_by_lock").on(table.lockId).where(sql`lock_id IS NOT NULL`),
    index("predictions_due")
      .on(table.ledgerId, table.dueAt, table.symbol, table.fiscalQuarterEnd)
      .where(sql`due_at IS NOT NULL`),
    // A partial index on the locks with a price of a prediction market, which are few.
    index("predictions_with_prices").on(table.scope, table.state).where(sql`trader_objections IS NOT NULL`),
    // A partial index on the rows that belong to a person, which also serves account deletion. Lists in any
    // other order sort one person's rows.
    index("predictions_by_user").on(table.userId, table.createdAt, table.id).where(sql`user_id IS NOT NULL`),
  ],
);

/**
 * Sums over the settled predictions of a scope, one row per group. `probabilitySum` is in hundredths of a
 * percent; the Brier sums are in squares of that unit.
 */
export const tallies = sqliteTable(
  "tallies",
  {
    scope: text("scope").notNull(),
    dimension: text("dimension", {
      enum: ["all", "bin", "confidence", "sector", "model", "quarter"],
    }).notNull(),
    key: text("key").notNull(),
    n: integer("n").notNull(),
    correct: integer("correct").notNull(),
    beats: integer("beats").notNull(),
    predictedBeat: integer("predicted_beat").notNull(),
    predictedBeatCorrect: integer("predicted_beat_correct").notNull(),
    probabilitySum: integer("probability_sum").notNull(),
    brierSum: integer("brier_sum").notNull(),
    baseBrierSum: integer("base_brier_sum").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.dimension, table.key] })],
);

export const recordFigures = sqliteTable(
  "record_figures",
  {
    scope: text("scope").notNull(),
    kind: text("kind", { enum: recordKinds }).notNull(),
    /**
     * Identifies the state of the record from which the figures were computed. A different current state means
     * that they are outdated.
     */
    stamp: text("stamp").notNull(),
    settled: integer("settled").notNull(),
    figures: text("figures").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.kind] })],
);

/** Results that users reported with a link, as evidence for a review. */
export const resultReports = sqliteTable(
  "result_reports",
  {
    /**
     * There is no foreign key, because the report outlives the prediction's row, which is deleted once it is
     * archived in a file.
     */
    predictionId: text("prediction_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    eps: real("eps").notNull(),
    url: text("url").notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** When an operator dismissed the report as useless. */
    dismissedAt: integer("dismissed_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    primaryKey({ columns: [table.predictionId, table.userId] }),
    index("result_reports_by_user").on(table.userId),
    index("result_reports_by_quarter").on(table.symbol, table.fiscalQuarterEnd),
  ],
);

export const jobProgress = sqliteTable(
  "job_progress",
  { job: text("job").notNull(), day: text("day").notNull(), position: integer("position").notNull() },
  (table) => [primaryKey({ columns: [table.job, table.day] })],
);

export const ledgerChecks = sqliteTable("ledger_checks", {
  ledgerId: text("ledger_id").primaryKey(),
  seq: integer("seq").notNull(),
});

const sentIn: DataCategory = {
  group: "use-data",
  what: "Reported results you sent in: figure, link and time",
  why: "To review a settlement; they are never published",
  retention: untilDeleted,
};

export const personal = [
  declare(predictions, {
    data: [
      [accountNumber, "userId", "scope"],
      [
        requestedPredictionsData,
        "id",
        "requestKey",
        "symbol",
        "symbolAtPrediction",
        "predictionType",
        "beatProbability",
        "predictedProbability",
        "confidence",
        "createdAt",
        "state",
        "isCorrect",
      ],
    ],
    export: "With its frozen analysis, by worker/accounts/privacy/export.ts.",
  }),
  declare(tallies, {
    data: [
      [accountNumber, "scope"],
      [
        requestedPredictionsData,
        "dimension",
        "key",
        "n",
        "correct",
        "beats",
        "predictedBeat",
        "predictedBeatCorrect",
        "probabilitySum",
        "brierSum",
        "baseBrierSum",
      ],
    ],
    rowsOf: ({ userId }) => eq(tallies.scope, userScope(userId)),
    export: { as: "scorecard", without: ["scope"] },
    deletion: ({ userId }) => eq(tallies.scope, userScope(userId)),
  }),
  declare(resultReports, {
    data: [[sentIn, "predictionId", "symbol", "fiscalQuarterEnd", "eps", "url", "dismissedAt", "createdAt"]],
    export: { as: "reportedResults" },
  }),
];
