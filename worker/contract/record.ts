import { z } from "zod";
import { recordKindSchema } from "./figures.ts";
import { ledgerEntrySchema, ledgerHeadSchema } from "./ledger.ts";
import {
  calibrationBinNumberSchema,
  confidenceSchema,
  dataModeSchema,
  predictionHistoryItemSchema,
  predictionTypeSchema,
} from "./prediction.ts";
import { publicUrlSchema } from "./public-url.ts";
import { recapSchema } from "./recap.ts";
import { companySizes, MIN_SETTLED_FOR_PERCENTAGE } from "./rules.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

/** A share of cases with its number and Wilson's 95% interval. */
const rateSchema = z.object({ n: count, hits: count, share, low: share, high: share });
export type Rate = z.infer<typeof rateSchema>;

/** Whether enough is settled to show a share as a percentage. */
export function deservesPercentage({ n }: Pick<Rate, "n">): boolean {
  return n >= MIN_SETTLED_FOR_PERCENTAGE;
}

/** Settled predictions of one group. Rates are null without any. */
const groupScoreSchema = z.object({
  key: z.string().max(80),
  n: count,
  correct: count,
  accuracy: rateSchema.nullable(),
  brier: z.number().nullable(),
  /** 1 - Brier / Brier of the base rate: above 0 is better than always saying the base rate. */
  skill: z.number().nullable(),
});
export type GroupScore = z.infer<typeof groupScoreSchema>;

/** Predictions whose P(beat) lay between `from` and `to`, and how many of them beat. */
const calibrationBinSchema = z.object({
  from: share,
  to: share,
  n: count,
  /** Mean P(beat) in the bin. */
  meanProbability: share.nullable(),
  /** Share that beat. */
  beat: rateSchema.nullable(),
});
export type CalibrationBin = z.infer<typeof calibrationBinSchema>;

/** How settled predictions turned out, the same for a user and for the record. */
export const scorecardSchema = z.object({
  settled: count,
  correct: count,
  wrong: count,
  /** Share of right predictions. */
  accuracy: rateSchema.nullable(),
  /** Share of beats among the settled reports: how often always saying "beat" would have been right. */
  beatRate: rateSchema.nullable(),
  beatCalls: rateSchema.nullable(),
  missCalls: rateSchema.nullable(),
  /** Mean squared error of P(beat); 0 is perfect, 0.25 a coin. */
  brier: z.number().nullable(),
  /** The same for always saying the base rate. */
  baseBrier: z.number().nullable(),
  skill: z.number().nullable(),
  bins: z.array(calibrationBinSchema).max(10),
  byConfidence: z.array(groupScoreSchema).max(10),
  bySector: z.array(groupScoreSchema).max(60),
  byModel: z.array(groupScoreSchema).max(200),
  /** By calendar quarter of the report ("2026-Q3"), oldest first. */
  byQuarter: z.array(groupScoreSchema).max(400),
});
export type Scorecard = z.infer<typeof scorecardSchema>;

/** A prediction of record in a list. What it says is null while it is sealed, unless the reader's plan opens it. */
const recordItemSchema = predictionHistoryItemSchema.extend({
  predictionType: predictionTypeSchema.nullable(),
  probability: z.string().max(6).nullable(),
  beatProbability: z.number().nullable(),
  confidence: confidenceSchema.nullable(),
  settledAt: z.iso.datetime().nullable(),
  /** The ledger has not revealed it: it is neither settled nor void. */
  isSealed: z.boolean(),
});
export type RecordItem = z.infer<typeof recordItemSchema>;

/** A settled prediction of record: everybody may read all of it. */
const settledItemSchema = predictionHistoryItemSchema.extend({
  settledAt: z.iso.datetime().nullable(),
  isSealed: z.boolean(),
});

