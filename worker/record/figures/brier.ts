import { PROBABILITY_UNITS, type ScoredPrediction } from "./scored-prediction.ts";

/** Squared units: whole numbers. */
export type ErrorSums = {
  n: number;
  model: number;
  base: number;
  alwaysBeat: number;
};

export const NO_ERRORS: ErrorSums = { n: 0, model: 0, base: 0, alwaysBeat: 0 };

export function addErrors(a: ErrorSums, b: ErrorSums): ErrorSums {
  return {
    n: a.n + b.n,
    model: a.model + b.model,
    base: a.base + b.base,
    alwaysBeat: a.alwaysBeat + b.alwaysBeat,
  };
}

export function errorsOf(predictions: readonly ScoredPrediction[]): ErrorSums {
  const sums = { ...NO_ERRORS };
  for (const { probability, baseRate, isBeat } of predictions) {
    const outcome = isBeat ? PROBABILITY_UNITS : 0;
    sums.n += 1;
    sums.model += (probability - outcome) ** 2;
    sums.base += (baseRate - outcome) ** 2;
    sums.alwaysBeat += (PROBABILITY_UNITS - outcome) ** 2;
  }
  return sums;
}

/** 0 to 1 (Brier 1950). */
export function brierOf(sum: number, n: number): number {
  return sum / n / PROBABILITY_UNITS ** 2;
}

export function skillOf(sum: number, referenceSum: number): number | null {
  return referenceSum === 0 ? null : 1 - sum / referenceSum;
}
