import { sigmoid } from "#analysis/model/statistics.ts";
import type { ModelWeights } from "#analysis/model/weights.ts";
import { logLoss } from "./metrics.ts";

const ITERATIONS = 30;

/** Platt's scaling (1999): slope and intercept on log-odds that make forecasts of later data calibrated. Newton's method. */
function fitPlatt(logOdds: Float64Array, labels: Uint8Array): ModelWeights["calibration"] {
  let slope = 1;
  let intercept = 0;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-9, 0, 1e-9];
    logOdds.forEach((x, i) => {
      const p = sigmoid(intercept + slope * x);
      const residual = (labels[i] ?? 0) - p;
      const spread = p * (1 - p);
      g0 += residual;
      g1 += residual * x;
      h00 += spread;
      h01 += spread * x;
      h11 += spread * x * x;
    });
    const determinant = h00 * h11 - h01 * h01;
    intercept += (h11 * g0 - h01 * g1) / determinant;
    slope += (h00 * g1 - h01 * g0) / determinant;
  }
  return { slope: Number(slope.toFixed(5)), intercept: Number(intercept.toFixed(5)) };
}

/** Forecasts brought to calibration by their own outcomes, and the log-loss that is left. */
export type Calibrated = {
  calibration: ModelWeights["calibration"];
  probabilities: Float64Array;
  loss: number;
};

/** Calibrates forecasts, given as log-odds, on what then happened. */
export function calibrate(logOdds: Float64Array, labels: Uint8Array): Calibrated {
  const calibration = fitPlatt(logOdds, labels);
  const { slope, intercept } = calibration;
  const probabilities = logOdds.map((value) => sigmoid(intercept + slope * value));
  return { calibration, probabilities, loss: logLoss(probabilities, labels) };
}

const BAND_WIDTH = 0.05;

/** Forecasts counted by bands of five points of probability. */
export function countBands(probabilities: Float64Array, labels: Uint8Array): ModelWeights["bands"] {
  return Array.from({ length: Math.round(1 / BAND_WIDTH) }, (_, k) => {
    const from = Number((k * BAND_WIDTH).toFixed(2));
    const to = Number(((k + 1) * BAND_WIDTH).toFixed(2));
    const members = Array.from(probabilities.keys()).filter((i) => {
      const p = probabilities[i] ?? 0;
      return p >= from && p < to;
    });
    return { from, to, n: members.length, beats: members.reduce((sum, i) => sum + (labels[i] ?? 0), 0) };
  });
}

/** Shares of the walk-forward calls that each level above `low` is to hold, most certain first. */
const levelShares = { very_high: 0.2, high: 0.5, medium: 0.8 } as const;

/**
 * Thresholds on the probability of the called outcome, at fixed shares of past calls, so that each level holds enough of
 * them for its hit rate to differ from its neighbour's.
 */
export function fitConfidence(probabilities: Float64Array): ModelWeights["confidence"] {
  const called = probabilities
    .map((p) => Math.max(p, 1 - p))
    .sort()
    .reverse();
  const at = (share: number) => Number((called[Math.floor(share * called.length)] ?? 0.5).toFixed(3));
  return { very_high: at(levelShares.very_high), high: at(levelShares.high), medium: at(levelShares.medium) };
}
