import type { MarketData } from "#market/port.ts";
import { storeAndComplete } from "./complete.ts";
import type { SeasonStore } from "./store.ts";

export function withStore(market: MarketData, store: SeasonStore): MarketData {
  return {
    ...market,
    company: async (symbol, now) => storeAndComplete(store, await market.company(symbol, now), now),
  };
}
