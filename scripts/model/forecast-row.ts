import type { Confidence } from "#contract/prediction.ts";
import { featuresOf } from "#model/features.ts";
import { frameOf } from "#model/frame.ts";
import { type ForecastInput, isBeat, lacksContext } from "#model/history.ts";
import { confidenceOf } from "#model/predict.ts";
import { scoreOf, scoringContextOf, sizeWeightsOf } from "#model/score.ts";
import { sigmoid } from "#model/statistics.ts";
import { companySurprises } from "#model/surprise-bins.ts";
import { surpriseDistribution } from "#model/surprise-distribution.ts";
import type { FeatureTier, ModelWeights } from "#model/weights.ts";
import { type SizeOutcome, sizeOutcome, widenedByDay } from "./assess.ts";
import type { EarningsEvent } from "./events.ts";
import { pastQuantilesIn } from "./past-quantiles.ts";
import type { RollingShift } from "./rolling-shift.ts";
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
  shifts: RollingShift;
};

/** The outcome then counts toward the widths of later days. */
export function forecastRow(
  weights: ModelWeights,
  { seen: known, whole, event, classRate, widths, shifts }: Occasion,
): Omit<ForecastEvent, "event" | "isBeat" | "pastReports" | "classRate"> {
  const seen = lacksContext(known) ? { ...known, contextShift: shifts.on(known.asOf) } : known;
  const features = featuresOf(seen, weights.features.length);
  const serving = scoringContextOf(seen);
  const { featureTier } = serving;
  const { logOdds, binScores } = scoreOf(weights, features, serving);
  const isUnknown = seen.past.length === 0 && seen.isHistoryMissing;
  const probability = isUnknown ? classRate : sigmoid(logOdds);
  const { epsActual, epsEstimate, reportDate } = event;
  if (lacksContext(known) && !isUnknown)
    shifts.add({
      reportDate,
      isBeat: isBeat(epsActual, epsEstimate),
      beatProbability: probability,
      shift: serving.shift,
    });
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
