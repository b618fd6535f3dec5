import type { Confidence } from "#contract/prediction.ts";
import type { companySizes } from "#contract/rules.ts";

/** Hundredths of a percent, so that sums of squared errors are whole numbers. */
export const PROBABILITY_UNITS = 10_000;

export type ScoredPrediction = {
  probability: number;
  baseRate: number;
  isBeat: boolean;
  isCorrect: boolean;
  /** ISO; reports of one day are drawn together by the bootstrap. */
  day: string;
  /** Milliseconds. */
  settledAt: number;
  sector: string | null;
  size: (typeof companySizes)[number] | null;
  confidence: Confidence;
  modelVersion: string;
  /** Whole days. */
  daysBefore: number | null;
};

export function unitsOf(share: number): number {
  return Math.round(share * PROBABILITY_UNITS);
}
