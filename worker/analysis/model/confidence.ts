import type { Confidence } from "#contract/prediction.ts";
import { confidenceLevels } from "#contract/rules.ts";
import type { ViewWeights } from "./weights.ts";

/** With fewer quarters than a year the history says little, whatever the number. */
const FULL_HISTORY = 4;

/**
 * The level of a prediction: by the calibrated probability of the predicted outcome against its view's thresholds, one
 * level less with under four past quarters, and low with none.
 */
export function confidenceOf(
  view: Pick<ViewWeights, "confidence">,
  beatProbability: number,
  pastQuarters: number,
): Confidence {
  if (pastQuarters === 0) return "low";
  const predicted = Math.max(beatProbability, 1 - beatProbability);
  const { very_high, high, medium } = view.confidence;
  const rank = predicted >= very_high ? 3 : predicted >= high ? 2 : predicted >= medium ? 1 : 0;
  return confidenceLevels[Math.max(0, pastQuarters < FULL_HISTORY ? rank - 1 : rank)] ?? "low";
}
