import { z } from "zod";
import { featureTiers } from "#contract/rules.ts";
import { allFeatureNames, featureNames } from "./features.ts";
import { type ForecastInput, LABEL_FAMILIES } from "./history.ts";

export type FeatureTier = (typeof featureTiers)[number];

/** Of a plain live source. */
export const FOUR_QUARTERS = 4;
/** Of a paid live source. */
export const FORTY_QUARTERS = 40;

/** Only quarters reported before `asOf` count. */
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
  /** What a trend of 1 adds to log-odds before calibration. */
  trendWeight: z.number().nonnegative(),
  /** Walk-forward, by five points. */
  bands: z.array(z.object({ from: z.number(), to: z.number(), n: z.number(), beats: z.number() })),
  /** Of the predicted outcome, above `low`. */
  confidence: z.object({ very_high: z.number(), high: z.number(), medium: z.number() }),
  /** Bins are as frequent as in the tested years. */
  binFactors: numbers,
  powers: z.record(z.enum(LABEL_FAMILIES), z.number().positive()),
});

/** As `npm run model:fit` writes it. */
const weightsSchema = z.object({
  /** Last event's day and the numbers' digest. */
  version: z.string(),
  /** ISO. */
  fittedUntil: z.iso.date(),
  features: z.array(z.string()),
  /** In the fitting data; the ablation's stand-ins. */
  featureMeans: numbers,
  /** In the blend of log-odds; the rest is the nets'. */
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
  /** Of the newest two fitted years, for evaluations. */
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

/** Without it no forecast reads the archive of revisions. */
export function readsRevisions({ features }: ModelWeights): boolean {
  return features.length > featureNames.length;
}

/** Throws for weights of other code. */
export function checkedWeights(data: unknown): ModelWeights {
  const weights = weightsSchema.parse(data);
  if (![featureNames, allFeatureNames].some((names) => names.join() === weights.features.join()))
    throw new Error("These weights were fitted on other features; run npm run model:fit.");
  return weights;
}
