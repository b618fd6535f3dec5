import { EMA, MACD, RSI, SMA } from "trading-signals";
import type { DailyBar } from "#contract/market-data.ts";
import type { Sentiment } from "#contract/social.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";
import { round, standardDeviation } from "../statistics.ts";

/** The product specification's bounds for RSI and for the overall score. */
const OVERSOLD_AT = 30;
const OVERBOUGHT_ABOVE = 70;
const BULLISH_FROM = 60;
const BEARISH_TO = 40;
/** MACD counts as flat when its histogram is within this share of the price. */
const MACD_FLAT_SHARE = 0.0001;

type Averages = NonNullable<TechnicalIndicators["moving_averages"]>;

/**
 * Computes the technical indicators from daily bars, which are oldest first. An indicator is null with too
 * few days. Returns null when RSI, MACD and moving averages are all unavailable.
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

/**
 * Returns the annualized volatility of the last 252 daily returns in percent, or null with fewer than 60
 * returns.
 */
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

/** Returns the sign of MACD's histogram as a sentiment. It is neutral within 0.01% of the price. */
function macdTrend(point: MacdPoint, close: number): Sentiment {
  if (Math.abs(point.histogram) <= MACD_FLAT_SHARE * Math.abs(close)) return "neutral";
  return point.histogram > 0 ? "bullish" : "bearish";
}

/**
 * Returns the averages and their trend: bullish when the close is above all averages and shorter averages are
 * above longer ones, bearish in the reverse order. Returns null without the 20-day average.
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
 * Returns the technical score from 0 (bearish) to 100 (bullish): the mean of those available among RSI, MACD
 * (100, 50 or 0) and the percentage of averages below the close. Returns null without any of them.
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

/** Support and resistance are searched in this many trading days, about half a year. */
const LOOKBACK_DAYS = 120;
/** A day is a swing low or high when it is the extreme among this many days before and after it. */
const WING_DAYS = 5;

type Levels = { support: number | null; resistance: number | null };

/**
 * Returns the nearest swing low below the last close (support) and the nearest swing high above it
 * (resistance), in the price's currency. A level is null when there is none. Returns null with fewer than 11
 * days.
 */
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

/** The periods of RSI and MACD are set by the product specification. */
const RSI_DAYS = 14;
/** The number of days of the fast, slow and signal averages. */
const MACD_SPANS = [12, 26, 9] as const;
/**
 * The trend compares the mean volume of this many trading days with that of the same number of days before.
 */
const VOLUME_DAYS = 20;
const TREND_SHARE = 0.1;

type MacdPoint = { macd: number; signal: number; histogram: number };

/**
 * Returns Wilder's 14-day RSI from 0 to 100 for each day, with null for the first days. As long as the price
 * has not changed, where the formula divides by zero, it is 50.
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

/** Returns MACD(12, 26, 9) for each day, with null for the first 33 days, on which it is not stable yet. */
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

/**
 * Returns the mean daily volume of 20 days and its trend, in shares. Returns null with fewer than 40 days
 * that have a volume.
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
