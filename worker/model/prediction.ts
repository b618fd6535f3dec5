import type { AiAnalysis } from "#contract/analysis.ts";
import { fixed } from "#contract/format.ts";
import type { Prediction } from "#contract/prediction.ts";
import type { RiskLevel } from "#contract/strategy.ts";
import type { Forecast } from "./predict.ts";
import { round } from "./statistics.ts";

/** Four decimals, as in slate and ledger. `notLockedReason` null: on record. */
export function predictionOf(forecast: Forecast, notLockedReason: string | null): Prediction {
  const { confidence } = forecast;
  const beatProbability = round(forecast.beatProbability, 4);
  const isBeat = beatProbability >= 0.5;
  return {
    probability: fixed(100 * (isBeat ? beatProbability : 1 - beatProbability), 1),
    beatProbability,
    predictionType: isBeat ? "beat" : "miss",
    confidence,
    isLocked: notLockedReason === null,
    notLockedReason,
  };
}

/** `reportsAt`: the earliest instant; then it may be out. Null when it can be locked. */
export function whyNotLocked(reportsAt: Date | null, isStale: boolean, now: Date): string | null {
  if (!reportsAt) return "No report date is known, so this prediction cannot be locked before one.";
  if (isStale) return "The known report date has passed, and the next one is not known yet.";
  if (reportsAt <= now) return "The days on which the report is due have started, so it may already be out.";
  return null;
}

/** No edge or low confidence: nothing to act on; contradicted by its edge: hedged. */
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

/** Percent, as options expect over the report. */
const RISKY_MOVE = 8;
const CALM_MOVE = 4;

/**
 * High: low confidence, or a move of 8%. Low: very high confidence and a known move under 4%. Else medium.
 */
export function riskOf({ confidence }: Pick<Forecast, "confidence">, movePercent: number | null): RiskLevel {
  if (confidence === "low" || (movePercent !== null && movePercent >= RISKY_MOVE)) return "high";
  return confidence === "very_high" && movePercent !== null && movePercent < CALM_MOVE ? "low" : "medium";
}
