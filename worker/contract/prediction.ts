import { z } from "zod";
import { CALIBRATION_BINS, confidenceLevels, edgeVerdicts, featureTiers, isTossUp } from "./rules.ts";

export const dataModeSchema = z.enum(["live", "sample"]);
export type DataMode = z.infer<typeof dataModeSchema>;

export const predictionTypeSchema = z.enum(["beat", "miss"]);
export type PredictionType = z.infer<typeof predictionTypeSchema>;

export const confidenceSchema = z.enum(confidenceLevels);
export type Confidence = z.infer<typeof confidenceSchema>;

/** The index of a calibration bin. Indexes begin at 0, and each bin covers ten percentage points of P(beat). */
export const calibrationBinNumberSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(CALIBRATION_BINS - 1);

export const edgeVerdictSchema = z.enum(edgeVerdicts);
export type EdgeVerdict = z.infer<typeof edgeVerdictSchema>;

/**
 * The model's back-tested predictions whose P(beat) lies between `from` and `to`. `hitRate` is the share of
 * them that beat, and `low` to `high` is its 95% interval, which includes the drift from year to year.
 */
const bandSchema = z.object({
  from: z.number().min(0).max(1),
  to: z.number().min(0).max(1),
  n: z.number().int().nonnegative(),
  hitRate: z.number().min(0).max(1),
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
});
export type Band = z.infer<typeof bandSchema>;

const referenceClassSchema = z.object({
  /** The size, profitability and sector of the companies: "large, profitable, technology". */
  label: z.string().max(100),
  n: z.number().int().nonnegative(),
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
  /**
   * The number of reports in the fitting data. `fittedReports` is null unless the base rate relies more on them
   * than on the `n` stored reports.
   */
  fittedReports: z.number().int().nonnegative().nullable(),
});
export type ReferenceClassSummary = z.infer<typeof referenceClassSchema>;

const pointsSchema = z.number().min(-100).max(100).nullable();
/**
 * What each feature group contributes to P(beat), in percentage points. `start` and the contributions add up to
 * P(beat).
 */
const contributionsSchema = z.object({
  /** P(beat) in percent with every feature group at its average. */
  start: z.number().min(0).max(100),
  epsTrends: pointsSchema,
  marketSentiment: pointsSchema,
  analystRatings: pointsSchema,
  historicalAccuracy: pointsSchema,
  /** The contribution of the trend of the market-wide beat rate. */
  trend: pointsSchema,
});
export type ContributionPoints = z.infer<typeof contributionsSchema>;

export const modelSchema = z.object({
  version: z.string().max(40),
  /**
   * The share of comparable companies that beat, which is the probability that a forecast without skill would
   * give.
   */
  baseRate: z.number().min(0).max(1),
  referenceClass: referenceClassSchema,
  featureTier: z.enum(featureTiers),
  edge: z.number().min(-1).max(1),
  edgeVerdict: edgeVerdictSchema,
  band: bandSchema.nullable(),
  /** `contributions` is null when the company's history is missing and the probability is the base rate. */
  contributions: contributionsSchema.nullable(),
});
export type ModelSummary = z.infer<typeof modelSchema>;

/** A prediction for one report. worker/model/predict.ts computes it. */
export const predictionSchema = z.object({
  /** The probability of `predictionType` in percent, 50 to 100, as a text like "72.4". */
  probability: z.string().regex(/^\d{1,3}\.\d$/),
  beatProbability: z.number().min(0).max(1),
  predictionType: predictionTypeSchema,
  confidence: confidenceSchema,
  isLocked: z.boolean(),
  /**
   * Why the prediction is not locked: the known report date has passed, or none is known. `notLockedReason` is
   * null for a locked prediction.
   */
  notLockedReason: z.string().max(300).nullable(),
});
export type Prediction = z.infer<typeof predictionSchema>;

export const predictionHistoryItemSchema = z.object({
  id: z.string().max(40),
  stock: z.object({ symbol: z.string().max(15), name: z.string().max(200) }),
  createdAt: z.iso.datetime(),
  predictionType: predictionTypeSchema,
  probability: z.string().max(6),
  beatProbability: z.number(),
  confidence: confidenceSchema,
  actualResult: predictionTypeSchema.nullable(),
  isCorrect: z.boolean().nullable(),
  fiscalQuarterEnd: z.iso.date().nullable(),
  reportDate: z.iso.date().nullable(),
  consensusEps: z.number(),
  actualEps: z.number().nullable(),
  currency: z.string().max(8).nullable(),
  dataMode: dataModeSchema,
  baseRate: z.number(),
  isLocked: z.boolean(),
  /**
   * `unlocked`: never part of the record, and never settled. `review`: sources disagree about the figure. `void`:
   * no usable figure was published.
   */
  state: z.enum(["pending", "settled", "void", "review", "unlocked"]),
  stateReason: z.string().max(300).nullable(),
});
export type PredictionHistoryItem = z.infer<typeof predictionHistoryItemSchema>;

type EndedPrediction = { isCorrect: boolean | null; actualResult?: "beat" | "miss" | null } | null;

/** The words for how a prediction ended. They carry the meaning when color cannot be seen. */
const verdicts = {
  right: { word: "right", badge: "Right", sign: "✓", tone: "positive" },
  wrong: { word: "wrong", badge: "Wrong", sign: "✗", tone: "negative" },
  tossUp: { word: "a toss-up", badge: "Toss-up", sign: "≈", tone: "neutral" },
  settled: { word: "settled", badge: "Settled", sign: "", tone: "neutral" },
} as const;

/**
 * Returns the words for how a prediction ended. `probability` (0 to 1) may be P(beat) or the probability of the
 * predicted outcome, because the verdict is the same.
 */
export function outcomeBadgeOf(ended: EndedPrediction, probability: number | null) {
  const verdict = verdicts[verdictOf(ended?.isCorrect ?? null, probability)];
  return {
    ...verdict,
    yours: `your prediction was ${verdict.word}`,
    reported: ended?.actualResult ? ` a ${ended.actualResult}` : "",
  };
}

function verdictOf(isCorrect: boolean | null, probability: number | null): keyof typeof verdicts {
  if (isCorrect === null) return "settled";
  if (probability !== null && isTossUp(probability)) return "tossUp";
  return isCorrect ? "right" : "wrong";
}

export function tossUpNote(probability: number): string {
  return isTossUp(probability) ? ", a toss-up" : "";
}

/** Returns the probability of a beat in whole percent, as every part of an analysis shows it. */
export function beatPercentOf({
  predictionType,
  probability,
}: Pick<Prediction, "predictionType" | "probability">): number {
  const predicted = Math.round(Number(probability));
  return predictionType === "beat" ? predicted : 100 - predicted;
}
