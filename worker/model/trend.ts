/**
 * The short and the long gap compare the newest close with the mean of this many closes, including itself.
 */
export const SHORT_GAP_DAYS = 50;
export const LONG_GAP_DAYS = 200;
/** A mean needs a close on at least this share of its days. */
const LEAST_SHARE = 0.7;
/**
 * At this gap, the short gap's half of the trend is at about three quarters of its maximum (tanh 1).
 * `LONG_SCALE` is the same for the long gap.
 */
const SHORT_SCALE = 0.12;
const LONG_SCALE = 0.25;

/** A larger gap must come from a stock split for which the older closes were not adjusted. */
const MAX_SHORT_GAP = Math.log(5);

/**
 * How far the newest close is from the mean of the last 50 and 200 closes, as logarithms of the ratio, minus
 * the median of all companies on that day. `long` is null with too few closes.
 */
export type Gaps = { short: number; long: number | null };

/**
 * Returns the share's trend against the market, from -1 (fallen behind) to 1 (run ahead). The short gap
 * replaces an unknown long one. Returns 0 without gaps, or when the short gap indicates a stock split.
 */
export function relativeTrendOf(gaps: Gaps | null): number {
  if (gaps === null || Math.abs(gaps.short) > MAX_SHORT_GAP) return 0;
  const { short, long } = gaps;
  return 0.5 * Math.tanh(short / SHORT_SCALE) + 0.5 * Math.tanh((long ?? short) / LONG_SCALE);
}

/**
 * Returns ln(close / mean of the last `days` closes) for the close at index `at`, which is included in the
 * mean. Returns NaN with too few closes.
 */
export function logGapFromMean(closes: ArrayLike<number>, at: number, days: number): number {
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
