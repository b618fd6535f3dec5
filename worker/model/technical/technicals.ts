import { EMA, MACD, RSI, SMA } from "trading-signals";
import type { DailyBar } from "#contract/market-data.ts";
import type { Sentiment } from "#contract/social.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";
import { round, standardDeviation } from "../statistics.ts";

/** The specification's bounds. */
const OVERSOLD_AT = 30;
const OVERBOUGHT_ABOVE = 70;
const BULLISH_FROM = 60;
const BEARISH_TO = 40;
/** A share of the price within which MACD counts as flat. */
const MACD_FLAT_SHARE = 0.0001;

type Averages = NonNullable<TechnicalIndicators["moving_averages"]>;

/**
 * `bars` are oldest first. Parts are null with too few days, and everything is null when RSI, MACD and averages
 * are.
 */
export function technicalsOf(bars: readonly DailyBar[], currency: string | null): TechnicalIndicators | null {
  const last = bars.at(-1);
  if (!last) return null;
  const closes = bars.map((bar) => bar.close);
  const rsi = rsiSeries(closes);
  const macd = macdSeries(closes);
  const [sma20, sma50, sma200] = [20, 50, 200].map((days) => smaSeries(closes, days));
  const lastRsi = rsi.at(-1) ?? null;
  const lastMacd = macd.at(-1) ?? null;
  const averages = averagesTrend(last.close, {
    sma20: sma20?.at(-1) ?? null,
    sma50: sma50?.at(-1) ?? null,
    sma200: sma200?.at(-1) ?? null,
  });
  const score = technicalScore({
    rsi: lastRsi,
    macdTrend: lastMacd && macdTrend(lastMacd, last.close),
    averages,
    close: last.close,
  });
  if (score === null) return null;
  return {
    technical_sentiment: score >= BULLISH_FROM ? "bullish" : score <= BEARISH_TO ? "bearish" : "neutral",
    overall_technical_score: score,
    rsi: lastRsi === null ? null : { rsi: lastRsi, signal: rsiSignal(lastRsi) },
    macd: lastMacd && { trend: macdTrend(lastMacd, last.close), ...lastMacd },
    moving_averages: averages,
    support_resistance: supportAndResistance(bars),
    volume_analysis: volumeTrend(bars),
    annualVolatility: annualVolatility(closes),
    lastClose: last.close,
    lastDate: last.date,
    currency,
    series: {
      dates: bars.map((bar) => bar.date),
      close: closes,
      volume: bars.map((bar) => bar.volume),
      sma20: sma20 ?? [],
      sma50: sma50 ?? [],
      sma200: sma200 ?? [],
      rsi,
      macd: macd.map((point) => point?.macd ?? null),
      macdSignal: macd.map((point) => point?.signal ?? null),
    },
  };
}

const TRADING_DAYS = 252;
const LEAST_RETURNS = 60;

/** Returns percent, or null with fewer than 60 daily returns. */
export function annualVolatility(closes: readonly number[]): number | null {
  const newest = closes.slice(-TRADING_DAYS - 1);
  const returns = newest.slice(1).map((close, i) => Math.log(close / (newest[i] ?? close)));
  if (returns.length < LEAST_RETURNS) return null;
  return round(100 * Math.sqrt(TRADING_DAYS) * standardDeviation(returns), 2);
}

export function rsiSignal(rsi: number): "oversold" | "overbought" | "neutral" {
  if (rsi <= OVERSOLD_AT) return "oversold";
  return rsi > OVERBOUGHT_ABOVE ? "overbought" : "neutral";
}

/** Neutral within 0.01% of the price. */
function macdTrend(point: MacdPoint, close: number): Sentiment {
  if (Math.abs(point.histogram) <= MACD_FLAT_SHARE * Math.abs(close)) return "neutral";
  return point.histogram > 0 ? "bullish" : "bearish";
}

/**
 * Bullish when the close is above all averages and shorter averages are above longer ones; bearish when reversed.
 * Returns null without the 20-day average.
 */
export function averagesTrend(close: number, averages: Omit<Averages, "trend">): Averages | null {
  if (averages.sma20 === null) return null;
  const ladder = [close, averages.sma20, averages.sma50, averages.sma200].filter((value) => value !== null);
  const steps = ladder.slice(1).map((value, i) => (ladder[i] ?? value) - value);
  const trend = steps.every((step) => step > 0)
    ? "bullish"
    : steps.every((step) => step < 0)
      ? "bearish"
      : "neutral";
  return { trend, ...averages };
}

/**
 * Returns 0 to 100: the mean of RSI, MACD (100, 50 or 0) and the share of averages below the close, as far as they
 * are available.
 */
export function technicalScore(input: {
  rsi: number | null;
  macdTrend: Sentiment | null;
  averages: Omit<Averages, "trend"> | null;
  close: number;
}): number | null {
  const parts: number[] = [];
  if (input.rsi !== null) parts.push(input.rsi);
  if (input.macdTrend) parts.push({ bullish: 100, neutral: 50, bearish: 0 }[input.macdTrend]);
  if (input.averages) {
    const knownAverages = [input.averages.sma20, input.averages.sma50, input.averages.sma200].filter(
      (value) => value !== null,
    );
    parts.push((100 * knownAverages.filter((value) => input.close > value).length) / knownAverages.length);
  }
  if (parts.length === 0) return null;
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

/** About half a year of trading days. */
const LOOKBACK_DAYS = 120;
/** A swing is the extreme among the five days before and after it. */
const WING_DAYS = 5;

type Levels = { support: number | null; resistance: number | null };

/** Levels are in the price's currency. A missing side is null, and with fewer than 11 days everything is. */
export function supportAndResistance(bars: readonly DailyBar[]): Levels | null {
  const recent = bars.slice(-LOOKBACK_DAYS);
  const last = recent.at(-1);
  if (!last || recent.length < 2 * WING_DAYS + 1) return null;
  const lows: number[] = [];
  const highs: number[] = [];
  for (let day = WING_DAYS; day + WING_DAYS < recent.length; day++) {
    const around = recent.slice(day - WING_DAYS, day + WING_DAYS + 1);
    const bar = recent[day];
    if (!bar) continue;
    if (around.every((neighbor) => bar.low <= neighbor.low)) lows.push(bar.low);
    if (around.every((neighbor) => bar.high >= neighbor.high)) highs.push(bar.high);
  }
  const below = lows.filter((low) => low < last.close);
  const above = highs.filter((high) => high > last.close);
  return {
    support: below.length > 0 ? Math.max(...below) : null,
    resistance: above.length > 0 ? Math.min(...above) : null,
  };
}

/** The specification sets these parameters. */
const RSI_DAYS = 14;
/** Days of the fast, slow and signal averages. */
const MACD_SPANS = [12, 26, 9] as const;
/** Trading days. The trend compares with the same number of days before. */
const VOLUME_DAYS = 20;
const TREND_SHARE = 0.1;

type MacdPoint = { macd: number; signal: number; histogram: number };

/** Wilder's RSI, 0 to 100. For a flat series, where the formula divides by zero, it is 50. */
export function rsiSeries(closes: readonly number[]): (number | null)[] {
  const rsi = new RSI(RSI_DAYS);
  let hasMoved = false;
  return closes.map((close, day) => {
    if (day > 0 && close !== closes[day - 1]) hasMoved = true;
    const value = rsi.update(close, false);
    return value === null ? null : hasMoved ? value : 50;
  });
}

/** Returns MACD(12, 26, 9), with null until it is stable after 34 days. */
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

/** Counts shares. Returns null with fewer than 40 days that have a volume. */
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
