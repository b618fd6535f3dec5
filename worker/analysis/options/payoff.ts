import type { Leg } from "#contract/strategy.ts";
import { round } from "../numbers.ts";

/** A leg with its price: all of a structure's legs must have one before it can be drawn. */
export type PricedLeg = Leg & { premium: number };

export type Payoff = {
  breakevens: number[];
  maxGain: number | null;
  maxLoss: number | null;
  isMaxGainUnlimited: boolean;
  payoff: { price: number; profit: number }[];
};

const POINTS = 41;

/** Profit of a structure per share at expiry, when the share stands at `price`; interest and fees aside. */
export function profitAt(legs: readonly PricedLeg[], price: number): number {
  return legs.reduce((sum, leg) => {
    const value = leg.right === "call" ? Math.max(0, price - leg.strike) : Math.max(0, leg.strike - price);
    return sum + (leg.side === "buy" ? value - leg.premium : leg.premium - value);
  }, 0);
}

/**
 * Breakevens, bounds and the curve of a structure at expiry. Profit is a straight line between strikes, so its bounds
 * lie at zero, at a strike, or beyond the last one. No loss is unlimited here: no example sells more calls than it buys.
 */
export function payoffOf(legs: readonly PricedLeg[], spot: number): Payoff {
  const strikes = [...new Set(legs.map((leg) => leg.strike))].sort((a, b) => a - b);
  const corners = [0, ...strikes];
  const profits = corners.map((price) => profitAt(legs, price));
  const last = strikes.at(-1) ?? spot;
  const slopeBeyond = profitAt(legs, last + 1) - profitAt(legs, last);
  const isMaxGainUnlimited = slopeBeyond > 1e-9;
  const low = Math.min(...profits);
  return {
    breakevens: breakevensOf(legs, corners, last, slopeBeyond),
    maxGain: isMaxGainUnlimited ? null : round(Math.max(...profits), 2),
    maxLoss: round(Math.max(0, -low), 2),
    isMaxGainUnlimited,
    payoff: curveOf(legs, strikes, spot),
  };
}

function breakevensOf(
  legs: readonly PricedLeg[],
  corners: number[],
  last: number,
  slopeBeyond: number,
): number[] {
  const found = corners.slice(1).flatMap((to, i) => {
    const from = corners[i] ?? 0;
    const [before, after] = [profitAt(legs, from), profitAt(legs, to)];
    if (before === after || before * after > 0 || after === 0) return [];
    return [from + ((to - from) * before) / (before - after)];
  });
  const atLast = profitAt(legs, last);
  if (slopeBeyond !== 0 && atLast / slopeBeyond < 0) found.push(last - atLast / slopeBeyond);
  return [...new Set(found.map((price) => round(price, 2)))].slice(0, 2);
}

function curveOf(legs: readonly PricedLeg[], strikes: number[], spot: number): Payoff["payoff"] {
  const from = Math.max(0, 0.85 * Math.min(spot, ...strikes));
  const to = 1.15 * Math.max(spot, ...strikes);
  const even = Array.from({ length: POINTS }, (_, i) => from + ((to - from) * i) / (POINTS - 1));
  return [...even, ...strikes]
    .sort((a, b) => a - b)
    .map((price) => ({ price: round(price, 2), profit: round(profitAt(legs, price), 2) }));
}
