import type { Leg, TradeStrategy } from "#contract/strategy.ts";
import { payoffSeries } from "./payoff.ts";

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