/** GET /api/track-record */
export const trackRecordSchema = z.object({
  dataMode: dataModeSchema,
  /** Predictions that were computed after the fact on the simulated market, as of their dates. */
  replayed: count,
  counts: z.object({ settled: count, pending: count, review: count, void: count }),
  /** False below MIN_SETTLED_FOR_SKILL: no percentage is to be shown as a headline. */
  hasHeadline: z.boolean(),
  scorecard: scorecardSchema,
  latestCorrect: z.array(settledItemSchema).max(10),
  latestWrong: z.array(settledItemSchema).max(10),
  ledger: ledgerHeadSchema.extend({
    /** Verifies the checkpoints, as signed-note writes it; null where none are signed. */
    key: z.string().max(300).nullable(),
    /** The newest signed checkpoint; null before the first. */
    checkpoint: z.object({ size: count, signedAt: z.iso.datetime() }).nullable(),
    /** Sealed locks, of them those not yet settled or void, and when the first was sealed. */
    sealed: count,
    open: count,
    sealedSince: z.iso.datetime().nullable(),
  }),
});
export type TrackRecord = z.infer<typeof trackRecordSchema>;

const openOutcomes = ["pending", "review"] as const;
/** Filters by what a seal hides: they would tell it of open predictions, one list at a time. */
const sealedFilters = ["bin", "confidence", "model"] as const;

export const recordListQuerySchema = z
  .object({
    outcome: z.enum(["correct", "wrong", "settled", "void", ...openOutcomes]).default("settled"),
    /** How the symbol begins. */
    symbol: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9][A-Z0-9.-]{0,14}$/)
      .optional(),
    kind: recordKindSchema.optional(),
    bin: calibrationBinNumberSchema.optional(),
    confidence: confidenceSchema.optional(),
    model: z.string().max(40).optional(),
    sector: z.string().max(100).optional(),
    size: z.enum(companySizes).optional(),
    /** Day of the report, both inside. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    /** Moment in milliseconds and id of the last item of the page before, from its `next`. */
    before: z
      .string()
      .regex(/^\d{1,15} [\w-]{1,60}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  })
  .refine(
    (query) =>
      !openOutcomes.some((outcome) => outcome === query.outcome) ||
      sealedFilters.every((name) => query[name] === undefined),
    { path: ["outcome"], message: "What is sealed cannot be filtered by." },
  );
export type RecordListQuery = z.infer<typeof recordListQuerySchema>;

/** GET /api/track-record/predictions */
export const recordListSchema = z.object({
  items: z.array(recordItemSchema).max(100),
  /** Asks for the next page as `before`; null at the end. */
  next: z.string().max(80).nullable(),
});
export type RecordList = z.infer<typeof recordListSchema>;

/** GET /api/track-record/predictions/:id: what was shown, and what the ledger holds of it. */
export const recordSnapshotSchema = z.object({
  item: recordItemSchema,
  actualSource: z.string().max(80).nullable(),
  /**
   * The frozen analysis, or the evidence of a lock of the slate; its canonical JSON gives the lock's `evidenceHash`. Null
   * while the prediction is sealed for this reader.
   */
  analysis: z.unknown(),
  lock: ledgerEntrySchema.nullable(),
  settlement: ledgerEntrySchema.nullable(),
  /** What became of it, as far as it is stored; null until it is settled. */
  recap: recapSchema.nullable(),
});
export type RecordSnapshot = z.infer<typeof recordSnapshotSchema>;

export const REPORT_NEEDS_EMAIL_MESSAGE = "Please confirm your email address before you report a result.";

/** POST /api/predictions/:id/report: what a user says was reported, as evidence for review. It is never published. */
export const resultReportSchema = z.object({
  eps: z.number().min(-100_000).max(100_000),
  url: publicUrlSchema("Enter the address of a public page that shows the figure."),
});
export type ResultReport = z.infer<typeof resultReportSchema>;
export const resultReceivedSchema = z.object({ isReceived: z.literal(true) });
