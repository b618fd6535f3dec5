import { BINS, MISSING } from "./feature-bins.ts";

/** Derivatives of the loss, summed by bin. */
export type GradientHistogram = { gradient: Float64Array; hessian: Float64Array };

/** Rows up to `bin` go left. `gain` is twice the reduction of the penalized loss. */
export type Split = { gain: number; feature: number; bin: number };

export type LeafLimits = {
  /** The L2 penalty, in units of the summed second derivative. */
  leafPenalty: number;
  /** The minimum of the summed second derivative. */
  minLeafWeight: number;
};

const MIN_GAIN = 1e-6;

export function histogramOf(
  bins: Uint8Array,
  rows: Uint32Array,
  gradient: Float64Array,
  hessian: Float64Array,
): GradientHistogram {
  const g = new Float64Array(BINS);
  const h = new Float64Array(BINS);
  for (let k = 0; k < rows.length; k++) {
    const i = rows[k] as number;
    const bin = bins[i] as number;
    g[bin] = (g[bin] as number) + (gradient[i] as number);
    h[bin] = (h[bin] as number) + (hessian[i] as number);
  }
  return { gradient: g, hessian: h };
}

/** Returns null when no split gains, or when one side would be too light. */
export function bestSplit(
  { gradient, hessian }: GradientHistogram,
  edges: number,
  { leafPenalty, minLeafWeight }: LeafLimits,
): { gain: number; bin: number } | null {
  let [totalG, totalH] = [0, 0];
  for (let bin = 0; bin < BINS; bin++) {
    totalG += gradient[bin] as number;
    totalH += hessian[bin] as number;
  }
  const whole = (totalG * totalG) / (totalH + leafPenalty);
  let found: { gain: number; bin: number } | null = null;
  let leftG = gradient[MISSING] as number;
  let leftH = hessian[MISSING] as number;
  for (let bin = 1; bin <= edges; bin++) {
    leftG += gradient[bin] as number;
    leftH += hessian[bin] as number;
    const rightH = totalH - leftH;
    if (leftH < minLeafWeight) continue;
    if (rightH < minLeafWeight) break;
    const rightG = totalG - leftG;
    const gain = (leftG * leftG) / (leftH + leafPenalty) + (rightG * rightG) / (rightH + leafPenalty) - whole;
    if (gain > MIN_GAIN && gain > (found?.gain ?? 0)) found = { gain, bin };
  }
  return found;
}
