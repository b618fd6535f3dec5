import { checkCalibration } from "#analysis/model/recalibration.ts";
import type { TestedForecast } from "./assess.ts";

/** With fewer forecasts a month's slope says nothing. */
const MIN_FORECASTS = 100;
const Z95 = 1.959964;

/** How the slope of calibration differs from month to month, beyond what chance explains. */
type SlopeDrift = {
  months: number;
  /** Standard deviation about 1 beyond the slopes' own standard errors. */
  deviation: number;
  /** 95% of months' slopes lie so far from 1 or nearer, chance aside. */
  range: number;
};

/** The drift of forecasts' slopes over calendar months. Each month counts alike. */
export function slopeDriftOf(
  forecasts: readonly Pick<TestedForecast, "event" | "beatProbability" | "isBeat">[],
): SlopeDrift {
  const months = Map.groupBy(forecasts, ({ event }) => event.reportDate.slice(0, 7));
  const beyondChance = [...months.values()].flatMap((own) => {
    if (own.length < MIN_FORECASTS) return [];
    const { slope, slopeError } = checkCalibration(own);
    return slope === null || slopeError === null ? [] : [(slope - 1) ** 2 - slopeError ** 2];
  });
  const variance = beyondChance.reduce((sum, value) => sum + value, 0) / Math.max(1, beyondChance.length);
  const deviation = Math.sqrt(Math.max(0, variance));
  return { months: beyondChance.length, deviation, range: Z95 * deviation };
}
