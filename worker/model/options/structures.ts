import type { Leg, TradeStrategy } from "#contract/strategy.ts";

/** The payoff chart extends below and above the share price by this share of it. */
const CHART_REACH = 0.25;
const CHART_STEPS = 50;

/** The result at expiry, in currency units per share. */
export type PayoffSummary = Pick<TradeStrategy, "breakevens" | "maxGain" | "maxLoss" | "isMaxGainUnlimited">;
export type PricedLeg = Leg & { premium: number };

const leg = (
  side: Leg["side"],
  right: Leg["right"],
  option: { strike: number; premium: number },
): PricedLeg => ({
  side,
  right,
  ...option,
});

type Option = { strike: number; premium: number };

/**
 * Returns a bull call spread, or null when the quotes are inconsistent: the spread would be free or could not
 * gain.
 */
export function bullCallSpread(
  bought: Option,
  sold: Option,
): { legs: PricedLeg[]; outcome: PayoffSummary } | null {
  const cost = bought.premium - sold.premium;
  const width = sold.strike - bought.strike;
  if (cost <= 0 || cost >= width) return null;
  return {
    legs: [leg("buy", "call", bought), leg("sell", "call", sold)],
    outcome: {
      breakevens: [bought.strike + cost],
      maxGain: width - cost,
      maxLoss: cost,
      isMaxGainUnlimited: false,
    },
  };
}

/**
 * Returns a bear put spread, or null when the quotes are inconsistent: the spread would be free or could not
 * gain.
 */
export function bearPutSpread(
  bought: Option,
  sold: Option,
): { legs: PricedLeg[]; outcome: PayoffSummary } | null {
  const cost = bought.premium - sold.premium;
  const width = bought.strike - sold.strike;
  if (cost <= 0 || cost >= width) return null;
  return {
    legs: [leg("buy", "put", bought), leg("sell", "put", sold)],
    outcome: {
      breakevens: [bought.strike - cost],
      maxGain: width - cost,
      maxLoss: cost,
      isMaxGainUnlimited: false,
    },
  };
}

/**
 * Returns an iron condor, whose largest loss is the wider wing minus the credit, or null when the strikes or
 * quotes are inconsistent.
 */
export function ironCondor(wings: {
  boughtPut: Option;
  soldPut: Option;
  soldCall: Option;
  boughtCall: Option;
}): { legs: PricedLeg[]; outcome: PayoffSummary } | null {
  const { boughtPut, soldPut, soldCall, boughtCall } = wings;
  const credit = soldPut.premium + soldCall.premium - boughtPut.premium - boughtCall.premium;
  const wing = Math.max(soldPut.strike - boughtPut.strike, boughtCall.strike - soldCall.strike);
  const isOrdered =
    boughtPut.strike < soldPut.strike &&
    soldPut.strike < soldCall.strike &&
    soldCall.strike < boughtCall.strike;
  const isSound = soldPut.premium > boughtPut.premium && soldCall.premium > boughtCall.premium;
  if (!isOrdered || !isSound || credit >= wing) return null;
  return {
    legs: [
      leg("buy", "put", boughtPut),
      leg("sell", "put", soldPut),
      leg("sell", "call", soldCall),
      leg("buy", "call", boughtCall),
    ],
    outcome: {
      breakevens: [soldPut.strike - credit, soldCall.strike + credit],
      maxGain: credit,
      maxLoss: wing - credit,
      isMaxGainUnlimited: false,
    },
  };
}

export function strategyWithPayoff(
  structure: { legs: PricedLeg[]; outcome: PayoffSummary },
  spot: number,
  expiry: string,
) {
  return {
    legs: structure.legs,
    expiry,
    ...structure.outcome,
    payoff: payoffSeries(structure.legs, spot, structure.outcome.breakevens),
  } satisfies Partial<TradeStrategy>;
}

/**
 * Returns the profit per share at expiry when the share is at `price`. A leg without a premium counts as
 * free.
 */
export function payoffAt(legs: readonly Leg[], price: number): number {
  return legs.reduce((sum, leg) => {
    const worth = Math.max(0, leg.right === "call" ? price - leg.strike : leg.strike - price);
    const profit = worth - (leg.premium ?? 0);
    return sum + (leg.side === "buy" ? profit : -profit);
  }, 0);
}

/** Returns the points of the payoff chart: evenly spaced prices plus every strike and breakeven exactly. */
function payoffSeries(legs: readonly Leg[], spot: number, breakevens: readonly number[]) {
  const low = spot * (1 - CHART_REACH);
  const high = spot * (1 + CHART_REACH);
  const even = Array.from({ length: CHART_STEPS + 1 }, (_, i) => low + ((high - low) * i) / CHART_STEPS);
  const prices = new Set([...even, ...legs.map((leg) => leg.strike), ...breakevens]);
  return [...prices]
    .filter((price) => price >= 0)
    .sort((a, b) => a - b)
    .map((price) => ({ price, profit: payoffAt(legs, price) }));
}
