import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { confidenceLevels, edgeVerdicts } from "#contract/rules.ts";

/** What the model says of a coming report: one row a ledgerId, company and fiscal quarter. */
export const slate = sqliteTable(
  "slate",
  {
    ledgerId: text("ledger_id").notNull(),
    /** As `dottedClass` writes it. */
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    beatProbability: real("beat_probability").notNull(),
    baseRate: real("base_rate").notNull(),
    edgeVerdict: text("edge_verdict", { enum: edgeVerdicts }).notNull(),
    confidence: text("confidence", { enum: confidenceLevels }).notNull(),
    /** How much the model could see of the company: one of the model's views. */
    view: text("view").notNull(),
    modelVersion: text("model_version").notNull(),
    /** The consensus it was scored against, in the currency of the company's reports. */
    consensusEps: real("consensus_eps").notNull(),
    /** Times of the market. */
    scoredAt: integer("scored_at", { mode: "timestamp_ms" }).notNull(),
    /** Its lock's number in the ledger; null until it is locked. A locked row is never scored again. */
    ledgerSeq: integer("ledger_seq"),
    lockedAt: integer("locked_at", { mode: "timestamp_ms" }),
    /** When it was seen that the report may be out without a lock: it is never locked late. */
    missedAt: integer("missed_at", { mode: "timestamp_ms" }),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);
