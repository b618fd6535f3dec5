import type { Logistic } from "#analysis/model/logistic.ts";
import { sigmoid } from "#analysis/model/statistics.ts";
import type { Examples } from "./examples.ts";

const MAX_ITERATIONS = 12;
/** Newton steps end when no coefficient moves by more; far below the six digits that are kept. */
const SMALL_STEP = 1e-9;

/**
 * Fits a logistic model with an L2 penalty by Newton's method (iteratively reweighted least squares).
 * `weights` counts each row; the intercept is not penalised.
 */
export function fitLogistic(
  { n, rows, width, labels }: Examples,
  weights: Float64Array,
  penalty: number,
): Logistic {
  const { means, deviations } = moments(rows, n, width, weights);
  const size = width + 1;
  const beta = new Float64Array(size);
  const x = new Float64Array(size);
  x[width] = 1;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const gradient = new Float64Array(size);
    const curvature = Array.from({ length: size }, () => new Float64Array(size));
    for (let j = 0; j < width; j++) {
      gradient[j] = -penalty * (beta[j] ?? 0);
      (curvature[j] as Float64Array)[j] = penalty;
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < width; j++) {
        const value = rows[i * width + j] as number;
        x[j] = Number.isNaN(value) ? 0 : (value - (means[j] as number)) / (deviations[j] as number);
      }
      let score = 0;
      for (let j = 0; j < size; j++) score += (beta[j] as number) * (x[j] as number);
      const p = sigmoid(score);
      const weight = weights[i] as number;
      const residual = weight * ((labels[i] as number) - p);
      const spread = weight * p * (1 - p);
      for (let j = 0; j < size; j++) {
        const xj = x[j] as number;
        if (xj === 0) continue;
        gradient[j] = (gradient[j] as number) + residual * xj;
        const line = curvature[j] as Float64Array;
        for (let k = 0; k <= j; k++) line[k] = (line[k] as number) + spread * xj * (x[k] as number);
      }
    }
    const step = solveSymmetric(curvature, gradient);
    for (let j = 0; j < size; j++) beta[j] = (beta[j] as number) + (step[j] as number);
    if (step.every((change) => Math.abs(change) < SMALL_STEP)) break;
  }
  const short = (value: number) => Number(value.toPrecision(6));
  return {
    intercept: short(beta[width] ?? 0),
    means: Array.from(means, short),
    deviations: Array.from(deviations, short),
    coefficients: Array.from(beta.subarray(0, width), short),
  };
}

function moments(rows: Float64Array, n: number, width: number, weights: Float64Array) {
  const means = new Float64Array(width);
  const deviations = new Float64Array(width);
  for (let j = 0; j < width; j++) {
    let total = 0;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < n; i++) {
      const value = rows[i * width + j] as number;
      if (Number.isNaN(value)) continue;
      const weight = weights[i] as number;
      total += weight;
      sum += weight * value;
      squares += weight * value * value;
    }
    const centre = total > 0 ? sum / total : 0;
    means[j] = centre;
    deviations[j] = Math.sqrt(Math.max(1e-12, total > 0 ? squares / total - centre * centre : 1)) || 1;
  }
  return { means, deviations };
}

/** Solves A x = b for a symmetric positive definite A given by its lower half (Cholesky). */
function solveSymmetric(lower: Float64Array[], b: Float64Array): Float64Array {
  const n = b.length;
  const at = (i: number, j: number) => (lower[i] as Float64Array)[j] as number;
  for (let j = 0; j < n; j++) {
    let diagonal = at(j, j);
    for (let k = 0; k < j; k++) diagonal -= at(j, k) ** 2;
    const root = Math.sqrt(Math.max(diagonal, 1e-9));
    (lower[j] as Float64Array)[j] = root;
    for (let i = j + 1; i < n; i++) {
      let value = at(i, j);
      for (let k = 0; k < j; k++) value -= at(i, k) * at(j, k);
      (lower[i] as Float64Array)[j] = value / root;
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] = (x[i] as number) - at(i, k) * (x[k] as number);
    x[i] = (x[i] as number) / at(i, i);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] = (x[i] as number) - at(k, i) * (x[k] as number);
    x[i] = (x[i] as number) / at(i, i);
  }
  return x;
}
