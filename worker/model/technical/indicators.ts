import { EMA, MACD, RSI, SMA } from "trading-signals";
import type { DailyBar } from "#contract/market-data.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";

/** By the specification. */
const RSI_DAYS = 14;
/** Days: fast, slow, signal. */
const MACD_SPANS = [12, 26, 9] as const;
/** Trading days; the trend compares with as many before. */
const VOLUME_DAYS = 20;
const TREND_SHARE = 0.1;

export type MacdPoint = { macd: number; signal: number; histogram: number };

/** Wilder's, 0 to 100. A flat series is 50, where the formula divides by zero. */
export function rsiSeries(closes: readonly number[]): (number | null)[] {
  const rsi = new RSI(RSI_DAYS);
  let hasMoved = false;
  return closes.map((close, day) => {
    if (day > 0 && close !== closes[day - 1]) hasMoved = true;
    const value = rsi.update(close, false);
    return value === null ? null : hasMoved ? value : 50;
  });
}

/** MACD(12, 26, 9); null until stable (34 days). */
export function macdSeries(closes: readonly number[]): (MacdPoint | null)[] {
  const [fast, slow, signal] = MACD_SPANS;
  const macd = new MACD(new EMA(fast), new EMA(slow), new EMA(signal));
  return closes.map((close, day) => {
    const value = macd.update(close, false);
    const isStable = day + 1 >= slow + signal - 1;
    return value && isStable ? { macd: value.macd, signal: value.signal, histogram: value.histogram } : null;
  });
}

export function smaSeries(closes: readonly number[], days: number): (number | null)[] {
  const sma = new SMA(days);
  return closes.map((close) => sma.update(close, false));
}

/** Shares; null under 40 days with a volume. */
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
