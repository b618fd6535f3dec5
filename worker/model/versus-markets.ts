import {
  combinationRule,
  type Forecaster,
  type PairedDifference,
  type VersusFigures,
} from "#contract/versus-markets.ts";
import { mean, round, Z95 } from "./statistics.ts";

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
  const logLossOf = ({ [by]: p, isBeat }: ForecastPair) =>
    -Math.log(Math.min(1 - 1e-12, Math.max(1e-12, isBeat ? p : 1 - p)));
  return {
    brier: meanOf(pairs.map((pair) => squaredError(pair[by], pair.isBeat))),
    logLoss: meanOf(pairs.map(logLossOf)),
    bins: Array.from({ length: BINS }, (_, i) => {
      const inBin = pairs.filter(({ [by]: p }) => Math.min(BINS - 1, Math.floor(p * BINS + 1e-9)) === i);
      const isEmpty = inBin.length === 0;
      return {
        from: i / BINS,
        to: (i + 1) / BINS,
        n: inBin.length,
        predicted: isEmpty ? null : meanOf(inBin.map((pair) => pair[by])),
        observed: isEmpty ? null : meanOf(inBin.map(({ isBeat }) => Number(isBeat))),
      };
    }),
  };
}

/**
 * Returns how much lower the squared errors of `first` are than those of `second` on average. The error is
 * clustered by company, because a company's surprises resemble each other.
 */
export function pairedDifference(
  pairs: readonly ForecastPair[],
  first: Forecaster,
  second: Forecaster,
): PairedDifference {
  const differenceOf = (pair: ForecastPair) =>
    squaredError(pair[first], pair.isBeat) - squaredError(pair[second], pair.isBeat);
  const brier = mean(pairs.map(differenceOf));
  const byCompany = [...Map.groupBy(pairs, ({ symbol }) => symbol).values()];
  if (byCompany.length < 2)
    return { brier: round(brier, DIGITS), standardError: null, low: null, high: null };
  const sums = byCompany.map((own) => own.reduce((sum, pair) => sum + differenceOf(pair) - brier, 0));
  const spread = sums.reduce((sum, value) => sum + value ** 2, 0);
  const error = Math.sqrt((spread * byCompany.length) / (byCompany.length - 1)) / pairs.length;
  return {
    brier: round(brier, DIGITS),
    standardError: round(error, DIGITS),
    low: round(brier - Z95 * error, DIGITS),
    high: round(brier + Z95 * error, DIGITS),
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
  const { brier, standardError } = figures.combinedAgainstOurs;
  const errors = standardError ? round(-brier / standardError, 2) : null;
  const { minPairs, minStandardErrors } = combinationRule;
  return {
    pairs: figures.n,
    standardErrors: errors,
    isMet: figures.n >= minPairs && errors !== null && errors > minStandardErrors,
  };
}
