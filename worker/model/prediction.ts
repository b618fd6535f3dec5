import type { AiAnalysis } from "#contract/analysis.ts";
import type { Prediction } from "#contract/prediction.ts";
import type { RiskLevel } from "#contract/strategy.ts";
import type { Forecast } from "./predict.ts";
import { round } from "./statistics.ts";

/**
 * The prediction a forecast amounts to, in the spec's shape; its share has four decimals, as the slate's and the ledger's.
 * `notLockedReason` null means it goes on record.
 */
export function predictionOf(forecast: Forecast, notLockedReason: string | null): Prediction {
  const { confidence } = forecast;
  const beatProbability = round(forecast.beatProbability, 4);
  const isBeat = beatProbability >= 0.5;
  return {
    probability: (100 * (isBeat ? beatProbability : 1 - beatProbability)).toFixed(1),
    beatProbability,
    predictionType: isBeat ? "beat" : "miss",
    confidence,
    isLocked: notLockedReason === null,
    notLockedReason,
  };
}

/**
 * Why a forecast cannot be put on record; null when it can. `reportsAt` is the earliest instant at which the report
 * may come: once it has passed, the report may already be out.
 */
export function whyNotLocked(reportsAt: Date | null, isStale: boolean, now: Date): string | null {
  if (!reportsAt) return "No report date is known, so this prediction cannot be locked before one.";
  if (isStale) return "The known report date has passed, and the next one is not known yet.";
  if (reportsAt <= now) return "The days on which the report is due have started, so it may already be out.";
  return null;
}

/**
 * The class of the educational example, by the prediction and its edge over the base rate. No edge or low confidence
 * gives nothing to act on; a prediction that its edge contradicts is hedged.
 */
export function recommendationOf({
  edgeVerdict,
  confidence,
  beatProbability,
}: Pick<Forecast, "edgeVerdict" | "confidence" | "beatProbability">): AiAnalysis["tradeRecommendation"] {
  if (edgeVerdict === "no_edge" || confidence === "low") return "no_action";
  const isBeat = beatProbability >= 0.5;
  if (isBeat !== (edgeVerdict === "edge_up")) return "hedged";
  return isBeat ? "long" : "short";
}

/** How uncertain the prediction is; a report is never of low risk for who holds options over it. */
export function riskOf({ confidence }: Forecast, impliedMovePercent: number | null): RiskLevel {
  if (confidence === "low" || (impliedMovePercent ?? 0) >= 8) return "high";
  return confidence === "very_high" && (impliedMovePercent ?? 100) < 4 ? "low" : "medium";
}
