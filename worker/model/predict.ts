import type { AiAnalysis } from "#contract/analysis.ts";
import { fixed } from "#contract/format.ts";
import type { Band, Confidence, EdgeVerdict, Prediction } from "#contract/prediction.ts";
import { confidenceLevels, edgeVerdictOf } from "#contract/rules.ts";
import type { RiskLevel } from "#contract/strategy.ts";
import { featuresOf } from "./features.ts";
import { frameOf } from "./frame.ts";
import type { ForecastInput } from "./history.ts";
import type { IntervalWidth } from "./interval-width.ts";
import type { ReferenceClass } from "./reference-class.ts";
import { scoreOf, scoringContextOf, sizeWeightsOf } from "./score.ts";
import { round, sigmoid, wilsonInterval, Z95 } from "./statistics.ts";
import { companySurprises } from "./surprise-bins.ts";
import { type SurpriseDistribution, surpriseDistribution } from "./surprise-distribution.ts";
import { type FeatureTier, type ModelWeights, shippedWeights, type TierWeights } from "./weights.ts";

export type ForecastRequest = ForecastInput & {
  referenceClass: ReferenceClass;
  width: IntervalWidth;
};

export type Forecast = {
  /** The calibrated probability of a beat, or the base rate when the company's history is unknown. */
  beatProbability: number;
  baseRate: number;
  referenceClass: ReferenceClass;
  edge: number;
  edgeVerdict: EdgeVerdict;
  confidence: Confidence;
  /**
   * How often reports beat in the walk-forward back-test when P(beat) was in the same band as here. Null when
   * the back-test has no forecast in that band.
   */
  band: Band | null;
  /** How much data the model had. It decides which calibration, bands and confidence thresholds apply. */
  featureTier: FeatureTier;
  /**
   * The distribution of the surprise, whose beats sum to `beatProbability`. Null when the company's history
   * is unknown.
   */
  surprise: SurpriseDistribution | null;
  modelVersion: string;
};

/**
 * How much the beat rate within one band of P(beat) varies from year to year, as a standard deviation without
 * sampling error.
 */
const YEARLY_DRIFT = 0.015;

/**
 * Computes the forecast of one report; it is a pure function. When the past reports are unknown
 * (`isHistoryMissing`), P(beat) is the base rate. Without past quarters, the confidence is low.
 */
export function forecast(input: ForecastRequest, weights: ModelWeights = shippedWeights()): Forecast {
  const row = featuresOf(input, weights.features.length);
  const serving = scoringContextOf(input);
  const { featureTier } = serving;
  const pastQuarters = input.past.filter((quarter) => quarter.reportDate < input.asOf).length;
  const { referenceClass } = input;
  const baseRate = referenceClass.beatRate;
  const isUnknown = pastQuarters === 0 && input.isHistoryMissing;
  const score = scoreOf(weights, row, serving);
  const beatProbability = isUnknown ? baseRate : sigmoid(score.logOdds);
  const edge = beatProbability - baseRate;
  const ofTier = weights.tiers[featureTier];
  return {
    beatProbability,
    baseRate,
    referenceClass,
    edge,
    edgeVerdict: edgeVerdictOf(edge),
    confidence: confidenceOf(ofTier, beatProbability, pastQuarters),
    band: bandOf(ofTier, beatProbability),
    featureTier,
    surprise: isUnknown
      ? null
      : surpriseDistribution(
          { binScores: score.binScores, beatProbability },
          { ...sizeWeightsOf(weights, serving), width: input.width.factor },
          companySurprises(frameOf(input)),
        ),
    modelVersion: weights.version,
  };
}

/**
 * Returns the back-test's band that contains `beatProbability`, with its hit rate and 95% interval, or null
 * when no tested forecast was in it. The interval covers sampling error and the drift from year to year.
 */
function bandOf({ bands }: TierWeights, beatProbability: number): Band | null {
  const band = bands.find(({ from, to }) => beatProbability >= from && beatProbability < to);
  if (!band || band.n === 0) return null;
  const { from, to, n, beats } = band;
  const hitRate = beats / n;
  const { low, high } = wilsonInterval(beats, n);
  const withDrift = (reach: number) => Math.hypot(reach, Z95 * YEARLY_DRIFT);
  return {
    from,
    to,
    n,
    hitRate,
    low: Math.max(0, hitRate - withDrift(hitRate - low)),
    high: Math.min(1, hitRate + withDrift(high - hitRate)),
  };
}

/** With fewer past quarters, confidence is one level lower. */
const FULL_HISTORY = 4;

/**
 * Returns the confidence in the predicted outcome (beat or not) by the feature tier's thresholds. It is one
 * level lower with fewer than four past quarters, and low with none.
 */
export function confidenceOf(
  featureTier: Pick<TierWeights, "confidence">,
  beatProbability: number,
  pastQuarters: number,
): Confidence {
  if (pastQuarters === 0) return "low";
  const predicted = Math.max(beatProbability, 1 - beatProbability);
  const { very_high, high, medium } = featureTier.confidence;
  const rank = predicted >= very_high ? 3 : predicted >= high ? 2 : predicted >= medium ? 1 : 0;
  return confidenceLevels[Math.max(0, pastQuarters < FULL_HISTORY ? rank - 1 : rank)] ?? "low";
}

/**
 * Converts a forecast to a prediction. `beatProbability` is rounded to four decimals, as in upcoming
 * forecasts and the ledger. `notLockedReason` is null for a prediction that can be locked.
 */
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

/**
 * Returns the reason why a prediction made now cannot be locked, or null when it can. `reportsAt` is the
 * earliest moment at which the report may be published.
 */
export function whyNotLocked(reportsAt: Date | null, isStale: boolean, now: Date): string | null {
  if (!reportsAt) return "No report date is known, so this prediction cannot be locked before one.";
  if (isStale) return "The known report date has passed, and the next one is not known yet.";
  if (reportsAt <= now) return "The days on which the report is due have started, so it may already be out.";
  return null;
}

/**
 * Returns `no_action` without an edge or with low confidence, and `hedged` when prediction and edge disagree
 * (for example, a likely beat that is less likely than the base rate). Otherwise it follows the prediction.
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

/** Bounds of the move that options imply for the report, in percent of the share price. */
const RISKY_MOVE = 8;
const CALM_MOVE = 4;

/**
 * Returns the risk level. It is high with low confidence or an implied move of at least 8%, low with very
 * high confidence and a known move below 4%, and otherwise medium. `movePercent` is in percent of the share
 * price.
 */
export function riskOf({ confidence }: Pick<Forecast, "confidence">, movePercent: number | null): RiskLevel {
  if (confidence === "low" || (movePercent !== null && movePercent >= RISKY_MOVE)) return "high";
  return confidence === "very_high" && movePercent !== null && movePercent < CALM_MOVE ? "low" : "medium";
}
