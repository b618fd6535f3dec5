import type { TestedForecast } from "./assess.ts";
import {
  accuracy,
  auc,
  brier,
  calibrationError,
  deciles,
  largeSurpriseAccuracy,
  logLoss,
} from "./metrics.ts";

/** From 0 to 1. */
type Figures = {
  n: number;
  beatShare: number;
  meanProbability: number;
  auc: number;
  brier: number;
  /** The Brier score of the share of beats, which is known only afterward. */
  brierOfShare: number;
  logLoss: number;
  ece: number;
  accuracy: number;
  largeSurpriseAccuracy: number;
};

type Compared = Pick<TestedForecast, "beatProbability" | "isBeat" | "event">;

export function figuresOf(forecasts: readonly Compared[]): Figures {
  const probabilities = Float64Array.from(forecasts, ({ beatProbability }) => beatProbability);
  const labels = Uint8Array.from(forecasts, ({ isBeat }) => Number(isBeat));
  const n = forecasts.length;
  const beatShare = labels.reduce((sum, label) => sum + label, 0) / n;
  return {
    n,
    beatShare,
    meanProbability: probabilities.reduce((sum, p) => sum + p, 0) / n,
    auc: auc(probabilities, labels),
    brier: brier(probabilities, labels),
    brierOfShare: beatShare * (1 - beatShare),
    logLoss: logLoss(probabilities, labels),
    ece: calibrationError(deciles(probabilities, labels)),
    accuracy: accuracy(probabilities, labels),
    largeSurpriseAccuracy: largeSurpriseAccuracy(
      forecasts.map(({ event }) => event),
      probabilities,
      labels,
    ),
  };
}
