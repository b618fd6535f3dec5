import { z } from "zod";
import { CALIBRATION_BINS, confidenceLevels, edgeVerdicts, modelViews } from "./rules.ts";

export const dataModeSchema = z.enum(["live", "sample"]);
export type DataMode = z.infer<typeof dataModeSchema>;

export const predictionTypeSchema = z.enum(["beat", "miss"]);
export type PredictionType = z.infer<typeof predictionTypeSchema>;

export const confidenceSchema = z.enum(confidenceLevels);
export type Confidence = z.infer<typeof confidenceSchema>;

/** Calibration bin of P(beat) as an address names it, from 0: ten points each. */
export const calibrationBinNumberSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(CALIBRATION_BINS - 1);

export const edgeVerdictSchema = z.enum(edgeVerdicts);
export type EdgeVerdict = z.infer<typeof edgeVerdictSchema>;

/** How past predictions in the same probability band turned out. Shares between 0 and 1; the interval is Wilson's at 95%. */
const bandSchema = z.object({
  from: z.number().min(0).max(1),
  to: z.number().min(0).max(1),
  n: z.number().int().nonnegative(),
  hitRate: z.number().min(0).max(1),
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
});
export type Band = z.infer<typeof bandSchema>;

/** Comparable companies and how often they beat. Shares between 0 and 1; the interval is at 95%. */
const referenceClassSchema = z.object({
  /** What makes them comparable: size, profit and sector, as "large, profitable, technology". */
  label: z.string().max(100),
  n: z.number().int().nonnegative(),
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
  /** Reports of the fitting data where the rate rests more on those than on `n`; else null. */
  fittedReports: z.number().int().nonnegative().nullable(),
});
export type ReferenceClassSummary = z.infer<typeof referenceClassSchema>;

const pointsSchema = z.number().min(-100).max(100).nullable();
/** How P(beat) comes about, in percentage points: the start plus all contributions is P(beat). Null: no data. */
const contributionsSchema = z.object({
  /** P(beat) in percent with every group of inputs at its average. */
  start: z.number().min(0).max(100),
  epsTrends: pointsSchema,
  marketSentiment: pointsSchema,
  analystRatings: pointsSchema,
  historicalAccuracy: pointsSchema,
  /** How the share stands to the market. */
  trend: pointsSchema,
});
export type ContributionPoints = z.infer<typeof contributionsSchema>;

export const modelSchema = z.object({
  version: z.string().max(40),
  /** Share of comparable companies' reports that beat: what a prediction without skill would say. */
  baseRate: z.number().min(0).max(1),
  referenceClass: referenceClassSchema,
  /** What the source let the model see; the band and the confidence are of its back-test. */
  view: z.enum(modelViews),
  edge: z.number().min(-1).max(1),
  edgeVerdict: edgeVerdictSchema,
  band: bandSchema.nullable(),
  /** Null where the history is missing, so that the number is the base rate. */
  contributions: contributionsSchema.nullable(),
});
export type ModelSummary = z.infer<typeof modelSchema>;

/** Our prediction. Texts and arithmetic are fixed in one place: `model/prediction.ts`. */
export const predictionSchema = z.object({
  /** Percent probability of `predictionType`, 50 to 100, one decimal, as text ("72.4"). */
  probability: z.string().regex(/^\d{1,3}\.\d$/),
  beatProbability: z.number().min(0).max(1),
  predictionType: predictionTypeSchema,
  confidence: confidenceSchema,
  /** True when it is on record: the report lies ahead. */
  isLocked: z.boolean(),
  /** Why it is not locked: the known report date has passed, or none is known. */
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
  /** Null while pending. */
  actualResult: predictionTypeSchema.nullable(),
  /** Null while pending. */
  isCorrect: z.boolean().nullable(),
  fiscalQuarterEnd: z.iso.date().nullable(),
  reportDate: z.iso.date().nullable(),
  consensusEps: z.number(),
  actualEps: z.number().nullable(),
  currency: z.string().max(8).nullable(),
  dataMode: dataModeSchema,
  baseRate: z.number(),
  isLocked: z.boolean(),
  /** `unlocked`: never on record, so never settled; `review`: sources disagree; `void`: no usable figure was published. */
  state: z.enum(["pending", "settled", "void", "review", "unlocked"]),
  stateReason: z.string().max(300).nullable(),
});
export type PredictionHistoryItem = z.infer<typeof predictionHistoryItemSchema>;
