import { sigmoid } from "#model/statistics.ts";

type Cases = { logOdds: Float64Array; inputs: Float64Array; labels: Uint8Array; weights: Float64Array };

/** What a forecast's log-odds and one further input add to the log-odds of the outcome. */
type Coefficients = { intercept: number; slope: number; input: number };

const STEPS = 25;

/** Fits the coefficients by Newton's method. An input that is 0 everywhere gets the coefficient 0. */
export function logisticRegression({ logOdds, inputs, labels, weights }: Cases): Coefficients {
  let [intercept, slope, input] = [0, 1, 0];
  for (let step = 0; step < STEPS; step++) {
    const gradient = [0, 0, 0];
    const hessian = [
      [1e-9, 0, 0],
      [0, 1e-9, 0],
      [0, 0, 1e-9],
    ];
    for (const k of labels.keys()) {
      const row = [1, logOdds[k] as number, inputs[k] as number];
      const p = sigmoid(intercept + slope * (row[1] as number) + input * (row[2] as number));
      const weight = weights[k] as number;
      for (let i = 0; i < 3; i++) {
        gradient[i] = (gradient[i] as number) + weight * ((labels[k] as number) - p) * (row[i] as number);
        for (let j = 0; j < 3; j++)
          (hessian[i] as number[])[j] =
            (hessian[i]?.[j] as number) + weight * p * (1 - p) * (row[i] as number) * (row[j] as number);
      }
    }
    const [a, b, c] = solved(hessian, gradient);
    [intercept, slope, input] = [intercept + a, slope + b, input + c];
  }
  return { intercept, slope, input };
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
