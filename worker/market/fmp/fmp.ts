import { HOUR_MS } from "#contract/time.ts";
import type { Fetch } from "../fetch-source.ts";
import { unsupported } from "../part.ts";
import type { MarketData } from "../port.ts";
import { dashedClass } from "../share-class.ts";
import { FmpClient, SOURCE } from "./client.ts";
import { readCompany } from "./company.ts";
import { EXCHANGES, readListing } from "./listing.ts";
import { readCalendar, readMatches, readMood, readReportDays, readTrending } from "./lists.ts";
import { readReports } from "./market-reports.ts";
import { readNews } from "./news.ts";
import { readPrices } from "./prices.ts";

const TWO_YEARS_DAYS = 731;
/** Dates of reports move by days, not by minutes. */
const REPORT_DAYS_MS = HOUR_MS;

/** Financial Modeling Prep behind the port, a source that can be licensed. It has no option chains and no messages. */
export function fmpMarket(fetch: Fetch, baseUrl: string, key: string): MarketData {
  const client = new FmpClient(fetch, baseUrl, key);
  const reportDays = rememberedReportDays(client);
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
    reports: (from, to, now) => readReports(client, from, to, now),
    hasMarketReports: true,
    exchanges: EXCHANGES,
    companies: (exchange, now) => readListing(client, exchange, now),
    search: async (query, now) => readMatches(client, dashedClass(query), await reportDays(now), now),
  };
}

/** The coming days of reports, asked for once an hour; a failure leaves them unknown and is asked anew. */
function rememberedReportDays(client: FmpClient) {
  let remembered: { until: number; days: Map<string, string> } | null = null;
  return async (now: Date): Promise<ReadonlyMap<string, string>> => {
    if (remembered && remembered.until > now.getTime()) return remembered.days;
    const days = await readReportDays(client, now);
    if (days) remembered = { until: now.getTime() + REPORT_DAYS_MS, days };
    return days ?? new Map();
  };
}
