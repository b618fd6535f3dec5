import type { Confidence } from "#contract/prediction.ts";
import { confidenceLevels } from "#contract/rules.ts";
import type { ModelWeights } from "./weights.ts";

/** With fewer quarters than a year the history says little, whatever the number. */
const FULL_HISTORY = 4;

/**
 * The level of a call: by the calibrated probability of the called outcome against fitted thresholds, one level less
 * with under four past quarters, and low with none.
 */
export function confidenceOf(
  weights: ModelWeights,
  beatProbability: number,
  pastQuarters: number,
): Confidence {
  if (pastQuarters === 0) return "low";
  const called = Math.max(beatProbability, 1 - beatProbability);
  const { very_high, high, medium } = weights.confidence;
  const rank = called >= very_high ? 3 : called >= high ? 2 : called >= medium ? 1 : 0;
  return confidenceLevels[Math.max(0, pastQuarters < FULL_HISTORY ? rank - 1 : rank)] ?? "low";
}
