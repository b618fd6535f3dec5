import type { PredictionCall } from "#contract/prediction.ts";

/** The prediction in a sentence. "Strong" is used only with high confidence. */
export function predictionSentence({
  predictionType,
  confidence,
}: Pick<PredictionCall, "predictionType" | "confidence">): string {
  if (predictionType === "miss")
    return "The AI predicts a potential shortfall against the analysts' consensus.";
  if (confidence === "high" || confidence === "very_high")
    return "The AI predicts a strong likelihood of exceeding expectations, measured against the analysts' consensus.";
  return `The AI sees a beat of the analysts' consensus as likelier than a miss, with ${confidence} confidence only.`;
}
