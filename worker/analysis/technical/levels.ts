import type { DailyBar } from "#market/port.ts";

/** How far back levels are looked for: about half a year of trading days. */
const LOOKBACK_DAYS = 120;
/** A swing low is the lowest of the five days before and the five after it; a swing high likewise. */
const WING_DAYS = 5;

type Levels = { support: number | null; resistance: number | null };

/**
 * Support and resistance, in the price's currency: the nearest swing low below and swing high above the last close, of
 * the last 120 days. A side without one is null; under 11 days, the whole answer.
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
    if (around.every((other) => bar.low <= other.low)) lows.push(bar.low);
    if (around.every((other) => bar.high >= other.high)) highs.push(bar.high);
  }
  const below = lows.filter((low) => low < last.close);
  const above = highs.filter((high) => high > last.close);
  return {
    support: below.length > 0 ? Math.max(...below) : null,
    resistance: above.length > 0 ? Math.min(...above) : null,
  };
}
