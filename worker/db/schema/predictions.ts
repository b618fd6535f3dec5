import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

/** One finished analysis, frozen: what was shown, byte for byte. */
export const snapshots = sqliteTable(
  "snapshots",
  {
    id: text("id").primaryKey(),
    symbol: text("symbol").notNull(),
    dataMode: text("data_mode", { enum: ["live", "sample"] }).notNull(),
    modelVersion: text("model_version").notNull(),
    /** The market's time it speaks of. */
    asOf: integer("as_of", { mode: "timestamp_ms" }).notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** The contract's `Analysis` as JSON. */
    analysis: text("analysis").notNull(),
  },
  (table) => [index("snapshots_by_symbol").on(table.symbol, table.asOf)],
);

/** A call a user asked for. Pending until settled. */
export const predictions = sqliteTable(
  "predictions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    snapshotId: text("snapshot_id")
      .notNull()
      .references(() => snapshots.id),
    /** The request that made it: a repeated request finds its prediction instead of making another. */
    requestKey: text("request_key").notNull(),
    symbol: text("symbol").notNull(),
    companyName: text("company_name").notNull(),
    predictionType: text("prediction_type", { enum: ["beat", "miss"] }).notNull(),
    beatProbability: real("beat_probability").notNull(),
    baseRate: real("base_rate").notNull(),
    confidence: text("confidence", { enum: ["very_high", "high", "medium", "low"] }).notNull(),
    /** The consensus at the time of the call, which the report is measured against. */
    consensusEps: real("consensus_eps").notNull(),
    currency: text("currency"),
    fiscalQuarterEnd: text("fiscal_quarter_end"),
    /** Day (ISO) of the expected report. */
    reportDate: text("report_date"),
    isLocked: integer("is_locked", { mode: "boolean" }).notNull(),
    dataMode: text("data_mode", { enum: ["live", "sample"] }).notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** Null while pending. */
    actualResult: text("actual_result", { enum: ["beat", "miss"] }),
    actualEps: real("actual_eps"),
    isCorrect: integer("is_correct", { mode: "boolean" }),
    settledAt: integer("settled_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("predictions_by_request").on(table.userId, table.requestKey),
    index("predictions_by_user").on(table.userId, table.createdAt),
    index("predictions_by_user_symbol").on(table.userId, table.symbol, table.createdAt),
    index("predictions_pending").on(table.actualResult, table.reportDate),
  ],
);
