import { recalibrationOf, type SettledForecast } from "./recalibration.ts";
import { logit, mean, round, sigmoid, standardDeviation } from "./statistics.ts";
import type { Platt } from "./weights.ts";

/** Means over the tested forecasts. */
type Compared = { before: number; after: number };

/** Only by a person, to later locks. */
type RecalibrationProposal = Platt & {
  n: number;
  /** The newest, with the older ones' slope and intercept. */
  tested: { n: number; logLoss: Compared; brier: Compared; gain: number; gainError: number };
};

const MIN_TO_PROPOSE = 300;
/** The newest third tests. */
const FITTED_SHARE = 2 / 3;
/** 95%, one side. */
const LEAST_ERRORS = 1.645;

/** One version's settled forecasts, oldest first. Null with too few, or without a gain on the newest. */
export function recalibrationProposal(forecasts: readonly SettledForecast[]): RecalibrationProposal | null {
  if (forecasts.length < MIN_TO_PROPOSE) return null;
  const fitted = Math.floor(FITTED_SHARE * forecasts.length);
  const earlier = plattOf(forecasts.slice(0, fitted));
  const newest = forecasts.slice(fitted);
  const pairs = newest.map(({ beatProbability: before, isBeat }) => {
    const after = sigmoid(earlier.intercept + earlier.slope * logit(before));
    return { before: lossesOf(before, isBeat), after: lossesOf(after, isBeat) };
  });
  const gains = pairs.map(({ before, after }) => before.log - after.log);
  const gain = mean(gains);
  const gainError = standardDeviation(gains) / Math.sqrt(gains.length);
  const isSound = [earlier.slope, earlier.intercept, gain].every(Number.isFinite) && earlier.slope > 0;
  if (!isSound || gain <= LEAST_ERRORS * gainError) return null;
  const scores = (name: "log" | "brier"): Compared => ({
    before: mean(pairs.map(({ before }) => before[name])),
    after: mean(pairs.map(({ after }) => after[name])),
  });
  return {
    ...plattOf(forecasts),
    n: forecasts.length,
    tested: { n: newest.length, logLoss: scores("log"), brier: scores("brier"), gain, gainError },
  };
}

function plattOf(forecasts: readonly SettledForecast[]): Platt {
  const { slope, intercept } = recalibrationOf(
    Float64Array.from(forecasts, ({ beatProbability }) => logit(beatProbability)),
    Uint8Array.from(forecasts, ({ isBeat }) => Number(isBeat)),
  );
  return { slope: round(slope, 5), intercept: round(intercept, 5) };
}

function lossesOf(probability: number, isBeat: boolean): { log: number; brier: number } {
  return {
    log: -Math.log(Math.max(1e-12, isBeat ? probability : 1 - probability)),
    brier: (probability - Number(isBeat)) ** 2,
  };
}
