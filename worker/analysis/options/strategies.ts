import type { Leg, TradeStrategies, TradeStrategy } from "#contract/strategy.ts";
import type { OptionChain, OptionQuote } from "#market/port.ts";
import { round } from "../numbers.ts";
import { type PricedLeg, payoffOf } from "./payoff.ts";

/** Distance of the outer strikes from the share's price, as a share of it. */
const NEAR = 0;
const FAR = 0.05;
const WING = 0.1;

type Wanted = { side: Leg["side"]; right: Leg["right"]; distance: number };

/** The three textbook structures; strikes by their distance from the share's price. */
const structures = {
  bullishStrategy: {
    strategy: "Bull call spread",
    riskLevel: "medium",
    description:
      "A call is bought near the price and one is sold above it. It gains when the share rises; the sold call caps the gain and makes it cheaper. All that can be lost is the premium paid.",
    legs: [
      { side: "buy", right: "call", distance: NEAR },
      { side: "sell", right: "call", distance: FAR },
    ],
  },
  bearishStrategy: {
    strategy: "Bear put spread",
    riskLevel: "medium",
    description:
      "A put is bought near the price and one is sold below it. It gains when the share falls; the sold put caps the gain and makes it cheaper. All that can be lost is the premium paid.",
    legs: [
      { side: "buy", right: "put", distance: NEAR },
      { side: "sell", right: "put", distance: -FAR },
    ],
  },
  neutralStrategy: {
    strategy: "Iron condor",
    riskLevel: "high",
    description:
      "A call and a put are sold on both sides of the price, and one further out is bought on each side. It gains when the share stays between the sold strikes. A report often moves a share beyond them, and the loss is then larger than the gain could be.",
    legs: [
      { side: "buy", right: "put", distance: -WING },
      { side: "sell", right: "put", distance: -FAR },
      { side: "sell", right: "call", distance: FAR },
      { side: "buy", right: "call", distance: WING },
    ],
  },
} as const satisfies Record<
  keyof TradeStrategies,
  Pick<TradeStrategy, "strategy" | "riskLevel" | "description"> & { legs: readonly Wanted[] }
>;

/**
 * Three educational structures, with strikes and prices of the chain where there is one. Never sized to anyone. Without
 * a chain, or where its strikes do not make the structure, the example stands without legs and is not drawn.
 */
export function strategiesOf(chain: OptionChain | null): TradeStrategies {
  return {
    bullishStrategy: exampleOf(structures.bullishStrategy, chain),
    bearishStrategy: exampleOf(structures.bearishStrategy, chain),
    neutralStrategy: exampleOf(structures.neutralStrategy, chain),
  };
}

function exampleOf(
  { strategy, riskLevel, description, legs }: (typeof structures)[keyof typeof structures],
  chain: OptionChain | null,
): TradeStrategy {
  const priced = chain ? pricedLegs(legs, chain) : null;
  const about = { strategy, riskLevel, description };
  if (!chain || !priced)
    return {
      ...about,
      legs: [],
      expiry: null,
      breakevens: [],
      maxGain: null,
      maxLoss: null,
      isMaxGainUnlimited: false,
      payoff: [],
    };
  return { ...about, legs: priced, expiry: chain.expiry, ...payoffOf(priced, chain.spot) };
}

/** The chain's nearest strikes with a price; null when two legs would fall on one strike or one has no price. */
function pricedLegs(wanted: readonly Wanted[], chain: OptionChain): PricedLeg[] | null {
  const legs = wanted.flatMap(({ side, right, distance }) => {
    const quotes = (right === "call" ? chain.calls : chain.puts).filter((quote) => midOf(quote) !== null);
    const quote = nearest(quotes, chain.spot * (1 + distance));
    const premium = quote && midOf(quote);
    return quote && premium != null ? [{ side, right, strike: quote.strike, premium }] : [];
  });
  const isWhole =
    legs.length === wanted.length && new Set(legs.map((leg) => leg.strike)).size === legs.length;
  return isWhole ? legs : null;
}

/** The strike of the chain nearest to a price. */
export function nearest(quotes: readonly OptionQuote[], price: number): OptionQuote | null {
  return quotes.reduce<OptionQuote | null>(
    (best, quote) => (!best || Math.abs(quote.strike - price) < Math.abs(best.strike - price) ? quote : best),
    null,
  );
}

/** Middle of bid and ask. A quote with only one side, or none, has no price that could be traded: null. */
export function midOf({ bid, ask }: OptionQuote): number | null {
  return bid !== null && ask !== null && bid > 0 && ask >= bid ? round((bid + ask) / 2, 4) : null;
}
