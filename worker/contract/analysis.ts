import { z } from "zod";
import { beatPictureSchema } from "./beat-picture.ts";
import { companyGuidanceSchema } from "./company-guidance.ts";
import { argumentSchema, citationSchema, evidenceSchema, evidenceStateSchema } from "./evidence.ts";
import { figureDoubts } from "./figure-doubt.ts";
import { pastReactionsSchema } from "./past-reactions.ts";
import { dataModeSchema, modelSchema, predictionSchema } from "./prediction.ts";
import { traderPriceSchema } from "./prediction-markets.ts";
import { revenueSchema } from "./revenue.ts";
import { newsAnalysisSchema, sentimentSchema, socialSentimentSchema } from "./social.ts";
import { impliedMoveSchema, riskLevelSchema, tradeStrategiesSchema } from "./strategy.ts";
import { technicalIndicatorsSchema } from "./technical.ts";

const stageNameSchema = z.enum(["company", "estimates", "prices", "news", "model", "narrative"]);
export type StageName = z.infer<typeof stageNameSchema>;

const stageSchema = z.object({
  stage: stageNameSchema,
  status: z.enum(["running", "done", "missing", "failed"]),
  detail: z.string().max(300).nullable(),
  elapsedMs: z.number().nonnegative(),
});
export type Stage = z.infer<typeof stageSchema>;

const epsQuarterSchema = z.object({
  fiscalQuarterEnd: z.iso.date(),
  estimate: z.number().nullable(),
  actual: z.number(),
  surprise: z.number().nullable(),
  /**
   * The surprise as a percentage of the absolute estimate. `surprisePercent` is null when the estimate is zero
   * or unknown.
   */
  surprisePercent: z.number().nullable(),
  revenue: revenueSchema,
  /** Why the figures are doubtful. It is left out for a quarter without a doubt. */
  doubt: z.enum(figureDoubts).optional(),
});
export type EpsQuarter = z.infer<typeof epsQuarterSchema>;

const earningsDataSchema = z.object({
  /** The median of the forecast distribution of EPS. */
  expectedEps: z.number(),
  expectedEpsMethod: z.string().max(300),
  /** The central 80% interval of the forecast distribution of EPS. */
  expectedEpsRange: z.object({ low: z.number(), high: z.number() }).nullable(),
  analystConsensus: z.number(),
  analystCount: z.number().int().nonnegative().nullable(),
  estimateLow: z.number().nullable(),
  estimateHigh: z.number().nullable(),
  yearAgoEps: z.number().nullable(),
  revenueConsensus: z.number().nullable(),
  currency: z.string().max(8).nullable(),
  fiscalQuarterEnd: z.iso.date().nullable(),
  /**
   * The expected time of the report in UTC, or the start of the range up to `earningsDateEnd`. The page shows
   * it in Eastern time.
   */
  earningsDate: z.iso.datetime().nullable(),
  earningsDateEnd: z.iso.datetime().nullable(),
  isEarningsDateEstimate: z.boolean(),
  /**
   * `pre` is before the market opens and `post` is after it closes. `earningsSession` is null when the source
   * does not say.
   */
  earningsSession: z.enum(["pre", "post"]).nullable(),
  /** True when the known report date has passed and the next one is unknown. */
  isStale: z.boolean(),
  marketSentiment: sentimentSchema,
  history: z.array(epsQuarterSchema).max(80),
});
export type EarningsData = z.infer<typeof earningsDataSchema>;

const barSchema = z.number().min(-100).max(100).nullable();
/**
 * How much each feature group affects the log-odds of a beat, measured by leaving the group out. The scores are
 * percentages of the sum of the absolute effects, and a positive score favors a beat.
 */
const transparencySchema = z.object({
  epsTrendsScore: barSchema,
  marketSentimentScore: barSchema,
  analystRatingsImpact: barSchema,
  historicalAccuracyWeight: barSchema,
  logOdds: z.object({
    epsTrends: z.number().nullable(),
    marketSentiment: z.number().nullable(),
    analystRatings: z.number().nullable(),
    historicalAccuracy: z.number().nullable(),
  }),
});
export type Transparency = z.infer<typeof transparencySchema>;

