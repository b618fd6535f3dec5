import { EMA, MACD, RSI, SMA } from "trading-signals";
import type { TechnicalIndicators } from "#contract/technical.ts";
import type { DailyBar } from "#market/port.ts";
import { clamp, round } from "./numbers.ts";

const RSI_DAYS = 14;
/** Spec section 9: oversold at 30 and below, overbought above 70. */
const OVERSOLD = 30;
const OVERBOUGHT = 70;
/** Trading days shown in the chart: a year. */
const CHART_DAYS = 252;
/** Days in which lows and highs count as support and resistance. */
const LEVEL_DAYS = 60;
/** A low is a local one when no day within this many on either side went lower. */
const PIVOT_REACH = 3;
const VOLUME_DAYS = 20;
const LONG_VOLUME_DAYS = 60;
const VOLUME_CHANGE = 0.1;

type Series = (number | null)[];

/** The technical block from daily bars, oldest first; null without any bar. What needs more days than there are is null. */
export function technicalsOf(bars: readonly DailyBar[], currency: string | null): TechnicalIndicators | null {
  const last = bars.at(-1);
  if (!last) return null;
  const closes = bars.map((bar) => bar.close);
  const [rsi, macd] = [rsiSeries(closes), macdSeries(closes)];
  const [sma20, sma50, sma200] = [smaSeries(closes, 20), smaSeries(closes, 50), smaSeries(closes, 200)];
  const rsiNow = rsi.at(-1) ?? null;
  const macdNow = macd.at(-1) ?? null;
  const averages = { sma20: latest(sma20), sma50: latest(sma50), sma200: latest(sma200) };
  const averagesTrend = trendOfAverages(last.close, averages);
  const score = overallScore(rsiNow, macdNow?.histogram ?? null, last.close, averages);
  return {
    technical_sentiment: score >= 60 ? "bullish" : score <= 40 ? "bearish" : "neutral",
    overall_technical_score: score,
    rsi: rsiNow === null ? null : { rsi: round(rsiNow, 4), signal: rsiSignal(rsiNow) },
    macd: macdNow && {
      trend: macdNow.histogram > 0 ? "bullish" : macdNow.histogram < 0 ? "bearish" : "neutral",
      macd: round(macdNow.macd, 6),
      signal: round(macdNow.signal, 6),
      histogram: round(macdNow.histogram, 6),
    },
    moving_averages: averagesTrend && { trend: averagesTrend, ...averages },
    support_resistance: levelsOf(bars),
    volume_analysis: volumeOf(bars),
    lastClose: last.close,
    lastDate: last.date,
    currency,
    series: {
      dates: bars.map((bar) => bar.date).slice(-CHART_DAYS),
      close: closes.slice(-CHART_DAYS),
      volume: bars.map((bar) => bar.volume).slice(-CHART_DAYS),
      sma20: chart(sma20),
      sma50: chart(sma50),
      sma200: chart(sma200),
      rsi: chart(rsi),
      macd: chart(macd.map((point) => point?.macd ?? null)),
      macdSignal: chart(macd.map((point) => point?.signal ?? null)),
    },
  };
}

/** Wilder's RSI. A series that never moved is neither strong nor weak: 50, where the formula divides by zero. */
function rsiSeries(closes: number[]): Series {
  const rsi = new RSI(RSI_DAYS);
  return closes.map((close, i) => {
    const value = rsi.add(close);
    if (value === null) return null;
    return closes.slice(Math.max(0, i - RSI_DAYS), i + 1).every((other) => other === close) ? 50 : value;
  });
}

function rsiSignal(rsi: number): "oversold" | "overbought" | "neutral" {
  if (rsi <= OVERSOLD) return "oversold";
  return rsi > OVERBOUGHT ? "overbought" : "neutral";
}

function macdSeries(closes: number[]) {
  const macd = new MACD(new EMA(12), new EMA(26), new EMA(9));
  return closes.map((close) => macd.add(close));
}

function smaSeries(closes: number[], days: number): Series {
  const sma = new SMA(days);
  return closes.map((close) => sma.add(close));
}

function latest(series: Series): number | null {
  const value = series.at(-1) ?? null;
  return value === null ? null : round(value, 4);
}

function chart(series: Series): Series {
  return series.slice(-CHART_DAYS).map((value) => (value === null ? null : round(value, 4)));
}

type Averages = { sma20: number | null; sma50: number | null; sma200: number | null };

/** Bullish above every average that there is, bearish below every one, else neutral. */
function trendOfAverages(close: number, averages: Averages): "bullish" | "bearish" | "neutral" | null {
  const known = Object.values(averages).filter((value) => value !== null);
  if (known.length === 0) return null;
  if (known.every((value) => close > value)) return "bullish";
  return known.every((value) => close < value) ? "bearish" : "neutral";
}

/**
 * 0 to 100, the mean of what there is: RSI as it stands; 50 plus or minus 25 for MACD above or below its signal; and
 * the share of the averages that the price is above, from 20 to 80.
 */
function overallScore(
  rsi: number | null,
  histogram: number | null,
  close: number,
  averages: Averages,
): number {
  const known = Object.values(averages).filter((value) => value !== null);
  const above = known.filter((value) => close > value).length;
  const parts = [
    rsi,
    histogram === null ? null : 50 + 25 * Math.sign(histogram),
    known.length === 0 ? null : 20 + (60 * above) / known.length,
  ].filter((part) => part !== null);
  if (parts.length === 0) return 50;
  return round(clamp(parts.reduce((sum, part) => sum + part, 0) / parts.length, 0, 100), 1);
}

/** The nearest local low below and local high above the last close in the last 60 days; null where there is none. */
function levelsOf(bars: readonly DailyBar[]): TechnicalIndicators["support_resistance"] {
  const window = bars.slice(-LEVEL_DAYS);
  const close = window.at(-1)?.close;
  if (close === undefined || window.length <= 2 * PIVOT_REACH) return null;
  const isPivot = (i: number, beyond: (other: DailyBar, own: DailyBar) => boolean) => {
    const own = window[i];
    const around = window.slice(Math.max(0, i - PIVOT_REACH), i + PIVOT_REACH + 1);
    return own !== undefined && !around.some((other) => beyond(other, own));
  };
  const lows = window.filter((bar, i) => bar.low < close && isPivot(i, (other, own) => other.low < own.low));
  const highs = window.filter(
    (bar, i) => bar.high > close && isPivot(i, (other, own) => other.high > own.high),
  );
  return {
    support: lows.length > 0 ? Math.max(...lows.map((bar) => bar.low)) : null,
    resistance: highs.length > 0 ? Math.min(...highs.map((bar) => bar.high)) : null,
  };
}

/** Mean volume of the last 20 days against that of the last 60; within a tenth it is stable. */
function volumeOf(bars: readonly DailyBar[]): TechnicalIndicators["volume_analysis"] {
  const volumes = bars.flatMap((bar) => (bar.volume === null ? [] : [bar.volume])).slice(-LONG_VOLUME_DAYS);
  if (volumes.length < VOLUME_DAYS) return null;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const average = mean(volumes.slice(-VOLUME_DAYS));
  const change = average / mean(volumes) - 1;
  return {
    trend: change > VOLUME_CHANGE ? "increasing" : change < -VOLUME_CHANGE ? "decreasing" : "stable",
    average_volume: Math.round(average),
    latest_volume: volumes.at(-1) ?? 0,
  };
}
