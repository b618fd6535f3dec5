import type { Leg } from "#contract/strategy.ts";

/** Prices of the payoff chart reach this share below and above the price of the share. */
const CHART_REACH = 0.25;
const CHART_STEPS = 50;

/** Profit a share of the legs at expiry when the share then costs `price`. Every leg must have a premium. */
export function profitAt(legs: readonly Leg[], price: number): number {
  return legs.reduce((sum, leg) => {
    const worth = Math.max(0, leg.right === "call" ? price - leg.strike : leg.strike - price);
    const profit = worth - (leg.premium ?? 0);
    return sum + (leg.side === "buy" ? profit : -profit);
  }, 0);
}

/** The chart's points: evenly spaced around the price, and every kink (strikes and breakevens) exactly. */
export function payoffSeries(legs: readonly Leg[], spot: number, breakevens: readonly number[]) {
  const low = spot * (1 - CHART_REACH);
  const high = spot * (1 + CHART_REACH);
  const even = Array.from({ length: CHART_STEPS + 1 }, (_, i) => low + ((high - low) * i) / CHART_STEPS);
  const prices = new Set([...even, ...legs.map((leg) => leg.strike), ...breakevens]);
  return [...prices]
    .filter((price) => price >= 0)
    .sort((a, b) => a - b)
    .map((price) => ({ price, profit: profitAt(legs, price) }));
}
