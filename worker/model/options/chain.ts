import type { OptionChain, OptionQuote } from "#contract/market-data.ts";

/**
 * What an option costs a share: the middle of bid and ask; the last trade where a side is missing or zero (a closed
 * market quotes zeros); null when there is neither.
 */
export function premiumOf(quote: OptionQuote): number | null {
  const { bid, ask, last } = quote;
  if (bid !== null && ask !== null && bid > 0 && ask >= bid) return (bid + ask) / 2;
  return last !== null && last > 0 ? last : null;
}

/** The quotes that have a price, by rising strike. */
export function priced(quotes: readonly OptionQuote[]): { strike: number; premium: number }[] {
  return quotes
    .flatMap((quote) => {
      const premium = premiumOf(quote);
      return premium === null ? [] : [{ strike: quote.strike, premium }];
    })
    .sort((a, b) => a.strike - b.strike);
}

type Straddle = { strike: number; call: number; put: number };

/** The pair of call and put at the strike nearest to the share's price, among strikes where both have a price. */
export function atTheMoney(chain: OptionChain): Straddle | null {
  const puts = new Map(priced(chain.puts).map((put) => [put.strike, put.premium]));
  const pairs = priced(chain.calls).flatMap((call) => {
    const put = puts.get(call.strike);
    return put === undefined ? [] : [{ strike: call.strike, call: call.premium, put }];
  });
  pairs.sort((a, b) => Math.abs(a.strike - chain.spot) - Math.abs(b.strike - chain.spot));
  return pairs[0] ?? null;
}

/** The move in percent that the straddle pays for: (call + put) / price of the share. */
export function impliedMovePercent(straddle: Straddle, spot: number): number {
  return (100 * (straddle.call + straddle.put)) / spot;
}
