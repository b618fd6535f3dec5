import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";
import { priceObjections } from "./prediction-markets.ts";

/** When the combined forecast becomes the number shown first for companies with a price. */
export const combinationRule = {
  /** The fewest settled pairs that were locked before real reports. */
  minPairs: 300,
  /** By how many standard errors of the paired difference its Brier score must be lower than ours. */
  minStandardErrors: 2,
} as const;

/** Who made the forecasts of a pair. `combined` is the mean of our log-odds and the traders'. */
export type Forecaster = "ours" | "traders" | "combined" | "baseRate";

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);

const binSchema = z.object({
  from: share,
  to: share,
  n: count,
  /** The mean probability and the share of beats. Both are null for an empty bin. */
  predicted: share.nullable(),
  observed: share.nullable(),
  /** The 95% interval of the share of beats (Wilson). Both are null for an empty bin. */
  low: share.nullable(),
  high: share.nullable(),
});

const scoreSchema = z.object({
  brier: share,
  logLoss: z.number().nonnegative(),
  bins: z.array(binSchema).max(10),
});

/** The first forecaster's mean score minus the second's; below 0 the first one is better. */
const scoreDifferenceSchema = z.object({
  mean: z.number(),
  /** Clustered by company. Null with fewer than two companies, as is the 95% interval. */
  standardError: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type ScoreDifference = z.infer<typeof scoreDifferenceSchema>;

const differenceSchema = z.object({ brier: scoreDifferenceSchema, logLoss: scoreDifferenceSchema });
export type PairedDifference = z.infer<typeof differenceSchema>;

const versusFiguresSchema = z.object({
  n: count,
  companies: count,
  beats: count,
  scores: z.object({
    ours: scoreSchema,
    traders: scoreSchema,
    combined: scoreSchema,
    baseRate: scoreSchema,
  }),
  oursAgainstTraders: differenceSchema,
  combinedAgainstOurs: differenceSchema,
});
export type VersusFigures = z.infer<typeof versusFiguresSchema>;

const pairSchema = z.object({
  predictionId: z.string().max(40),
  symbol: z.string().max(15),
  companyName: z.string().max(200),
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date(),
  ours: share,
  traders: share,
  combined: share,
  baseRate: share,
  outcome: z.enum(["beat", "miss"]),
});
export type VersusPair = z.infer<typeof pairSchema>;

/** More settled pairs than four years of the busiest season would give. */
export const MAX_PAIRS = 5_000;

export const versusMarketsSchema = z.object({
  dataMode: dataModeSchema,
  /** Null before the first settled pair. */
  figures: versusFiguresSchema.nullable(),
  /** Settled pairs, newest report first. */
  pairs: z.array(pairSchema).max(MAX_PAIRS),
  /** How many locks have a comparable price and wait for their report. */
  open: count,
  /** How many settled locks had a price that was not compared, by what spoke against it. */
  notCompared: z.partialRecord(z.enum(priceObjections), count),
  rule: z.object({
    minPairs: count,
    minStandardErrors: z.number(),
    pairs: count,
    /** How many standard errors the combined forecast is better than ours. Null until that can be said. */
    standardErrors: z.number().nullable(),
    /** Whether a person may decide to show the combined forecast first. Nothing changes without that decision. */
    isMet: z.boolean(),
  }),
});
export type VersusMarkets = z.infer<typeof versusMarketsSchema>;
