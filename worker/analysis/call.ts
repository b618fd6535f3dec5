import type { AiAnalysis } from "#contract/analysis.ts";
import type { PredictionCall } from "#contract/prediction.ts";
import type { RiskLevel } from "#contract/strategy.ts";
import type { Forecast } from "./model/predict.ts";

/** The call a forecast amounts to, in the spec's shape. `notLockedReason` null means it goes on record. */
export function callOf(forecast: Forecast, notLockedReason: string | null): PredictionCall {
  const { beatProbability, confidence } = forecast;
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

/** Why a forecast cannot be put on record; null when it can. */
export function whyNotLocked(reportsAt: Date | null, isStale: boolean): string | null {
  if (!reportsAt) return "No report date is known, so there is nothing to lock this forecast before.";
  if (isStale) return "The known report date has passed and the next one is not known yet.";
  return null;
}

/**
 * The class of the educational example: by the edge over the base rate, never by the person. Without an edge there is
 * nothing to act on; a very uncertain call is shown hedged.
 */
export function recommendationOf({ edgeVerdict, confidence }: Forecast): AiAnalysis["tradeRecommendation"] {
  if (edgeVerdict === "no_edge") return "no_action";
  if (confidence === "low") return "hedged";
  return edgeVerdict === "edge_up" ? "long" : "short";
}

/** How uncertain the call is; a report is never of low risk for who holds options over it. */
export function riskOf({ confidence }: Forecast, impliedMovePercent: number | null): RiskLevel {
  if (confidence === "low" || (impliedMovePercent ?? 0) >= 8) return "high";
  return confidence === "very_high" && (impliedMovePercent ?? 100) < 4 ? "low" : "medium";
}
