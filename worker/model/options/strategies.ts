import type { OptionChain } from "#contract/market-data.ts";
import type { RiskLevel, TradeStrategies, TradeStrategy } from "#contract/strategy.ts";
import { pricedOptions } from "./implied-move.ts";
import {
  bearPutSpread,
  bullCallSpread,
  ironCondor,
  type PayoffSummary,
  type PricedLeg,
  strategyWithPayoff,
} from "./structures.ts";

/** The distance of the sold strike from the share price, as a share of the price. */
const SPREAD_SHARE = 0.05;
const CONDOR_SOLD_SHARE = 0.05;
const CONDOR_BOUGHT_SHARE = 0.1;

type Structure = { legs: PricedLeg[]; outcome: PayoffSummary };
type Option = { strike: number; premium: number };

const texts = {
  bullish: {
    strategy: "Bull call spread",
    description:
      "Textbook example for a rise: buy a call near the share's price and sell one about 5% higher. The sold call pays for part of the bought one and caps the gain. The most you can lose is the cost.",
    riskLevel: "medium",
  },
  bearish: {
    strategy: "Bear put spread",
    description:
      "Textbook example for a fall: buy a put near the share's price and sell one about 5% lower. The sold put pays for part of the bought one and caps the gain. The most you can lose is the cost.",
    riskLevel: "medium",
  },
  neutral: {
    strategy: "Iron condor",
    description:
      "Textbook example for a share that stays near its price: sell a put about 5% below and a call about 5% above, and buy one of each about 10% away. It earns the credit between the sold strikes and loses beyond them, up to the width of a wing less the credit. Reports often move a share past these strikes.",
    riskLevel: "high",
  },
} as const satisfies Record<
  string,
  Pick<TradeStrategy, "strategy" | "description"> & { riskLevel: RiskLevel }
>;

/**
 * Returns the three textbook strategies, with figures where the option chain has prices for them.
 * `reportAfter` is the first ISO day on which an expiring option includes the report.
 */
export function strategiesFor(chain: OptionChain | null, reportAfter: string | null): TradeStrategies {
  const calls = chain ? pricedOptions(chain.calls) : [];
  const puts = chain ? pricedOptions(chain.puts) : [];
  const spot = chain?.spot ?? 0;
  const present = (kind: keyof typeof texts, structure: Structure | null): TradeStrategy => {
    const text = texts[kind];
    if (!structure || !chain)
      return { ...text, description: `${text.description} ${unpricedNote(chain)}`, ...unpriced };
    const isBefore = reportAfter !== null && chain.expiry < reportAfter;
    const note = isBefore ? ` The example expires on ${chain.expiry}, before the report.` : "";
    return {
      ...text,
      description: `${text.description}${note}`,
      ...strategyWithPayoff(structure, spot, chain.expiry),
    };
  };
  return {
    bullishStrategy: present("bullish", bullish(calls, spot)),
    bearishStrategy: present("bearish", bearish(puts, spot)),
    neutralStrategy: present("neutral", neutral(calls, puts, spot)),
  };
}

const unpriced = {
  legs: [],
  expiry: null,
  breakevens: [],
  maxGain: null,
  maxLoss: null,
  isMaxGainUnlimited: false,
  payoff: [],
} satisfies Partial<TradeStrategy>;

function unpricedNote(chain: OptionChain | null): string {
  return chain
    ? "Not priced: the option chain has no consistent quotes for these strikes."
    : "Not priced: no option chain is available.";
}

function bullish(calls: readonly Option[], spot: number): Structure | null {
  const bought = nearest(calls, spot);
  const sold = calls.find(
    (call) => bought && call.strike > bought.strike && call.strike >= spot * (1 + SPREAD_SHARE),
  );
  return bought && sold ? bullCallSpread(bought, sold) : null;
}

function bearish(puts: readonly Option[], spot: number): Structure | null {
  const bought = nearest(puts, spot);
  const sold = puts.findLast(
    (put) => bought && put.strike < bought.strike && put.strike <= spot * (1 - SPREAD_SHARE),
  );
  return bought && sold ? bearPutSpread(bought, sold) : null;
}

function neutral(calls: readonly Option[], puts: readonly Option[], spot: number): Structure | null {
  const below = (share: number) => puts.findLast((put) => put.strike <= spot * (1 - share));
  const above = (share: number) => calls.find((call) => call.strike >= spot * (1 + share));
  const soldPut = below(CONDOR_SOLD_SHARE);
  const soldCall = above(CONDOR_SOLD_SHARE);
  const boughtPut = below(CONDOR_BOUGHT_SHARE);
  const boughtCall = above(CONDOR_BOUGHT_SHARE);
  if (!soldPut || !soldCall || !boughtPut || !boughtCall) return null;
  return ironCondor({ boughtPut, soldPut, soldCall, boughtCall });
}

function nearest(options: readonly Option[], spot: number): Option | null {
  return [...options].sort((a, b) => Math.abs(a.strike - spot) - Math.abs(b.strike - spot))[0] ?? null;
}
