import { z } from "zod";
import { featureNames } from "./features.ts";
import weightsJson from "./weights.json" with { type: "json" };

const numbers = z.array(z.number());

/** A fitted model as `npm run model:fit` writes it. */
export const weightsSchema = z.object({
  /** Names the fit: the day until which it saw events, and a digest of the fitted numbers. */
  version: z.string(),
  /** Newest day (ISO) of the events it was fitted on. */
  fittedUntil: z.iso.date(),
  features: z.array(z.string()),
  /** Mean of each feature in the fitting data, which the ablation puts in a group's place. */
  featureMeans: numbers,
  /** Share of the trees in the blend of log-odds; the rest is the logistic model's. */
  treeShare: z.number().min(0).max(1),
  logistic: z.object({ intercept: z.number(), means: numbers, deviations: numbers, coefficients: numbers }),
  trees: z.object({
    bias: z.number(),
    leafUnit: z.number(),
    edges: z.array(numbers),
    members: z.array(z.object({ feature: numbers, edge: numbers, leaves: numbers })),
  }),
  /** Platt's scaling of the log-odds, fitted on years later than the training data. */
  calibration: z.object({ slope: z.number(), intercept: z.number() }),
  /** Share of beats in the newest two years of the fitting data: the base rate where no newer one is known. */
  baseRate: z.number(),
  /** Walk-forward forecasts by band of five points. */
  bands: z.array(z.object({ from: z.number(), to: z.number(), n: z.number(), beats: z.number() })),
  /** Least probability of the called outcome for each level above `low`. */
  confidence: z.object({ very_high: z.number(), high: z.number(), medium: z.number() }),
});
export type ModelWeights = z.infer<typeof weightsSchema>;

let shipped: ModelWeights | undefined;

/** The weights in this build. Throws when they were fitted on other features than the code computes. */
export function shippedWeights(): ModelWeights {
  shipped ??= checkedWeights(weightsJson);
  return shipped;
}

/** Validates weights from a file. Throws when they do not belong to this code. */
export function checkedWeights(data: unknown): ModelWeights {
  const weights = weightsSchema.parse(data);
  if (weights.features.join() !== featureNames.join())
    throw new Error("These weights were fitted on other features; run npm run model:fit.");
  return weights;
}
