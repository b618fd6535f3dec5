import type { Confidence } from "#contract/prediction.ts";
import type { companySizes } from "#contract/rules.ts";

/** Probabilities are counted in hundredths of a percent, so that sums of squared errors are whole numbers and exact. */
export const PROBABILITY_UNITS = 10_000;

export type ScoredPrediction = {
  /** P(beat) and base rate in hundredths of a percent. */
  probability: number;
  baseRate: number;
  isBeat: boolean;
  isCorrect: boolean;
  /** Day (ISO) of the report; reports of one day are drawn together by the bootstrap. */
  day: string;
  /** When it was settled, in milliseconds. */
  settledAt: number;
  sector: string | null;
  size: (typeof companySizes)[number] | null;
  confidence: Confidence;
  modelVersion: string;
  /** Whole days from the moment it speaks of to the report. */
  daysBefore: number | null;
};

/** A share between 0 and 1 in hundredths of a percent. */
export function unitsOf(share: number): number {
  return Math.round(share * PROBABILITY_UNITS);
}
