import type { LabelFamily } from "./label-family.ts";
import { netInputs, netsOutputs } from "./nets.ts";
import { treesLogOdds } from "./trees.ts";
import type { View } from "./view.ts";
import type { ModelWeights, ViewWeights } from "./weights.ts";

/** Whose calibration serves a forecast: what its source lets the model see, and whose labels it will be settled by. */
export type Serving = { view: View; family: LabelFamily };

/** Calibrated log-odds of a beat, and the nets' scores of the surprise's bins. */
type Score = { logOdds: number; binScores: Float64Array };

/** Scores one feature vector. */
export function scoreOf(weights: ModelWeights, row: Float64Array, { view, family }: Serving): Score {
  const { trees, nets, treeShare, views } = weights;
  const outputs = netsOutputs(nets, netInputs(trees.edges, row));
  const { slope, intercept } = views[view].calibration[family];
  const blended = treeShare * treesLogOdds(trees, row) + (1 - treeShare) * (outputs[0] as number);
  return { logOdds: intercept + slope * blended, binScores: outputs.subarray(1) };
}

/** Calibrated log-odds of a beat for one feature vector. */
export function beatLogOdds(weights: ModelWeights, row: Float64Array, serving: Serving): number {
  return scoreOf(weights, row, serving).logOdds;
}

/** The fitted numbers of each view that sizes of surprises rest on. */
type SizeWeights = Pick<ModelWeights, "tails"> & {
  views: Record<View, Pick<ViewWeights, "binFactors" | "powers">>;
};

/** What turns scores into a distribution of the surprise. */
export function sizeWeightsOf({ views, tails }: SizeWeights, { view, family }: Serving) {
  const { binFactors, powers } = views[view];
  return { binFactors, power: powers[family], tails };
}
