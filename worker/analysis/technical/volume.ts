import type { TechnicalIndicators } from "#contract/technical.ts";
import type { DailyBar } from "#market/port.ts";

/** Trading days of the average; its trend compares them with as many before. */
const VOLUME_DAYS = 20;
/** The average must differ by a tenth to count as a trend. */
const TREND_SHARE = 0.1;

/**
 * Mean volume of the last 20 days in shares, and whether it rose or fell by more than a tenth against the 20 days
 * before. Null with fewer than 40 days that have a volume.
 */
export function volumeTrend(bars: readonly DailyBar[]): TechnicalIndicators["volume_analysis"] {
  const volumes = bars.flatMap((bar) => (bar.volume === null ? [] : [bar.volume]));
  const latest = volumes.at(-1);
  if (latest === undefined || volumes.length < 2 * VOLUME_DAYS) return null;
  const recent = mean(volumes.slice(-VOLUME_DAYS));
  const before = mean(volumes.slice(-2 * VOLUME_DAYS, -VOLUME_DAYS));
  const isMore = before > 0 && recent > before * (1 + TREND_SHARE);
  const trend = isMore ? "increasing" : recent < before * (1 - TREND_SHARE) ? "decreasing" : "stable";
  return { trend, average_volume: recent, latest_volume: latest };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
