import { logisticLogOdds } from "./logistic.ts";
import { treesLogOdds } from "./trees.ts";
import type { ModelWeights } from "./weights.ts";

/** Calibrated log-odds of a beat for one feature vector. */
export function beatLogOdds(weights: ModelWeights, row: Float64Array): number {
  const { trees, treeShare, logistic, calibration } = weights;
  const fromTrees = treeShare === 0 ? 0 : treeShare * treesLogOdds(trees, row);
  const fromLogistic = treeShare === 1 ? 0 : (1 - treeShare) * logisticLogOdds(logistic, row);
  return calibration.intercept + calibration.slope * (fromTrees + fromLogistic);
}
