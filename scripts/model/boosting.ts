import type { Tree } from "#model/score.ts";
import { sigmoid } from "#model/statistics.ts";
import type { BinnedFeature } from "./feature-bins.ts";
import { randomFrom } from "./random.ts";
import { bestSplit, type GradientHistogram, histogramOf, type LeafLimits, type Split } from "./split.ts";

export type BoostingOptions = LeafLimits & {
  trees: number;
  depth: number;
  learningRate: number;
  rowShare: number;
  featureShare: number;
  seed: number;
};

/** The unit is in log-odds. */
export const LEAF_UNIT = 1e-4;

/**
 * Gradient boosting (Friedman 2001; Chen and Guestrin 2016). `bias` is the initial log-odds. The result is
 * deterministic to the bit.
 */
export function fitTrees(
  binned: readonly BinnedFeature[],
  labels: Uint8Array,
  weights: Float64Array,
  bias: number,
  options: BoostingOptions,
): Tree[] {
  const n = labels.length;
  const random = randomFrom(options.seed);
  const score = new Float64Array(n).fill(bias);
  const gradient = new Float64Array(n);
  const hessian = new Float64Array(n);
  const sample = new Uint32Array(n);
  const trees: Tree[] = [];
  for (let t = 0; t < options.trees; t++) {
    let size = 0;
    for (let i = 0; i < n; i++) {
      if (random() >= options.rowShare) continue;
      const p = sigmoid(score[i] as number);
      const weight = weights[i] as number;
      gradient[i] = weight * (p - (labels[i] as number));
      hessian[i] = weight * p * (1 - p);
      sample[size++] = i;
    }
    const features = binned.filter(() => random() < options.featureShare);
    const tree = growTree(features, sample.subarray(0, size), gradient, hessian, options);
    addLeaves(score, tree, binned);
    trees.push(tree);
  }
  return trees;
}

type Node = { rows: Uint32Array; histograms: GradientHistogram[] };

/** Reorders `rows` by node. */
function growTree(
  features: readonly BinnedFeature[],
  rows: Uint32Array,
  gradient: Float64Array,
  hessian: Float64Array,
  options: BoostingOptions,
): Tree {
  const tree: Tree = { feature: [], edge: [], leaves: [] };
  const histograms = (of: Uint32Array) =>
    features.map(({ bins }) => histogramOf(bins, of, gradient, hessian));
  let level: Node[] = [{ rows, histograms: histograms(rows) }];
  for (let depth = 0; depth < options.depth; depth++) {
    level = level.flatMap((node) => {
      const split = bestOf(features, node, options);
      const feature = split && features[split.feature];
      tree.feature.push(feature ? feature.index : -1);
      // Bin 0 holds missing values, so bin k ends with edge k - 1.
      tree.edge.push(feature ? split.bin - 1 : 0);
      if (!feature) return [node, { rows: node.rows.subarray(0, 0), histograms: [] }];
      const [left, right] = partition(node.rows, feature.bins, split.bin);
      if (depth + 1 === options.depth)
        return [
          { rows: left, histograms: [] },
          { rows: right, histograms: [] },
        ];
      // The larger child's histogram is the parent's minus the smaller child's.
      const isLeftSmaller = left.length < right.length;
      const smaller = histograms(isLeftSmaller ? left : right);
      const larger = node.histograms.map((whole, i) => difference(whole, smaller[i] as GradientHistogram));
      return [
        { rows: left, histograms: isLeftSmaller ? smaller : larger },
        { rows: right, histograms: isLeftSmaller ? larger : smaller },
      ];
    });
  }
  tree.leaves = level.map(({ rows: members }) => {
    let [g, h] = [0, 0];
    for (const i of members) {
      g += gradient[i] as number;
      h += hessian[i] as number;
    }
    return Math.round((-options.learningRate * g) / (h + options.leafPenalty) / LEAF_UNIT);
  });
  return tree;
}

function bestOf(features: readonly BinnedFeature[], node: Node, options: BoostingOptions): Split | null {
  let best: Split | null = null;
  node.histograms.forEach((histogram, feature) => {
    const found = bestSplit(histogram, features[feature]?.edges.length ?? 0, options);
    if (found && found.gain > (best?.gain ?? 0)) best = { ...found, feature };
  });
  return best;
}

function difference(whole: GradientHistogram, part: GradientHistogram): GradientHistogram {
  return {
    gradient: whole.gradient.map((value, bin) => value - (part.gradient[bin] as number)),
    hessian: whole.hessian.map((value, bin) => value - (part.hessian[bin] as number)),
  };
}

/** A stable partition: rows up to the bin come first. */
function partition(rows: Uint32Array, bins: Uint8Array, bin: number): [Uint32Array, Uint32Array] {
  const right = new Uint32Array(rows.length);
  let [left, over] = [0, 0];
  for (const i of rows) {
    if ((bins[i] as number) > bin) right[over++] = i;
    else rows[left++] = i;
  }
  rows.set(right.subarray(0, over), left);
  return [rows.subarray(0, left), rows.subarray(left)];
}

/** Adds the leaves to every row, sampled or not. */
function addLeaves(score: Float64Array, tree: Tree, binned: readonly BinnedFeature[]): void {
  const inner = tree.feature.length;
  const bins = tree.feature.map((feature) => binned[feature]?.bins);
  for (let i = 0; i < score.length; i++) {
    let node = 0;
    while (node < inner) {
      const goesRight = (bins[node]?.[i] ?? 0) > (tree.edge[node] as number) + 1;
      node = 2 * node + (goesRight ? 2 : 1);
    }
    score[i] = (score[i] as number) + LEAF_UNIT * (tree.leaves[node - inner] as number);
  }
}
