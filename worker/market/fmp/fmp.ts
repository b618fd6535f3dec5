import type { Fetch } from "../ask.ts";
import { unsupported } from "../part.ts";
import type { MarketData } from "../port.ts";
import { dashedClass } from "../share-class.ts";
import { FmpClient, SOURCE } from "./client.ts";
import { readCompany } from "./company.ts";
import { readCalendar, readMatches, readMood, readTrending } from "./lists.ts";
import { readNews } from "./news.ts";
import { readPrices } from "./prices.ts";

const TWO_YEARS_DAYS = 731;

/** Financial Modeling Prep behind the port, a source that can be licensed. It has no option chains and no messages. */
export function fmpMarket(fetch: Fetch, baseUrl: string, key: string): MarketData {
  const client = new FmpClient(fetch, baseUrl, key);
  return {
    name: SOURCE,
    dataMode: "live",
    sources: [SOURCE],
    company: (symbol, now) => readCompany(client, dashedClass(symbol), now),
    prices: (symbol, now) => readPrices(client, dashedClass(symbol), TWO_YEARS_DAYS, now),
    news: (symbol, _name, now) => readNews(client, dashedClass(symbol), now),
    options: async () => unsupported(SOURCE),
    social: async () => unsupported(SOURCE),
    mood: (now) => readMood(client, now),
    trending: (now) => readTrending(client, now),
    calendar: (from, to, now) => readCalendar(client, from, to, now),
    search: (query, now) => readMatches(client, query, now),
  };
}
