import type { Examples } from "./examples.ts";

/** One of the bins is for missing values. */
export const BINS = 64;
/** A missing value always goes left. */
export const MISSING = 0;

export type BinnedFeature = {
  index: number;
  bins: Uint8Array;
  /** The upper edges from bin 1 on. */
  edges: number[];
};

/** The bins have about equal counts. */
export function binExamples({ n, rows, width }: Pick<Examples, "n" | "rows" | "width">): BinnedFeature[] {
  return Array.from({ length: width }, (_, index) => {
    const column = Float64Array.from({ length: n }, (_, i) => rows[i * width + index] as number);
    const edges = quantileEdges(column);
    const bins = Uint8Array.from(column, (value) =>
      Number.isNaN(value) ? MISSING : 1 + lowerBound(edges, value),
    );
    return { index, bins, edges };
  });
}

function quantileEdges(column: Float64Array): number[] {
  const sorted = column.filter((value) => !Number.isNaN(value)).sort();
  const edges: number[] = [];
  for (let k = 1; k < BINS - 1; k++) {
    const value = sorted[Math.floor((k * sorted.length) / (BINS - 1))];
    if (value === undefined) continue;
    // Rounded, so that the weights file is short and the fit splits exactly where the Worker will.
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
