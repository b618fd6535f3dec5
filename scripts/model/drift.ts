import { checkCalibration } from "#model/recalibration.ts";
import { Z95 } from "#model/statistics.ts";
import type { TestedForecast } from "./assess.ts";

const MIN_FORECASTS = 100;

/** Variation beyond what chance explains. */
type Drift = {
  months: number;
  /** The standard deviation beyond the months' standard errors. */
  slope: number;
  share: number;
  /** Covers 95% of months apart from chance. */
  slopeRange: number;
  shareRange: number;
};

/** Each calendar month has the same weight. */
export function driftOverMonths(
  forecasts: readonly Pick<TestedForecast, "event" | "beatProbability" | "isBeat">[],
): Drift {
  const months = Map.groupBy(forecasts, ({ event }) => event.reportDate.slice(0, 7));
  const checks = [...months.values()].filter((own) => own.length >= MIN_FORECASTS).map(checkCalibration);
  const slope = deviationBeyond(
    checks.flatMap(({ slope: value, slopeError: error }) =>
      value === null || error === null ? [] : [{ difference: value - 1, error }],
    ),
  );
  const share = deviationBeyond(
    checks.map(({ beatShare, meanProbability, shareError }) => ({
      difference: beatShare - meanProbability,
      error: shareError,
    })),
  );
  return { months: checks.length, slope, share, slopeRange: Z95 * slope, shareRange: Z95 * share };
}

function deviationBeyond(months: readonly { difference: number; error: number }[]): number {
  const beyondChance = months.map(({ difference, error }) => difference ** 2 - error ** 2);
  const variance = beyondChance.reduce((sum, value) => sum + value, 0) / Math.max(1, beyondChance.length);
  return Math.sqrt(Math.max(0, variance));
}
