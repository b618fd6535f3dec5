import { sigmoid } from "#analysis/model/statistics.ts";
import type { Tree } from "#analysis/model/trees.ts";
import type { Examples } from "./examples.ts";
import { randomFrom } from "./random.ts";

export type BoostingOptions = {
  trees: number;
  depth: number;
  learningRate: number;
  /** L2 penalty on leaf values, in units of the summed second derivative. */
  leafPenalty: number;
  /** Least summed second derivative of a leaf. */
  minLeafWeight: number;
  rowShare: number;
  featureShare: number;
  seed: number;
};

const BINS = 64;
/** Bin of missing values; they always go left. */
const MISSING = 0;

/**
 * Gradient-boosted trees on the logistic loss with second-order leaves (Friedman 2001; Chen and Guestrin 2016), on
 * histograms of 63 quantile bins. `weights` counts each row; `offset` is the log-odds the boosting starts from.
 * The same inputs give the same trees to the bit.
 */
export function fitTrees(
  examples: Examples,
  weights: Float64Array,
  offset: Float64Array,
  options: BoostingOptions,
): Tree[] {
  const { n, labels } = examples;
  const binned = binExamples(examples);
  const random = randomFrom(options.seed);
  const score = Float64Array.from(offset);
  const gradient = new Float64Array(n);
  const hessian = new Float64Array(n);
  const trees: Tree[] = [];
  for (let t = 0; t < options.trees; t++) {
    for (let i = 0; i < n; i++) {
      const isIn = random() < options.rowShare;
      const p = sigmoid(score[i] ?? 0);
      const weight = isIn ? (weights[i] ?? 0) : 0;
      gradient[i] = weight * (p - (labels[i] ?? 0));
      hessian[i] = weight * p * (1 - p);
    }
    const used = binned.map(() => random() < options.featureShare);
    const { tree, leafOf } = growTree(binned, used, gradient, hessian, options);
    for (let i = 0; i < n; i++) score[i] = (score[i] ?? 0) + (tree.leaves[leafOf[i] ?? 0] ?? 0);
    trees.push(tree);
  }
  return trees;
}

type BinnedFeature = { bins: Uint8Array /** Upper edge of each bin from 1 on. */; edges: number[] };

function binExamples({ n, rows, width }: Examples): BinnedFeature[] {
  return Array.from({ length: width }, (_, feature) => {
    const column = Float64Array.from({ length: n }, (_, i) => rows[i * width + feature] ?? Number.NaN);
    const edges = quantileEdges(column);
    const bins = Uint8Array.from(column, (value) =>
      Number.isNaN(value) ? MISSING : 1 + lowerBound(edges, value),
    );
    return { bins, edges };
  });
}

/** Edges e1 < e2 < …: a value belongs to the first bin whose edge is not below it, or to the last. */
function quantileEdges(column: Float64Array): number[] {
  const sorted = column.filter((value) => !Number.isNaN(value)).sort();
  const edges: number[] = [];
  for (let k = 1; k < BINS - 1; k++) {
    const value = sorted[Math.floor((k * sorted.length) / (BINS - 1))];
    if (value === undefined) continue;
    // Rounded so that the weights file holds short numbers and the fit splits exactly where the Worker will.
    const edge = Number(value.toPrecision(4));
    if (edges.length === 0 || edge > (edges.at(-1) ?? 0)) edges.push(edge);
  }
  return edges;
}

function lowerBound(edges: number[], value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Split = { gain: number; feature: number; bin: number };

function growTree(
  binned: BinnedFeature[],
  used: boolean[],
  gradient: Float64Array,
  hessian: Float64Array,
  { depth, learningRate, leafPenalty, minLeafWeight }: BoostingOptions,
): { tree: Tree; leafOf: Uint16Array } {
  const n = gradient.length;
  const node = new Uint16Array(n);
  const tree: Tree = { feature: [], atMost: [], leaves: [] };
  for (let level = 0; level < depth; level++) {
    const nodes = 1 << level;
    const best: (Split | null)[] = Array.from({ length: nodes }, () => null);
    binned.forEach(({ bins, edges }, feature) => {
      if (!used[feature]) return;
      const g = new Float64Array(nodes * BINS);
      const h = new Float64Array(nodes * BINS);
      for (let i = 0; i < n; i++) {
        const cell = (node[i] as number) * BINS + (bins[i] as number);
        g[cell] = (g[cell] as number) + (gradient[i] as number);
        h[cell] = (h[cell] as number) + (hessian[i] as number);
      }
      for (let k = 0; k < nodes; k++) {
        const found = bestSplit(
          g.subarray(k * BINS, (k + 1) * BINS),
          h.subarray(k * BINS, (k + 1) * BINS),
          edges.length,
        );
        if (found && found.gain > (best[k]?.gain ?? 0)) best[k] = { ...found, feature };
      }
    });
    for (const split of best) {
      tree.feature.push(split ? split.feature : -1);
      tree.atMost.push(split ? (binned[split.feature]?.edges[split.bin - 1] ?? 0) : 0);
    }
    for (let i = 0; i < n; i++) {
      const split = best[node[i] as number];
      const goesRight = split ? (binned[split.feature]?.bins[i] as number) > split.bin : false;
      node[i] = (node[i] as number) * 2 + (goesRight ? 1 : 0);
    }
  }
  const leaves = 1 << depth;
  const sumG = new Float64Array(leaves);
  const sumH = new Float64Array(leaves);
  for (let i = 0; i < n; i++) {
    const leaf = node[i] as number;
    sumG[leaf] = (sumG[leaf] as number) + (gradient[i] as number);
    sumH[leaf] = (sumH[leaf] as number) + (hessian[i] as number);
  }
  tree.leaves = Array.from(sumG, (g, leaf) =>
    Number(((-learningRate * g) / ((sumH[leaf] ?? 0) + leafPenalty)).toFixed(4)),
  );
  return { tree, leafOf: node };

  function bestSplit(g: Float64Array, h: Float64Array, edges: number): { gain: number; bin: number } | null {
    let totalG = 0;
    let totalH = 0;
    for (let bin = 0; bin < BINS; bin++) {
      totalG += g[bin] as number;
      totalH += h[bin] as number;
    }
    let found: { gain: number; bin: number } | null = null;
    let leftG = g[MISSING] as number;
    let leftH = h[MISSING] as number;
    const whole = (totalG * totalG) / (totalH + leafPenalty);
    for (let bin = 1; bin <= edges; bin++) {
      leftG += g[bin] as number;
      leftH += h[bin] as number;
      const rightH = totalH - leftH;
      if (leftH < minLeafWeight) continue;
      if (rightH < minLeafWeight) break;
      const rightG = totalG - leftG;
      const gain =
        (leftG * leftG) / (leftH + leafPenalty) + (rightG * rightG) / (rightH + leafPenalty) - whole;
      if (gain > 1e-6 && gain > (found?.gain ?? 0)) found = { gain, bin };
    }
    return found;
  }
}
