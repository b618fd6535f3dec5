import type { Band, Confidence, EdgeVerdict } from "#contract/prediction.ts";
import { edgeVerdictOf } from "#contract/rules.ts";
import { type Ablation, ablate } from "./ablation.ts";
import { confidenceOf } from "./confidence.ts";
import { featuresOf } from "./features.ts";
import type { ForecastInput } from "./history.ts";
import { beatLogOdds } from "./score.ts";
import { sigmoid, wilsonInterval } from "./statistics.ts";
import { type ModelWeights, shippedWeights } from "./weights.ts";

export type Forecast = {
  /** Calibrated probability that the report beats the consensus. */
  beatProbability: number;
  /** Share of all reports that beat, as known on the as-of day. */
  baseRate: number;
  /** beatProbability - baseRate. */
  edge: number;
  edgeVerdict: EdgeVerdict;
  confidence: Confidence;
  /** How forecasts of the same size turned out in the walk-forward back-test; null without any. */
  band: Band | null;
  ablation: Ablation;
  modelVersion: string;
};

/**
 * The forecast of one report. Pure: the same input gives the same numbers. Without any past quarter it is the base rate,
 * of low confidence: what little the estimate alone says was never enough to call.
 */
export function forecast(input: ForecastInput, weights: ModelWeights = shippedWeights()): Forecast {
  const row = featuresOf(input);
  const pastQuarters = input.past.filter((quarter) => quarter.reportDate < input.asOf).length;
  const baseRate = input.context.marketBeatRate ?? weights.baseRate;
  const beatProbability = pastQuarters === 0 ? baseRate : sigmoid(beatLogOdds(weights, row));
  const edge = beatProbability - baseRate;
  return {
    beatProbability,
    baseRate,
    edge,
    edgeVerdict: edgeVerdictOf(edge),
    confidence: confidenceOf(weights, beatProbability, pastQuarters),
    band: bandOf(weights, beatProbability),
    ablation: ablate(weights, row),
    modelVersion: weights.version,
  };
}

function bandOf(weights: ModelWeights, beatProbability: number): Band | null {
  const band = weights.bands.find(({ from, to }) => beatProbability >= from && beatProbability < to);
  if (!band || band.n === 0) return null;
  const { from, to, n, beats } = band;
  return { from, to, n, hitRate: beats / n, ...wilsonInterval(beats, n) };
}
