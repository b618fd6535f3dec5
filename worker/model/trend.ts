/** With the newest. */
export const SHORT_GAP_DAYS = 50;
export const LONG_GAP_DAYS = 200;
/** With fewer closes a mean says nothing. */
const LEAST_SHARE = 0.7;
/** Where a half is about three quarters of its most. */
const SHORT_SCALE = 0.12;
const LONG_SCALE = 0.25;

/** Beyond lies a split unknown to the mean. */
const MAX_SHORT_GAP = Math.log(5);

/** From the mean of newest closes, in logs, less the market's median. */
export type Gaps = { short: number; long: number | null };

/** -1 (fallen behind the market) to 1; the short gap stands in for an unknown long one. Null is 0. */
export function trendOf(gaps: Gaps | null): number {
  if (gaps === null || Math.abs(gaps.short) > MAX_SHORT_GAP) return 0;
  const { short, long } = gaps;
  return 0.5 * Math.tanh(short / SHORT_SCALE) + 0.5 * Math.tanh((long ?? short) / LONG_SCALE);
}

/** ln(close / mean of the newest `days` closes); NaN without enough. */
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
