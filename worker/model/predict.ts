import type { Band, Confidence, EdgeVerdict } from "#contract/prediction.ts";
import { confidenceLevels, edgeVerdictOf } from "#contract/rules.ts";
import { type Ablation, ablate } from "./ablation.ts";
import { featuresOf } from "./features.ts";
import { frameOf } from "./frame.ts";
import type { ForecastInput } from "./history.ts";
import type { IntervalWidth } from "./interval-width.ts";
import type { ReferenceClass } from "./reference-class.ts";
import { scoreOf, sizeWeightsOf } from "./score.ts";
import { sigmoid, wilsonInterval } from "./statistics.ts";
import { companySurprises } from "./surprise-bins.ts";
import { type SurpriseDistribution, surpriseDistribution } from "./surprise-distribution.ts";
import { type ModelWeights, shippedWeights, type View, type ViewWeights, viewOf } from "./weights.ts";

/** What the model sees of a report, and what its forecast is compared with. */
export type ForecastRequest = ForecastInput & {
  referenceClass: ReferenceClass;
  /** The day's width of 80% intervals; as fitted in requests of before there was one. */
  width?: IntervalWidth;
};

export type Forecast = {
  /** Calibrated probability that the report beats the consensus. */
  beatProbability: number;
  /** The beat rate of the reference class. */
  baseRate: number;
  referenceClass: ReferenceClass;
  /** beatProbability - baseRate. */
  edge: number;
  edgeVerdict: EdgeVerdict;
  confidence: Confidence;
  /** How forecasts of the same size turned out in the walk-forward back-test; null without any. */
  band: Band | null;
  ablation: Ablation;
  /** What the source let the model see; calibration, band and confidence are those of this view. */
  view: View;
  /** How large the surprise may be; coherent with `beatProbability`. Null where the company's history is missing. */
  surprise: SurpriseDistribution | null;
  modelVersion: string;
};

/** Standard deviation of the share of beats in a band from year to year, beyond chance. */
const YEARLY_DRIFT = 0.015;
const Z95 = 1.959964;

/**
 * The forecast of one report. Pure: the same input gives the same numbers. A first report is forecast from what little
 * is known, with low confidence; where the source failed to give the history it is the base rate.
 */
export function forecast(input: ForecastRequest, weights: ModelWeights = shippedWeights()): Forecast {
  const row = featuresOf(input);
  const view = viewOf(input);
  const serving = { view, family: input.family };
  const pastQuarters = input.past.filter((quarter) => quarter.reportDate < input.asOf).length;
  const { referenceClass } = input;
  const baseRate = referenceClass.beatRate;
  const isUnknown = pastQuarters === 0 && input.isHistoryMissing;
  const score = scoreOf(weights, row, serving);
  const beatProbability = isUnknown ? baseRate : sigmoid(score.logOdds);
  const edge = beatProbability - baseRate;
  const ofView = weights.views[view];
  return {
    beatProbability,
    baseRate,
    referenceClass,
    edge,
    edgeVerdict: edgeVerdictOf(edge),
    confidence: confidenceOf(ofView, beatProbability, pastQuarters),
    band: bandOf(ofView, beatProbability),
    ablation: ablate(weights, row, serving),
    view,
    surprise: isUnknown
      ? null
      : surpriseDistribution(
          { binScores: score.binScores, beatProbability },
          { ...sizeWeightsOf(weights, serving), width: input.width?.factor ?? 1 },
          companySurprises(frameOf(input)),
        ),
    modelVersion: weights.version,
  };
}

/** The band of a probability, with a 95% interval that carries the year's drift beside the chance of the count. */
function bandOf({ bands }: ViewWeights, beatProbability: number): Band | null {
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