const claimSchema = z.object({
  text: z.string().max(600),
  evidenceIds: z.array(z.string().max(6)).max(12),
});
export type Claim = z.infer<typeof claimSchema>;

const authorSchema = z.object({
  kind: z.enum(["rules", "workers_ai", "openai_compatible"]),
  model: z.string().max(120).nullable(),
  writtenAt: z.iso.datetime(),
  wasRepaired: z.boolean(),
  fallbackReason: z.string().max(300).nullable(),
});
export type Author = z.infer<typeof authorSchema>;

const tradeRecommendationSchema = z.enum(["long", "short", "hedged", "no_action"]);

const aiAnalysisSchema = z.object({
  reasoning: z.string().max(6000),
  keyFactors: z.array(z.string().max(200)).max(10),
  risks: z.array(z.string().max(400)).max(10),
  tradeRecommendation: tradeRecommendationSchema,
  riskLevel: riskLevelSchema,
  tradeStrategies: tradeStrategiesSchema.nullable(),
  transparencyBreakdown: transparencySchema,
  claims: z.array(claimSchema).max(40),
  argument: argumentSchema,
  author: authorSchema,
});
export type AiAnalysis = z.infer<typeof aiAnalysisSchema>;

const partReportSchema = z.object({
  part: z.string().max(40),
  state: evidenceStateSchema,
  source: z.string().max(80),
  asOf: z.iso.datetime().nullable(),
  reason: z.string().max(300).nullable(),
});
export type PartReport = z.infer<typeof partReportSchema>;

export const analysisSchema = z.object({
  id: z.string().max(40),
  dataMode: dataModeSchema,
  asOf: z.iso.datetime(),
  stock: z.object({
    symbol: z.string().max(15),
    name: z.string().max(200),
    exchange: z.string().max(40).nullable(),
    currency: z.string().max(8).nullable(),
    sector: z.string().max(80).nullable(),
    industry: z.string().max(120).nullable(),
    price: z.number().nullable(),
  }),
  earningsData: earningsDataSchema,
  prediction: predictionSchema,
  model: modelSchema,
  aiAnalysis: aiAnalysisSchema,
  newsAnalysis: newsAnalysisSchema.nullable(),
  technicalIndicators: technicalIndicatorsSchema.nullable(),
  socialSentiment: socialSentimentSchema.nullable(),
  impliedMove: impliedMoveSchema.nullable(),
  pastReactions: pastReactionsSchema,
  beatPicture: beatPictureSchema,
  companyGuidance: companyGuidanceSchema,
  /** The price of a prediction market on the coming report. Absent when none is known or may be shown. */
  traders: traderPriceSchema.optional(),
  comprehensiveMarketData: z.object({
    citations: z.array(citationSchema).max(60),
    verifiedSources: z.number().int().nonnegative(),
  }),
  evidence: z.array(evidenceSchema).max(400),
  parts: z.array(partReportSchema).max(20),
  stages: z.array(stageSchema).max(12),
});
export type Analysis = z.infer<typeof analysisSchema>;

export const analysisResponseSchema = analysisSchema.extend({
  predictionId: z.string().max(40),
  /** True when the result is that of an analysis of the same company a few minutes earlier. */
  isCached: z.boolean(),
  quota: z.object({ used: z.number().int(), limit: z.number().int().nullable() }),
});
export type AnalysisResponse = z.infer<typeof analysisResponseSchema>;

export const analysisEventSchema = z.discriminatedUnion("event", [
  z.object({ event: z.literal("stage"), data: stageSchema }),
  z.object({ event: z.literal("text"), data: z.object({ delta: z.string().max(2000) }) }),
  z.object({ event: z.literal("result"), data: analysisResponseSchema }),
  z.object({
    event: z.literal("error"),
    data: z.object({ error: z.string(), message: z.string(), code: z.string(), status: z.number().int() }),
  }),
]);
