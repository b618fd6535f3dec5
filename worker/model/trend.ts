/** The number of closes, including the newest. */
export const SHORT_GAP_DAYS = 50;
export const LONG_GAP_DAYS = 200;
/** With a smaller share of the closes, a mean says nothing. */
const LEAST_SHARE = 0.7;
/** At this gap, half of the trend reaches about three quarters of its maximum. */
const SHORT_SCALE = 0.12;
const LONG_SCALE = 0.25;

/** A larger gap is a split that the mean does not know about. */
const MAX_SHORT_GAP = Math.log(5);

/** Logarithmic distances from the mean of the newest closes, minus the market's median. */
export type Gaps = { short: number; long: number | null };

/** Returns -1 (fallen behind the market) to 1. The short gap replaces an unknown long one, and null gives 0. */
export function trendOf(gaps: Gaps | null): number {
  if (gaps === null || Math.abs(gaps.short) > MAX_SHORT_GAP) return 0;
  const { short, long } = gaps;
  return 0.5 * Math.tanh(short / SHORT_SCALE) + 0.5 * Math.tanh((long ?? short) / LONG_SCALE);
}

/** Returns ln(close / mean of the newest `days` closes), or NaN with too few closes. */
export function gapOver(closes: ArrayLike<number>, at: number, days: number): number {
  const newest = closes[at] as number;
  if (!(newest > 0) || at < days - 1) return Number.NaN;
  let [sum, n] = [0, 0];
  for (let i = at - days + 1; i <= at; i++) {
    const close = closes[i] as number;
    if (!(close > 0)) continue;
    sum += close;
    n++;
  }
  return n < LEAST_SHARE * days ? Number.NaN : Math.log(newest / (sum / n));
}
