import { z } from "zod";
import { knownSchema, reportThenSchema } from "./as-of.ts";
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

const rateSchema = z.object({ n: count, hits: count, share, low: share, high: share });
export type Rate = z.infer<typeof rateSchema>;

export function hasEnoughForPercentage({ n }: Pick<Rate, "n">): boolean {
  return n >= MIN_SETTLED_FOR_PERCENTAGE;
}

const groupScoreSchema = z.object({
  key: z.string().max(80),
  n: count,
  correct: count,
  accuracy: rateSchema.nullable(),
  brier: z.number().nullable(),
  skill: z.number().nullable(),
});
export type GroupScore = z.infer<typeof groupScoreSchema>;

const calibrationBinSchema = z.object({
  from: share,
  to: share,
  n: count,
  meanProbability: share.nullable(),
  beat: rateSchema.nullable(),
});
export type CalibrationBin = z.infer<typeof calibrationBinSchema>;

export const scorecardSchema = z.object({
  settled: count,
  correct: count,
  wrong: count,
  accuracy: rateSchema.nullable(),
  /** How often a forecast that always says "beat" would be right. */
  beatRate: rateSchema.nullable(),
  beatCalls: rateSchema.nullable(),
  missCalls: rateSchema.nullable(),
  /** The mean squared error of P(beat): 0 is perfect, and a forecast that always says 50% scores 0.25. */
  brier: z.number().nullable(),
  baseBrier: z.number().nullable(),
  skill: z.number().nullable(),
  bins: z.array(calibrationBinSchema).max(10),
  byConfidence: z.array(groupScoreSchema).max(10),
  bySector: z.array(groupScoreSchema).max(60),
  byModel: z.array(groupScoreSchema).max(200),
  byQuarter: z.array(groupScoreSchema).max(400),
});
export type Scorecard = z.infer<typeof scorecardSchema>;

/**
 * A prediction in the public record. Until it ends it is sealed: `predictionType`, `probability`,
 * `beatProbability` and `confidence` are null unless the reader's plan includes them.
 */
const recordItemSchema = predictionHistoryItemSchema.extend({
  predictionType: predictionTypeSchema.nullable(),
  probability: z.string().max(6).nullable(),
  beatProbability: z.number().nullable(),
  confidence: confidenceSchema.nullable(),
  settledAt: z.iso.datetime().nullable(),
  isSealed: z.boolean(),
});
export type RecordItem = z.infer<typeof recordItemSchema>;

const settledItemSchema = predictionHistoryItemSchema.extend({
  settledAt: z.iso.datetime().nullable(),
  isSealed: z.boolean(),
});

export const trackRecordSchema = z.object({
  dataMode: dataModeSchema,
  replayed: count,
  /**
   * `review` is null in an answer about a past moment (`asOf`), where predictions under review count as
   * pending.
   */
  counts: z.object({ settled: count, pending: count, review: count.nullable(), void: count }),
  hasHeadline: z.boolean(),
  scorecard: scorecardSchema,
  latestCorrect: z.array(settledItemSchema).max(10),
  latestWrong: z.array(settledItemSchema).max(10),
  ledger: ledgerHeadSchema.extend({
    key: z.string().max(300).nullable(),
    checkpoint: z.object({ size: count, signedAt: z.iso.datetime() }).nullable(),
    sealed: count,
    open: count,
    sealedSince: z.iso.datetime().nullable(),
  }),
  known: knownSchema.optional(),
});
export type TrackRecord = z.infer<typeof trackRecordSchema>;

const openOutcomes = ["pending", "review"] as const;
/** A filter on a sealed field would reveal open predictions. */
const sealedFilters = ["bin", "confidence", "model"] as const;

export const recordListQuerySchema = z
  .object({
    outcome: z.enum(["correct", "wrong", "settled", "void", ...openOutcomes]).default("settled"),
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
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    /** The `next` of the previous page: the time of its last item in milliseconds, and that item's id. */
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
    { path: ["outcome"], message: "Sealed predictions cannot be filtered by this property." },
  );
export type RecordListQuery = z.infer<typeof recordListQuerySchema>;

export const recordListSchema = z.object({
  items: z.array(recordItemSchema).max(100),
  next: z.string().max(80).nullable(),
});
export type RecordList = z.infer<typeof recordListSchema>;

export const recordSnapshotSchema = z.object({
  item: recordItemSchema,
  actualSource: z.string().max(80).nullable(),
  /**
   * The evidence that was stored when the prediction was locked. The hash of its canonical JSON is the lock's
   * `evidenceHash`. `analysis` is null while the prediction is sealed.
   */
  analysis: z.unknown(),
  lock: ledgerEntrySchema.nullable(),
  settlement: ledgerEntrySchema.nullable(),
  recap: recapSchema.nullable(),
  pointInTimeReport: reportThenSchema.nullable().optional(),
  known: knownSchema.optional(),
});
export type RecordSnapshot = z.infer<typeof recordSnapshotSchema>;

export const REPORT_NEEDS_EMAIL_MESSAGE = "Please confirm your email address before you report a result.";

/** A reported figure that a user sends as evidence for a reviewer. It is never published. */
export const resultReportSchema = z.object({
  eps: z.number().min(-100_000).max(100_000),
  url: publicUrlSchema("Enter the address of a public page that shows the figure."),
});
export type ResultReport = z.infer<typeof resultReportSchema>;
export const resultReceivedSchema = z.object({ isReceived: z.literal(true) });
