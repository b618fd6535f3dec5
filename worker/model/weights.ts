import { z } from "zod";
import { modelViews } from "#contract/rules.ts";
import { allFeatureNames, featureNames } from "./features.ts";
import { type ForecastInput, LABEL_FAMILIES } from "./history.ts";

/** What a source shows. Each view has its own calibration. */
export type View = (typeof modelViews)[number];

/** Quarters that a plain live source gives. */
export const FOUR_QUARTERS = 4;
/** Quarters that a paid live source gives. */
export const FORTY_QUARTERS = 40;

/** The view that an input belongs to, from what is present in it. Only quarters reported before `asOf` count. */
export function viewOf({ past, context, asOf }: ForecastInput): View {
  const quarters = past.reduce((n, quarter) => n + Number(quarter.reportDate < asOf), 0);
  const hasContext = context.marketBeatRate !== null;
  if (quarters > FOUR_QUARTERS) return hasContext ? "full" : "forty";
  return hasContext ? "four_context" : "four";
}

import weightsJson from "./weights.json" with { type: "json" };

const numbers = z.array(z.number());
const platt = z.object({ slope: z.number(), intercept: z.number() });

const viewSchema = z.object({
  /** Platt's scaling of the log-odds for each label family, fitted on years later than the training data. */
  calibration: z.record(z.enum(LABEL_FAMILIES), platt),
  /** What a trend of 1 adds to the log-odds before calibration. */
  trendWeight: z.number().nonnegative(),
  /** Walk-forward forecasts in this view by band of five points. */
  bands: z.array(z.object({ from: z.number(), to: z.number(), n: z.number(), beats: z.number() })),
  /** Least probability of the predicted outcome for each level above `low`. */
  confidence: z.object({ very_high: z.number(), high: z.number(), medium: z.number() }),
  /** What each surprise bin's share is multiplied by, so that bins are as frequent as they were in the tested years. */
  binFactors: numbers,
  /** The power by which sizes beyond 5% are drawn in for each label family, so that the interval holds what it says. */
  powers: z.record(z.enum(LABEL_FAMILIES), z.number().positive()),
});

/** A fitted model as `npm run model:fit` writes it. */
const weightsSchema = z.object({
  /** Names the fit: the day until which it saw events, and a digest of the fitted numbers. */
  version: z.string(),
  /** Newest day (ISO) of the events it was fitted on. */
  fittedUntil: z.iso.date(),
  features: z.array(z.string()),
  /** Mean of each feature in the fitting data, which the ablation puts in a group's place. */
  featureMeans: numbers,
  /** Share of the trees in the blend of log-odds; the rest is the nets'. */
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
  views: z.record(z.enum(modelViews), viewSchema),
  /** How fast surprises beyond the outermost bins' edges thin out: exponents of a power law (Pareto). */
  tails: z.object({ miss: z.number().positive(), beat: z.number().positive() }),
  /** Share of beats in the newest two years of the fitting data: the constant that an evaluation compares with. */
  baseRate: z.number(),
});
export type ModelWeights = z.infer<typeof weightsSchema>;
export type ViewWeights = z.infer<typeof viewSchema>;
export type Platt = z.infer<typeof platt>;

let shipped: ModelWeights | undefined;

/** The weights in this build. Throws when they were fitted on other features than the code computes. */
export function shippedWeights(): ModelWeights {
  shipped ??= checkedWeights(weightsJson);
  return shipped;
}

/** Without it the archive of revisions is not read for a forecast. */
export function readsRevisions({ features }: ModelWeights): boolean {
  return features.length > featureNames.length;
}

/** Validates weights from a file. Throws when they do not belong to this code. */
export function checkedWeights(data: unknown): ModelWeights {
  const weights = weightsSchema.parse(data);
  if (![featureNames, allFeatureNames].some((names) => names.join() === weights.features.join()))
    throw new Error("These weights were fitted on other features; run npm run model:fit.");
  return weights;
}
