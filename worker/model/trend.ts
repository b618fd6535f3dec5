/** Closes behind each gap, the newest one among them. */
export const SHORT_GAP_DAYS = 50;
export const LONG_GAP_DAYS = 200;
/** With fewer of the closes a mean says nothing. */
const LEAST_SHARE = 0.7;
/** Gaps at which a half of the trend is about three quarters of its most. */
const SHORT_SCALE = 0.12;
const LONG_SCALE = 0.25;

/** Further from its mean a price is of before or after a split that the mean does not know of. */
const MAX_SHORT_GAP = Math.log(5);

/** How far a price stands from the mean of its newest closes, in logs, less the market's median of the day. */
export type Gaps = { short: number; long: number | null };

/**
 * From -1, fallen behind the market, to 1, run ahead of it; the short gap stands in for a long one that is not known.
 * Null without a price is 0: nothing is known.
 */
export function trendOf(gaps: Gaps | null): number {
  if (gaps === null || Math.abs(gaps.short) > MAX_SHORT_GAP) return 0;
  const { short, long } = gaps;
  return 0.5 * Math.tanh(short / SHORT_SCALE) + 0.5 * Math.tanh((long ?? short) / LONG_SCALE);
}

/** ln(close / mean of the newest `days` closes) at an index; NaN where they do not reach so far
 * back, with too few of them, or without a close. */
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
