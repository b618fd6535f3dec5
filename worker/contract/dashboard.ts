import { z } from "zod";
import { analysisSchema } from "./analysis.ts";
import { knownSchema, reportThenSchema } from "./as-of.ts";
import { calibrationBinNumberSchema, confidenceSchema, predictionHistoryItemSchema } from "./prediction.ts";
import { recapSchema } from "./recap.ts";
import { scorecardSchema } from "./record.ts";

/** A percentage as a text with one decimal ("71.4"), or null while nothing is settled. */
const percentText = z
  .string()
  .regex(/^\d{1,3}\.\d$/)
  .nullable();

const metricsSchema = z.object({
  overallAccuracy: percentText,
  beatAccuracy: percentText,
  missAccuracy: percentText,
  totalPredictions: z.number().int().nonnegative(),
  settledPredictions: z.number().int().nonnegative(),
  /** The Wilson 95% interval of the overall accuracy, in percent. */
  confidenceInterval: z.object({ low: z.number(), high: z.number() }).nullable(),
});
export type Metrics = z.infer<typeof metricsSchema>;

const unsettledQuarterSchema = z.object({
  /** The calendar quarter of the report day, such as "2026-Q3". `quarter` is null when the day is unknown. */
  quarter: z.string().max(10).nullable(),
  pending: z.number().int().nonnegative(),
  review: z.number().int().nonnegative(),
  void: z.number().int().nonnegative(),
  unlocked: z.number().int().nonnegative(),
});
export type UnsettledQuarter = z.infer<typeof unsettledQuarterSchema>;

export const dashboardResponseSchema = z.object({
  recentPredictions: z.array(predictionHistoryItemSchema.extend({ symbol: z.string().max(15) })).max(20),
  accuracyMetrics: z.object({
    totalPredictions: z.number().int().nonnegative(),
    overallAccuracy: z.number().min(0).max(100).nullable(),
    /** The number of consecutive UTC days, up to today or yesterday, on which the user made an analysis. */
    currentStreak: z.number().int().nonnegative(),
  }),
  metrics: metricsSchema,
  scorecard: scorecardSchema,
  unsettled: z.array(unsettledQuarterSchema).max(400),
  pending: z.array(predictionHistoryItemSchema).max(20),
  settled: z.array(predictionHistoryItemSchema).max(20),
  unreadAlerts: z.number().int().nonnegative(),
});
export type DashboardResponse = z.infer<typeof dashboardResponseSchema>;

export const predictionListQuerySchema = z.object({
  symbol: z.string().max(15).optional(),
  outcome: z
    .enum(["pending", "settled", "beat", "miss", "correct", "wrong", "review", "void", "unlocked"])
    .optional(),
  bin: calibrationBinNumberSchema.optional(),
  confidence: confidenceSchema.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  sort: z.enum(["createdAt", "symbol", "probability", "reportDate"]).default("createdAt"),
  direction: z.enum(["asc", "desc"]).default("desc"),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});
export type PredictionListQuery = z.infer<typeof predictionListQuerySchema>;

export const predictionListResponseSchema = z.object({
  items: z.array(predictionHistoryItemSchema).max(100),
  total: z.number().int().nonnegative(),
  page: z.number().int(),
  pageSize: z.number().int(),
});
export type PredictionListResponse = z.infer<typeof predictionListResponseSchema>;

export const predictionDetailResponseSchema = z.object({
  prediction: predictionHistoryItemSchema,
  analysis: analysisSchema,
  recap: recapSchema.nullable(),
  pointInTimeReport: reportThenSchema.nullable().optional(),
  known: knownSchema.optional(),
});
