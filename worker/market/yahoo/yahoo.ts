import type { Fetch } from "../fetch-source.ts";
import { unsupported } from "../part.ts";
import type { MarketData } from "../port.ts";
import { dashedClass } from "../share-class.ts";
import { QUESTION_TIMEOUT_MS, SOURCE, YahooClient } from "./client.ts";
import { readCompany } from "./company.ts";
import { readMatches, readMood, readTrending } from "./market.ts";
import { readNews } from "./news.ts";
import { readOptions } from "./options.ts";
import { readPrices } from "./prices.ts";

/** Yahoo's unofficial API behind the port. It has no messages and no calendar of coming reports. */
export function yahooMarket(fetch: Fetch, baseUrl: string, patienceMs = QUESTION_TIMEOUT_MS): MarketData {
  const client = new YahooClient(fetch, baseUrl, patienceMs);
  return {
    name: SOURCE,
    dataMode: "live",
    sources: [SOURCE],
    company: (symbol, now) => readCompany(client, dashedClass(symbol), now),
    prices: (symbol, now) => readPrices(client, dashedClass(symbol), "2y", now),
    news: (symbol, companyName, now) => readNews(client, dashedClass(symbol), companyName, now),
    options: (symbol, after, now) => readOptions(client, dashedClass(symbol), after, now),
    social: async () => unsupported(SOURCE),
    mood: (now) => readMood(client, now),
    trending: (now) => readTrending(client, now),
    calendar: async () => unsupported(SOURCE),
    // Reports come company by company.
    reports: async () => unsupported(SOURCE),
    hasMarketReports: false,
    exchanges: [],
    companies: async () => unsupported(SOURCE),
    search: (query, now) => readMatches(client, dashedClass(query), now),
  };
}
