import type { Confidence } from "#contract/prediction.ts";
import type { companySizes } from "#contract/rules.ts";

/** Of a percent, so that sums are whole numbers. */
export const PROBABILITY_UNITS = 10_000;

export type ScoredPrediction = {
  probability: number;
  baseRate: number;
  isBeat: boolean;
  isCorrect: boolean;
  /** ISO; the bootstrap draws whole days. */
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
