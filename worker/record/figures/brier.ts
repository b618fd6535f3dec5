import type { Confidence } from "#contract/prediction.ts";
import type { companySizes } from "#contract/rules.ts";

/**
 * The number of probability units in 100%. Probabilities are whole hundredths of a percent in this folder, so
 * that sums are exact integers.
 */
export const PROBABILITY_UNITS = 10_000;

export type ScoredPrediction = {
  probability: number;
  baseRate: number;
  isBeat: boolean;
  isCorrect: boolean;
  /** ISO day of the report, or an empty string when it is unknown. The bootstrap draws whole days. */
  day: string;
  settledAt: number;
  sector: string | null;
  size: (typeof companySizes)[number] | null;
  confidence: Confidence;
  modelVersion: string;
  /** Whole days from the forecast to the report, or null when the report's time was unknown. */
  daysBefore: number | null;
};

export function unitsOf(share: number): number {
  return Math.round(share * PROBABILITY_UNITS);
}

/**
 * Sums of squared errors over `n` predictions, in squared probability units: of the model, of the base rate,
 * and of always predicting a beat with 100%.
 */
export type ErrorSums = {
  n: number;
  model: number;
  base: number;
  alwaysBeat: number;
};

export const ZERO_ERROR_SUMS: ErrorSums = { n: 0, model: 0, base: 0, alwaysBeat: 0 };

export function addErrors(a: ErrorSums, b: ErrorSums): ErrorSums {
  return {
    n: a.n + b.n,
    model: a.model + b.model,
    base: a.base + b.base,
    alwaysBeat: a.alwaysBeat + b.alwaysBeat,
  };
}

export function errorsOf(predictions: readonly ScoredPrediction[]): ErrorSums {
  const sums = { ...ZERO_ERROR_SUMS };
  for (const { probability, baseRate, isBeat } of predictions) {
    const outcome = isBeat ? PROBABILITY_UNITS : 0;
    sums.n += 1;
    sums.model += (probability - outcome) ** 2;
    sums.base += (baseRate - outcome) ** 2;
    sums.alwaysBeat += (PROBABILITY_UNITS - outcome) ** 2;
  }
  return sums;
}

/** Returns the Brier score (Brier 1950), from 0 to 1, of a sum of squared errors over `n` predictions. */
export function brierOf(sum: number, n: number): number {
  return sum / n / PROBABILITY_UNITS ** 2;
}

export function skillOf(sum: number, referenceSum: number): number | null {
  return referenceSum === 0 ? null : 1 - sum / referenceSum;
}
