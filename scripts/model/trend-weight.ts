import { sigmoid } from "#model/statistics.ts";

type Forecasts = { blend: Float64Array; trends: Float64Array; labels: Uint8Array; weights: Float64Array };

/** With fewer forecasts that have a price, nothing is fitted. */
const MIN_FORECASTS = 1_000;
const STEPS = 25;

/**
 * Returns what a trend of 1 adds to the blend's log-odds: the ratio of the two coefficients of a logistic
 * regression (Newton's method). Never negative.
 */
export function trendWeightOf({ blend, trends, labels, weights }: Forecasts): number {
  const members = [...trends.keys()].filter((k) => trends[k] !== 0);
  if (members.length < MIN_FORECASTS) return 0;
  let [intercept, slope, trend] = [0, 1, 0];
  for (let step = 0; step < STEPS; step++) {
    const gradient = [0, 0, 0];
    const hessian = [
      [1e-9, 0, 0],
      [0, 1e-9, 0],
      [0, 0, 1e-9],
    ];
    for (const k of members) {
      const inputs = [1, blend[k] as number, trends[k] as number];
      const p = sigmoid(intercept + slope * (inputs[1] as number) + trend * (inputs[2] as number));
      const weight = weights[k] as number;
      for (let i = 0; i < 3; i++) {
        gradient[i] = (gradient[i] as number) + weight * ((labels[k] as number) - p) * (inputs[i] as number);
        for (let j = 0; j < 3; j++)
          (hessian[i] as number[])[j] =
            (hessian[i]?.[j] as number) +
            weight * p * (1 - p) * (inputs[i] as number) * (inputs[j] as number);
      }
    }
    const [a, b, c] = solved(hessian, gradient);
    [intercept, slope, trend] = [intercept + a, slope + b, trend + c];
  }
  return slope > 0 ? Number(Math.max(0, trend / slope).toFixed(3)) : 0;
}

/** Solves by Cramer's rule. */
function solved(
  matrix: readonly number[][],
  [x = 0, y = 0, z = 0]: readonly number[],
): [number, number, number] {
  const [[a = 0, b = 0, c = 0] = [], [d = 0, e = 0, f = 0] = [], [g = 0, h = 0, i = 0] = []] = matrix;
  const of = (
    p: number,
    q: number,
    r: number,
    s: number,
    t: number,
    u: number,
    v: number,
    w: number,
    o: number,
  ) => p * (t * o - u * w) - q * (s * o - u * v) + r * (s * w - t * v);
  const whole = of(a, b, c, d, e, f, g, h, i);
  return [
    of(x, b, c, y, e, f, z, h, i) / whole,
    of(a, x, c, d, y, f, g, z, i) / whole,
    of(a, b, x, d, e, y, g, h, z) / whole,
  ];
}
