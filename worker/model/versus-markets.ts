import {
  combinationRule,
  type Forecaster,
  type PairedDifference,
  type ScoreDifference,
  type VersusFigures,
} from "#contract/versus-markets.ts";
import { mean, round, wilsonInterval, Z95 } from "./statistics.ts";

/** The forecasts of one report at the same moment, as probabilities of a beat, and what happened. */
export type ForecastPair = {
  symbol: string;
  ours: number;
  traders: number;
  combined: number;
  baseRate: number;
  isBeat: boolean;
};

const BINS = 5;
const DIGITS = 6;

const meanOf = (values: readonly number[]) => round(mean(values), DIGITS);
const squaredError = (p: number, isBeat: boolean) => (p - Number(isBeat)) ** 2;
const logLossOf = (p: number, isBeat: boolean) =>
  -Math.log(Math.min(1 - 1e-12, Math.max(1e-12, isBeat ? p : 1 - p)));

/** Returns the scores of all forecasters on the same pairs. Throws RangeError without a pair. */
export function versusFiguresOf(pairs: readonly ForecastPair[]): VersusFigures {
  if (pairs.length === 0) throw new RangeError("There is no pair to score.");
  return {
    n: pairs.length,
    companies: new Set(pairs.map(({ symbol }) => symbol)).size,
    beats: pairs.filter(({ isBeat }) => isBeat).length,
    scores: {
      ours: scoreOf(pairs, "ours"),
      traders: scoreOf(pairs, "traders"),
      combined: scoreOf(pairs, "combined"),
      baseRate: scoreOf(pairs, "baseRate"),
    },
    oursAgainstTraders: pairedDifference(pairs, "ours", "traders"),
    combinedAgainstOurs: pairedDifference(pairs, "combined", "ours"),
  };
}

function scoreOf(pairs: readonly ForecastPair[], by: Forecaster): VersusFigures["scores"]["ours"] {
  return {
    brier: meanOf(pairs.map((pair) => squaredError(pair[by], pair.isBeat))),
    logLoss: meanOf(pairs.map((pair) => logLossOf(pair[by], pair.isBeat))),
    bins: Array.from({ length: BINS }, (_, i) => {
      const inBin = pairs.filter(({ [by]: p }) => Math.min(BINS - 1, Math.floor(p * BINS + 1e-9)) === i);
      const [n, beats] = [inBin.length, inBin.filter(({ isBeat }) => isBeat).length];
      const limits = { from: i / BINS, to: (i + 1) / BINS, n };
      if (n === 0) return { ...limits, predicted: null, observed: null, low: null, high: null };
      const { low, high } = wilsonInterval(beats, n);
      return {
        ...limits,
        predicted: meanOf(inBin.map((pair) => pair[by])),
        observed: round(beats / n, DIGITS),
        low: round(low, DIGITS),
        high: round(high, DIGITS),
      };
    }),
  };
}

/**
 * Returns how the scores of `first` differ from those of `second` on average. The error is clustered by company,
 * because a company's surprises resemble each other.
 */
export function pairedDifference(
  pairs: readonly ForecastPair[],
  first: Forecaster,
  second: Forecaster,
): PairedDifference {
  const differenceBy = (scoreOf: (p: number, isBeat: boolean) => number) =>
    meanByCompany(
      pairs.map((pair) => ({
        symbol: pair.symbol,
        value: scoreOf(pair[first], pair.isBeat) - scoreOf(pair[second], pair.isBeat),
      })),
    );
  return { brier: differenceBy(squaredError), logLoss: differenceBy(logLossOf) };
}

function meanByCompany(rows: readonly { symbol: string; value: number }[]): ScoreDifference {
  const center = mean(rows.map(({ value }) => value));
  const byCompany = [...Map.groupBy(rows, ({ symbol }) => symbol).values()];
  if (byCompany.length < 2)
    return { mean: round(center, DIGITS), standardError: null, low: null, high: null };
  const sums = byCompany.map((own) => own.reduce((sum, { value }) => sum + value - center, 0));
  const spread = sums.reduce((sum, value) => sum + value ** 2, 0);
  const error = Math.sqrt((spread * byCompany.length) / (byCompany.length - 1)) / rows.length;
  return {
    mean: round(center, DIGITS),
    standardError: round(error, DIGITS),
    low: round(center - Z95 * error, DIGITS),
    high: round(center + Z95 * error, DIGITS),
  };
}

/**
 * Returns how far the combined forecast is on the way to being shown first. It needs enough pairs and a lower
 * score than ours by more than `minStandardErrors`, and then a person decides.
 */
export function combinationProgress(figures: Pick<VersusFigures, "n" | "combinedAgainstOurs"> | null): {
  pairs: number;
  standardErrors: number | null;
  isMet: boolean;
} {
  if (!figures) return { pairs: 0, standardErrors: null, isMet: false };
  const { mean, standardError } = figures.combinedAgainstOurs.brier;
  const errors = standardError ? round(-mean / standardError, 2) : null;
  const { minPairs, minStandardErrors } = combinationRule;
  return {
    pairs: figures.n,
    standardErrors: errors,
    isMet: figures.n >= minPairs && errors !== null && errors > minStandardErrors,
  };
}
