import type { RecordKind } from "#contract/figures.ts";
import { round } from "#model/statistics.ts";
import type { predictions } from "#platform/schema/predictions.ts";
import { daysBeforeReport } from "../ended-predictions.ts";

/** Increase the first number when a column changes and the second when one is added at the end. */
export const SCHEMA_VERSION = "1.0";

export type PublishedRow = { kind: RecordKind; prediction: typeof predictions.$inferSelect };

export type Cell = string | number | boolean | null;

export type OpenDataColumn = {
  name: string;
  type: "text" | "date" | "instant" | "number" | "integer" | "boolean";
  meaning: string;
  /** The column holds data of the market source and is published only where the source's license allows it. */
  isSources?: true;
  /** The column holds prices of prediction markets and is published only where they may be shown. */
  isTraders?: true;
  read: (row: PublishedRow) => Cell;
};

/** Rounds a share to four decimals, the precision with which it is scored. */
const share = (value: number) => round(value, 4);
const instant = (at: Date | null) => at?.toISOString() ?? null;

export const openDataColumns: readonly OpenDataColumn[] = [
  {
    name: "prediction_id",
    type: "text",
    meaning: "Names the prediction; its page is /track-record/ and this id.",
    read: ({ prediction }) => prediction.id,
  },
  {
    name: "record_kind",
    type: "text",
    meaning:
      "How it came about. live: locked before a real report. rehearsed: played later from past data. simulated: locked ahead of a report of the simulated market. replayed: computed later for a report of the simulated market.",
    read: ({ kind }) => kind,
  },
  {
    name: "symbol",
    type: "text",
    meaning: "Ticker of the company at the time, share classes with a dot.",
    read: ({ prediction }) => prediction.symbolAtPrediction ?? prediction.symbol,
  },
  {
    name: "company",
    type: "text",
    meaning: "Name of the company.",
    read: ({ prediction }) => prediction.companyName,
  },
  {
    name: "fiscal_quarter_end",
    type: "date",
    meaning: "Last day of the reported quarter.",
    read: ({ prediction }) => prediction.fiscalQuarterEnd,
  },
  {
    name: "report_date",
    type: "date",
    meaning: "Day of the report as expected at the lock, in New York.",
    read: ({ prediction }) => prediction.reportDate,
  },
  {
    name: "reports_at",
    type: "instant",
    meaning: "Moment of the expected report, UTC. Nothing is locked at or after it.",
    read: ({ prediction }) => instant(prediction.reportsAt),
  },
  {
    name: "as_of",
    type: "instant",
    meaning: "Moment of the market's time at which the prediction was made, UTC.",
    read: ({ prediction }) => instant(prediction.asOf),
  },
  {
    name: "days_before_report",
    type: "integer",
    meaning: "Whole days from as_of to reports_at.",
    read: ({ prediction }) => daysBeforeReport(prediction),
  },
  {
    name: "beat_probability",
    type: "number",
    meaning:
      "Predicted probability of a beat, from 0 to 1, with four decimals. Scores use it as it stands here.",
    read: ({ prediction }) => share(prediction.beatProbability),
  },
  {
    name: "base_rate",
    type: "number",
    meaning: "Share of beats among comparable companies at the time, from 0 to 1, with four decimals.",
    read: ({ prediction }) => share(prediction.baseRate),
  },
  {
    name: "prediction",
    type: "text",
    meaning: "beat where beat_probability is at least one half, else miss.",
    read: ({ prediction }) => prediction.predictionType,
  },
  {
    name: "confidence",
    type: "text",
    meaning: "very_high, high, medium or low, by fitted thresholds of the probability.",
    read: ({ prediction }) => prediction.confidence,
  },
  {
    name: "company_size",
    type: "text",
    meaning:
      "large, medium or small, by market value or number of analysts at the time. Empty where it is not known.",
    read: ({ prediction }) => prediction.companySize,
  },
  {
    name: "model_version",
    type: "text",
    meaning: "Version of the model that made it.",
    read: ({ prediction }) => prediction.modelVersion,
  },
  {
    name: "state",
    type: "text",
    meaning: "settled, or void where no usable figure was published. Void predictions have no score.",
    read: ({ prediction }) => prediction.state,
  },
  {
    name: "outcome",
    type: "text",
    meaning:
      "beat where the reported EPS was above the consensus at the lock, both rounded to the cent, else miss. Empty where void.",
    read: ({ prediction }) => prediction.actualResult,
  },
  {
    name: "is_correct",
    type: "boolean",
    meaning: "true where prediction and outcome are the same. Empty where void.",
    read: ({ prediction }) => prediction.isCorrect,
  },
  {
    name: "settled_at",
    type: "instant",
    meaning: "Moment at which the ledger's settlement was entered, UTC.",
    read: ({ prediction }) => instant(prediction.settledAt),
  },
  {
    name: "ledger_entry",
    type: "integer",
    meaning: "Number of its lock in the public ledger.",
    read: ({ prediction }) => prediction.ledgerSeq,
  },
  {
    name: "trader_price",
    type: "number",
    meaning:
      "Price of a prediction market at the lock, as a probability of a beat from 0 to 1: the middle of the best bid and ask. Empty where none was known.",
    isTraders: true,
    read: ({ prediction }) => prediction.traderPrice,
  },
  {
    name: "trader_objections",
    type: "text",
    meaning:
      "What kept that price from being compared with beat_probability, names with spaces between them, or none. Empty where no price was known.",
    isTraders: true,
    read: ({ prediction }) => (prediction.traderObjections === "" ? "none" : prediction.traderObjections),
  },
  {
    name: "combined_probability",
    type: "number",
    meaning:
      "Mean of the log-odds of beat_probability and trader_price, sealed with them, as a probability with four decimals. Settled rows that have it are compared with prediction markets.",
    isTraders: true,
    read: ({ prediction }) => prediction.combinedProbability,
  },
  {
    name: "sector",
    type: "text",
    meaning: "Sector of the company as the market source names it.",
    isSources: true,
    read: ({ prediction }) => prediction.sector,
  },
  {
    name: "currency",
    type: "text",
    meaning: "Currency of the EPS figures.",
    isSources: true,
    read: ({ prediction }) => prediction.currency,
  },
  {
    name: "consensus_eps",
    type: "number",
    meaning: "Analysts' EPS consensus at the lock.",
    isSources: true,
    read: ({ prediction }) => prediction.consensusEps,
  },
  {
    name: "reported_eps",
    type: "number",
    meaning: "Reported EPS that settled it. Empty where void.",
    isSources: true,
    read: ({ prediction }) => prediction.actualEps,
  },
  {
    name: "reported_by",
    type: "text",
    meaning: "Source of the reported EPS. Empty where void.",
    isSources: true,
    read: ({ prediction }) => prediction.actualSource,
  },
  {
    name: "void_reason",
    type: "text",
    meaning: "Why it is void, which may quote sources. Empty where settled.",
    isSources: true,
    read: ({ prediction }) => (prediction.state === "void" ? prediction.stateReason : null),
  },
];

export function columnarValue({ type, read }: OpenDataColumn, row: PublishedRow): Cell | Date {
  const cell = read(row);
  return (type === "date" || type === "instant") && typeof cell === "string" ? new Date(cell) : cell;
}

/** Which columns that are not ours may be published. */
export type PublishedParts = { hasSources: boolean; hasTraders: boolean };

export function publishedColumns({ hasSources, hasTraders }: PublishedParts): readonly OpenDataColumn[] {
  return openDataColumns.filter(
    ({ isSources, isTraders }) => (hasSources || !isSources) && (hasTraders || !isTraders),
  );
}
