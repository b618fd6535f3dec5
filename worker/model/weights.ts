import { z } from "zod";
import { featureTiers } from "#contract/rules.ts";
import { allFeatureNames, featureNames } from "./features.ts";
import { type ForecastInput, LABEL_FAMILIES, lacksContext } from "./history.ts";

export type FeatureTier = (typeof featureTiers)[number];

/** The number of past quarters that a free live source provides. */
export const FREE_SOURCE_QUARTERS = 4;
/** The number of past quarters that a paid live source provides. */
export const PAID_SOURCE_QUARTERS = 40;

/**
 * Returns the feature tier of a forecast by its number of past quarters and whether the market context is
 * known. Only quarters that were reported before `asOf` count.
 */
export function featureTierOf(input: ForecastInput): FeatureTier {
  const quarters = input.past.reduce((n, quarter) => n + Number(quarter.reportDate < input.asOf), 0);
  const hasContext = !lacksContext(input);
  if (quarters > FREE_SOURCE_QUARTERS) return hasContext ? "full" : "forty_quarters";
  return hasContext ? "four_quarters_with_context" : "four_quarters";
}

import weightsJson from "./weights.json" with { type: "json" };

const numbers = z.array(z.number());
const platt = z.object({ slope: z.number(), intercept: z.number() });

const tierSchema = z.object({
  /** Platt's scaling for each label family, fitted on forecasts of years after the training data. */
  calibration: z.record(z.enum(LABEL_FAMILIES), platt),
  /** What a trend of 1 adds to the log-odds before calibration. */
  trendWeight: z.number().nonnegative(),
  /** Results of the walk-forward back-test in bands of P(beat) of five percentage points. */
  bands: z.array(z.object({ from: z.number(), to: z.number(), n: z.number(), beats: z.number() })),
  /**
   * The least probability of the predicted outcome for each level of confidence. Below `medium`, confidence
   * is low.
   */
  confidence: z.object({ very_high: z.number(), high: z.number(), medium: z.number() }),
  /**
   * One factor for each bin of the surprise. They scale the networks' shares to the frequencies observed in
   * the back-test's years.
   */
  binFactors: numbers,
  powers: z.record(z.enum(LABEL_FAMILIES), z.number().positive()),
});

/** The format of the weights file, which `npm run tool -- model-refit` writes. */
const weightsSchema = z.object({
  /** The day of the last report of the fitting data, followed by a digest of the weights. */
  version: z.string(),
  /** The ISO day until which reports were used for the fit. */
  fittedUntil: z.iso.date(),
  features: z.array(z.string()),
  /**
   * Each feature's mean in the fitting data. It replaces the features of a group when the group's effect is
   * computed.
   */
  featureMeans: numbers,
  /** The weight of the trees' log-odds, from 0 to 1. The networks' log-odds have the rest. */
  treeShare: z.number().min(0).max(1),
  trees: z.object({
    bias: z.number(),
    leafUnit: z.number(),
    edges: z.array(numbers),
    members: z.array(z.object({ feature: numbers, edge: numbers, leaves: numbers })),
  }),
  nets: z.object({
    members: z.array(
      z.object({
        layers: z.array(
          z.object({ inputs: z.number(), outputs: z.number(), unit: z.number(), values: numbers }),
        ),
      }),
    ),
  }),
  tiers: z.record(z.enum(featureTiers), tierSchema),
  /** The exponents of the Pareto distributions of surprises beyond the outermost bins. */
  tails: z.object({ miss: z.number().positive(), beat: z.number().positive() }),
  /**
   * The beat rate of the newest two years of the fitting data, which evaluations use as the constant
   * forecast.
   */
  baseRate: z.number(),
});
export type ModelWeights = z.infer<typeof weightsSchema>;
export type TierWeights = z.infer<typeof tierSchema>;
export type Platt = z.infer<typeof platt>;

let shipped: ModelWeights | undefined;

export function shippedWeights(): ModelWeights {
  shipped ??= checkedWeights(weightsJson);
  return shipped;
}

/**
 * Says whether the weights use the revision features. If not, forecasts do not read the stored history of the
 * consensus.
 */
export function readsRevisions({ features }: ModelWeights): boolean {
  return features.length > featureNames.length;
}

/**
 * Validates the weights file. Throws when it has another format or was fitted on other features than this
 * code computes.
 */
export function checkedWeights(data: unknown): ModelWeights {
  const weights = weightsSchema.parse(data);
  if (![featureNames, allFeatureNames].some((names) => names.join() === weights.features.join()))
    throw new Error("These weights were fitted on other features. Run npm run tool -- model-refit.");
  return weights;
}
