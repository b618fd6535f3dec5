import { EMA, MACD, RSI, SMA } from "trading-signals";
import type { DailyBar } from "#contract/market-data.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";

/** Days of the relative strength index, as the specification has it. */
const RSI_DAYS = 14;
/** Spans of the MACD, in days: fast, slow, signal. */
const MACD_SPANS = [12, 26, 9] as const;
/** Trading days of the average volume; its trend compares them with as many before. */
const VOLUME_DAYS = 20;
/** The average volume must differ by a tenth to count as a trend. */
const TREND_SHARE = 0.1;

export type MacdPoint = { macd: number; signal: number; histogram: number };

/**
 * Wilder's RSI over 14 days for each close, 0 to 100; null for the first 14. A series that has not moved at all has
 * neither gains nor losses: it is 50, where the plain formula divides by zero.
 */
export function rsiSeries(closes: readonly number[]): (number | null)[] {
  const rsi = new RSI(RSI_DAYS);
  let hasMoved = false;
  return closes.map((close, day) => {
    if (day > 0 && close !== closes[day - 1]) hasMoved = true;
    const value = rsi.update(close, false);
    return value === null ? null : hasMoved ? value : 50;
  });
}

/** MACD(12, 26, 9) on exponential means for each close; null until all three are stable (34 days). */
export function macdSeries(closes: readonly number[]): (MacdPoint | null)[] {
  const [fast, slow, signal] = MACD_SPANS;
  const macd = new MACD(new EMA(fast), new EMA(slow), new EMA(signal));
  return closes.map((close, day) => {
    const value = macd.update(close, false);
    const isStable = day + 1 >= slow + signal - 1;
    return value && isStable ? { macd: value.macd, signal: value.signal, histogram: value.histogram } : null;
  });
}

/** Simple mean of the last `days` closes for each close; null for the first `days - 1`. */
export function smaSeries(closes: readonly number[], days: number): (number | null)[] {
  const sma = new SMA(days);
  return closes.map((close) => sma.update(close, false));
}

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
