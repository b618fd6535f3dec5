import type { Leg, TradeStrategy } from "#contract/strategy.ts";

/** Prices of the payoff chart reach this share below and above the price of the share. */
const CHART_REACH = 0.25;
const CHART_STEPS = 50;

/** What a structure can win and lose at expiry, per share. */
export type Outcome = Pick<TradeStrategy, "breakevens" | "maxGain" | "maxLoss" | "isMaxGainUnlimited">;
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
 * Bull call spread: buy the lower call, sell the higher one. Null when the quotes contradict each other, so that the
 * pair would cost nothing or more than it can ever pay.
 */
export function bullCallSpread(bought: Option, sold: Option): { legs: PricedLeg[]; outcome: Outcome } | null {
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

/** Bear put spread: buy the higher put, sell the lower one. Null when the quotes contradict each other. */
export function bearPutSpread(bought: Option, sold: Option): { legs: PricedLeg[]; outcome: Outcome } | null {
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
 * Iron condor: sell a put below and a call above the price, buy one of each further out. It loses at most the wider wing
 * less the credit. Null when the quotes contradict each other.
 */
export function ironCondor(wings: {
  boughtPut: Option;
  soldPut: Option;
  soldCall: Option;
  boughtCall: Option;
}): { legs: PricedLeg[]; outcome: Outcome } | null {
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

/** The parts of a strategy that come from its legs, priced, for a share that costs `spot`. */
export function pricedParts(
  structure: { legs: PricedLeg[]; outcome: Outcome },
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

/** Profit a share of the legs at expiry when the share then costs `price`. Every leg must have a premium. */
export function profitAt(legs: readonly Leg[], price: number): number {
  return legs.reduce((sum, leg) => {
    const worth = Math.max(0, leg.right === "call" ? price - leg.strike : leg.strike - price);
    const profit = worth - (leg.premium ?? 0);
    return sum + (leg.side === "buy" ? profit : -profit);
  }, 0);
}

/** The chart's points: evenly spaced around the price, and every kink (strikes and breakevens) exactly. */
function payoffSeries(legs: readonly Leg[], spot: number, breakevens: readonly number[]) {
  const low = spot * (1 - CHART_REACH);
  const high = spot * (1 + CHART_REACH);
  const even = Array.from({ length: CHART_STEPS + 1 }, (_, i) => low + ((high - low) * i) / CHART_STEPS);
  const prices = new Set([...even, ...legs.map((leg) => leg.strike), ...breakevens]);
  return [...prices]
    .filter((price) => price >= 0)
    .sort((a, b) => a - b)
    .map((price) => ({ price, profit: profitAt(legs, price) }));
}
