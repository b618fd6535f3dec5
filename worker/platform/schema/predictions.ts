import { eq, sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Datum } from "#contract/personal-data.ts";
import { companySizes, confidenceLevels, recordKinds } from "#contract/rules.ts";
import { accountNumber, asked, personal as declare, untilDeleted } from "../personal-data/declare.ts";
import { userScope } from "../scope.ts";
import { users } from "./accounts.ts";

/** A prediction: one that a user asked for, or one of record made by the daily job (without a user). */
export const predictions = sqliteTable(
  "predictions",
  {
    id: text("id").primaryKey(),
    /** Whose it is: `user:<id>`, or `record:<ledger>`. Metrics are summed by it. */
    scope: text("scope").notNull(),
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    ledgerId: text("ledger_id").notNull(),
    /** The request that made it: a repeated request finds its prediction instead of making another. */
    requestKey: text("request_key").notNull(),
    symbol: text("symbol").notNull(),
    companyName: text("company_name").notNull(),
    sector: text("sector"),
    modelVersion: text("model_version").notNull(),
    predictionType: text("prediction_type", { enum: ["beat", "miss"] }).notNull(),
    beatProbability: real("beat_probability").notNull(),
    /** Probability of the predicted type, 0.5 to 1: what lists are sorted by. */
    predictedProbability: real("predicted_probability").notNull(),
    baseRate: real("base_rate").notNull(),
    confidence: text("confidence", { enum: confidenceLevels }).notNull(),
    /** The consensus at the time of the prediction, which the report is measured against. */
    consensusEps: real("consensus_eps").notNull(),
    currency: text("currency"),
    fiscalQuarterEnd: text("fiscal_quarter_end"),
    /** Day (ISO) of the expected report. */
    reportDate: text("report_date"),
    reportsAt: integer("reports_at", { mode: "timestamp_ms" }),
    /** Names its lock in the ledger; users who share a run share its lock. Null: it cannot be locked. */
    lockId: text("lock_id"),
    /** Its lock's number in the ledger; null until it is there. */
    ledgerSeq: integer("ledger_seq"),
    dataMode: text("data_mode", { enum: ["live", "sample"] }).notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** `unlocked` predictions are on no record and are never settled. */
    state: text("state", { enum: ["pending", "settled", "void", "review", "unlocked"] }).notNull(),
    stateReason: text("state_reason"),
    /** When the jobs look at it next, in the market's time; null when there is nothing left to do. */
    dueAt: integer("due_at", { mode: "timestamp_ms" }),
    /** Null while pending. */
    actualResult: text("actual_result", { enum: ["beat", "miss"] }),
    actualEps: real("actual_eps"),
    actualSource: text("actual_source"),
    isCorrect: integer("is_correct", { mode: "boolean" }),
    settledAt: integer("settled_at", { mode: "timestamp_ms" }),
    /** The attempt that settled it; its sums are counted by the same attempt only. */
    settlementAttempt: text("settlement_attempt"),
    asOf: integer("as_of", { mode: "timestamp_ms" }),
    /** SHA-256 that names the file of the frozen analysis, or of a slate lock's evidence. */
    evidenceHash: text("evidence_hash").notNull(),
    /** Of the company, as its reference class has it at the lock; null where it is not known. */
    companySize: text("company_size", { enum: companySizes }),
    /**
     * Midpoint of the EPS that the company had guided less the consensus, at the lock of record; null where it is not
     * known. For refits; the model does not read it.
     */
    guidanceAgainstConsensus: real("guidance_against_consensus"),
  },
  (table) => [
    uniqueIndex("predictions_by_request").on(table.scope, table.requestKey),
    index("predictions_by_state").on(table.scope, table.state, table.settledAt, table.id),
    index("predictions_by_lock").on(table.lockId).where(sql`lock_id IS NOT NULL`),
    index("predictions_due")
      .on(table.ledgerId, table.dueAt, table.symbol, table.fiscalQuarterEnd)
      .where(sql`due_at IS NOT NULL`),
    // Of people alone, also for the deletion of an account; a list in another order is sorted among one person's rows.
    index("predictions_by_user").on(table.userId, table.createdAt, table.id).where(sql`user_id IS NOT NULL`),
  ],
);

/** Sums over the settled predictions of a scope, one row a group; probabilities in hundredths of a percent. */
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
    /** What they were computed from; another one makes them stale. */
    stamp: text("stamp").notNull(),
    settled: integer("settled").notNull(),
    figures: text("figures").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.kind] })],
);

/** A reported figure that a user sent in with a link: evidence for review. */
export const resultReports = sqliteTable(
  "result_reports",
  {
    /** No reference: it outlives the row, which moves into a file. */
    predictionId: text("prediction_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    eps: real("eps").notNull(),
    url: text("url").notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** When an operator found it worthless; null while it counts. */
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

const sentIn: Datum = {
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
        asked,
        "id",
        "requestKey",
        "symbol",
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
        asked,
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
