/**
 * A tree of full depth d, level by level: 2^d - 1 splits, then 2^d leaves in log-odds. A value of at most `atMost`, and a
 * missing one, goes left; a split on feature -1 sends everything left.
 */
export type Tree = { feature: number[]; atMost: number[]; leaves: number[] };

/** Sum of the trees' leaves for one feature vector, in log-odds. */
export function treesLogOdds(trees: readonly Tree[], row: Float64Array): number {
  let sum = 0;
  for (const { feature, atMost, leaves } of trees) {
    let node = 0;
    while (node < feature.length) {
      const goesRight = (row[feature[node] ?? -1] ?? Number.NaN) > (atMost[node] ?? 0);
      node = 2 * node + (goesRight ? 2 : 1);
    }
    sum += leaves[node - feature.length] ?? 0;
  }
  return sum;
}
