import type { LabelFamily } from "./history.ts";
import { netInputs, netsOutputs } from "./nets.ts";
import type { ModelWeights, View, ViewWeights } from "./weights.ts";

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

/**
 * A tree of full depth d, level by level: 2^d - 1 splits, then 2^d leaves. A value of at most the split's edge, and a
 * missing one, goes left; a split on feature -1 sends everything left.
 */
export type Tree = {
  feature: number[];
  /** Which of the feature's edges each split takes. */
  edge: number[];
  /** Log-odds in units of `leafUnit`. */
  leaves: number[];
};

/** Trees whose leaves are summed. Edges stand once for all trees and leaves are whole numbers, to keep the file small. */
export type Trees = { bias: number; leafUnit: number; edges: number[][]; members: Tree[] };

/** Trees laid out one behind the other in flat arrays, which takes a tenth of the time. */
type FlatTrees = { depth: number; feature: Int16Array; atMost: Float64Array; leaves: Int32Array };

const flatTrees = new WeakMap<Trees, FlatTrees>();

/** The trees' log-odds for one feature vector. All trees are of one depth. */
export function treesLogOdds(trees: Trees, row: Float64Array): number {
  const flat = flatTrees.get(trees) ?? flattened(trees);
  const { depth, feature, atMost, leaves } = flat;
  const leafCount = 1 << depth;
  let sum = 0;
  for (let split = 0, leaf = 0; leaf < leaves.length; split += leafCount - 1, leaf += leafCount) {
    let node = 0;
    for (let level = 0; level < depth; level++) {
      const goesRight = (row[feature[split + node] as number] as number) > (atMost[split + node] as number);
      node = 2 * node + (goesRight ? 2 : 1);
    }
    sum += leaves[leaf + node - leafCount + 1] as number;
  }
  return trees.bias + trees.leafUnit * sum;
}

function flattened(trees: Trees): FlatTrees {
  const { edges, members } = trees;
  const flat = {
    depth: Math.log2(members[0]?.leaves.length ?? 1),
    feature: Int16Array.from(members.flatMap((tree) => tree.feature)),
    atMost: Float64Array.from(
      members.flatMap((tree) => tree.feature.map((of, node) => edges[of]?.[tree.edge[node] ?? 0] ?? 0)),
    ),
    leaves: Int32Array.from(members.flatMap((tree) => tree.leaves)),
  };
  flatTrees.set(trees, flat);
  return flat;
}
