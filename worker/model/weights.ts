import { z } from "zod";
import { featureTiers } from "#contract/rules.ts";
import { allFeatureNames, featureNames } from "./features.ts";
import { type ForecastInput, LABEL_FAMILIES } from "./history.ts";

export type FeatureTier = (typeof featureTiers)[number];

/** What a free live source provides. */
export const FOUR_QUARTERS = 4;
/** What a paid live source provides. */
export const FORTY_QUARTERS = 40;

/** Only quarters that were reported before `asOf` count. */
export function featureTierOf({ past, context, asOf }: ForecastInput): FeatureTier {
  const quarters = past.reduce((n, quarter) => n + Number(quarter.reportDate < asOf), 0);
  const hasContext = context.marketBeatRate !== null;
  if (quarters > FOUR_QUARTERS) return hasContext ? "full" : "forty_quarters";
  return hasContext ? "four_quarters_with_context" : "four_quarters";
}

import weightsJson from "./weights.json" with { type: "json" };

const numbers = z.array(z.number());
const platt = z.object({ slope: z.number(), intercept: z.number() });

const tierSchema = z.object({
  /** Platt's scaling, fitted on years after the training data. */
  calibration: z.record(z.enum(LABEL_FAMILIES), platt),
  /** What a trend of 1 adds to the log-odds before calibration. */
  trendWeight: z.number().nonnegative(),
  /** Results of the walk-forward back-test in bands of five points. */
  bands: z.array(z.object({ from: z.number(), to: z.number(), n: z.number(), beats: z.number() })),
  /** Thresholds for the probability of the predicted outcome. Below the last one, confidence is low. */
  confidence: z.object({ very_high: z.number(), high: z.number(), medium: z.number() }),
  /** Factors that make the bins as frequent as in the tested years. */
  binFactors: numbers,
  powers: z.record(z.enum(LABEL_FAMILIES), z.number().positive()),
});

/** The format that `npm run tool -- model-fit` writes. */
const weightsSchema = z.object({
  /** The day of the last event and the digest of the numbers. */
  version: z.string(),
  /** An ISO day. */
  fittedUntil: z.iso.date(),
  features: z.array(z.string()),
  /** Means of the fitting data, which the ablation uses in place of a group. */
  featureMeans: numbers,
  /** The trees' share in the blend of log-odds; the rest is that of the nets. */
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
  /** Pareto exponents beyond the outermost edges. */
  tails: z.object({ miss: z.number().positive(), beat: z.number().positive() }),
  /** The beat rate of the newest two fitted years, for evaluations. */
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

/** When false, no forecast reads the archive of revisions. */
export function readsRevisions({ features }: ModelWeights): boolean {
  return features.length > featureNames.length;
}

/** Throws for weights that another version of the code wrote. */
export function checkedWeights(data: unknown): ModelWeights {
  const weights = weightsSchema.parse(data);
  if (![featureNames, allFeatureNames].some((names) => names.join() === weights.features.join()))
    throw new Error("These weights were fitted on other features. Run npm run tool -- model-fit.");
  return weights;
}
