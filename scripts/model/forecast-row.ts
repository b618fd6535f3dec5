import type { Confidence } from "#contract/prediction.ts";
import { featuresOf } from "#model/features.ts";
import { frameOf } from "#model/frame.ts";
import type { ForecastInput } from "#model/history.ts";
import { confidenceOf } from "#model/predict.ts";
import { scoreOf, sizeWeightsOf } from "#model/score.ts";
import { sigmoid } from "#model/statistics.ts";
import { companySurprises } from "#model/surprise-bins.ts";
import { surpriseDistribution } from "#model/surprise-distribution.ts";
import { type FeatureTier, featureTierOf, type ModelWeights } from "#model/weights.ts";
import { type SizeOutcome, sizeOutcome, widenedByDay } from "./assess.ts";
import type { EarningsEvent } from "./events.ts";
import { pastQuantilesIn } from "./past-quantiles.ts";
import type { RollingWidth } from "./rolling-width.ts";

export type ForecastEvent = {
  event: EarningsEvent;
  isBeat: boolean;
  probability: number;
  confidence: Confidence;
  featureTier: FeatureTier;
  features: Float64Array;
  /** The number of reports known at the lock, shown to the model or not. */
  pastReports: number;
  classRate: number;
  /** Null without history, when there is no interval. */
  size: SizeOutcome | null;
};

type Occasion = {
  /** What the feature tier shows, and everything that is known. */
  seen: ForecastInput;
  whole: ForecastInput;
  event: EarningsEvent;
  classRate: number;
  widths: RollingWidth;
};

/** The outcome then counts toward the widths of later days. */
export function forecastRow(
  weights: ModelWeights,
  { seen, whole, event, classRate, widths }: Occasion,
): Omit<ForecastEvent, "event" | "isBeat" | "pastReports" | "classRate"> {
  const features = featuresOf(seen, weights.features.length);
  const featureTier = featureTierOf(seen);
  const serving = { featureTier, family: seen.family, trend: seen.trend };
  const { logOdds, binScores } = scoreOf(weights, features, serving);
  const isUnknown = seen.past.length === 0 && seen.isHistoryMissing;
  const probability = isUnknown ? classRate : sigmoid(logOdds);
  const distribution = surpriseDistribution(
    { binScores, beatProbability: probability },
    sizeWeightsOf(weights, serving),
    companySurprises(frameOf(seen)),
  );
  return {
    probability,
    confidence: confidenceOf(weights.tiers[featureTier], probability, seen.past.length),
    featureTier,
    features,
    size: isUnknown
      ? null
      : sizeOutcome(widenedByDay(distribution, event, widths), event, pastQuantilesIn(frameOf(whole))),
  };
}
