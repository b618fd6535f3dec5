import type { DailyBar } from "#contract/market-data.ts";

/**
 * Builds daily bars of these closes, one a calendar day from January 1, 2025, each a dollar wide, with a volume of
 * 1,000.
 */
export function barsOf(
  closes: readonly number[],
  volume: (day: number) => number | null = () => 1000,
): DailyBar[] {
  return closes.map((close, day) => ({
    date: new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10),
    open: close,
    high: close + 0.5,
    low: close - 0.5,
    close,
    volume: volume(day),
  }));
}

/** Returns a series that moves like a stock price and is the same in every run. */
export function wanderingCloses(days: number): number[] {
  let seed = 42;
  let close = 100;
  return Array.from({ length: days }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    close *= 1 + (seed / 2_147_483_648 - 0.49) * 0.04;
    return close;
  });
}
