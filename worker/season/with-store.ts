import type { MarketData } from "#market/port.ts";
import { storeAndComplete } from "./complete.ts";
import type { SeasonStore } from "./store.ts";

/** The market as the store completes it: what it says of a company is stored, then read back with all that is known. */
export function withStore(market: MarketData, store: SeasonStore): MarketData {
  return {
    ...market,
    company: async (symbol, now) => storeAndComplete(store, await market.company(symbol, now), now),
  };
}
