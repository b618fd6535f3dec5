import type { EstimateRange, Headline, Part } from "#contract/market-data.ts";
import { publicUrl } from "#contract/public-url.ts";
import { DAY_MS, easternInstant, HOUR_MS, isoDay } from "#contract/time.ts";
import { withDashedShareClass } from "../company-name.ts";
import type { Fetch } from "../fetch-source.ts";
import { emptyPart, failedPart, livePart, type MarketData, malformedPart, unsupportedPart } from "../port.ts";
import { readAverages } from "./averages.ts";
import { readChanges } from "./changes.ts";
import { FmpClient, SOURCE } from "./client.ts";
import { readCompany } from "./company.ts";
import {
  EXCHANGES,
  readCalendar,
  readListing,
  readMatches,
  readMood,
  readPrices,
  readReportDays,
  readTrending,
} from "./lists.ts";
import { readReports } from "./market-reports.ts";
import { fiscalEstimateSchema, rowsOf, storySchema } from "./schemas.ts";

const TWO_YEARS_DAYS = 731;
/** How long the report days are cached. They change by whole days, so an hour-old answer is good enough. */
const REPORT_DAYS_MS = HOUR_MS;

/**
 * Returns Financial Modeling Prep as a market source, which can be licensed for display. It has no option
 * chains or social messages.
 */
export function fmpMarket(fetch: Fetch, baseUrl: string, key: string): MarketData {
  const client = new FmpClient(fetch, baseUrl, key);
  const reportDays = rememberedReportDays(client);
  return {
    name: SOURCE,
    dataMode: "live",
    sources: [SOURCE],
    company: (symbol, now) => readCompany(client, withDashedShareClass(symbol), now),
    prices: (symbol, now) => readPrices(client, withDashedShareClass(symbol), TWO_YEARS_DAYS, now),
    news: (symbol, _name, now) => readNews(client, withDashedShareClass(symbol), now),
    options: async () => unsupportedPart(SOURCE),
    social: async () => unsupportedPart(SOURCE),
    mood: (now) => readMood(client, now),
    trending: (now) => readTrending(client, now),
    calendar: (from, to, now) => readCalendar(client, from, to, now),
    averages: (symbols, now) => readAverages(client, symbols, now),
    ranges: (symbol, now) => readRanges(client, withDashedShareClass(symbol), now),
    reports: (from, to, now) => readReports(client, from, to, now),
    hasMarketReports: true,
    exchanges: EXCHANGES,
    companies: (exchange, now) => readListing(client, exchange, now),
    changes: (from, now) => readChanges(client, from, now),
    search: async (query, now) =>
      readMatches(client, withDashedShareClass(query), await reportDays(now), now),
  };
}

/**
 * Returns a function that reads the next report day of each ticker and caches the days for an hour. After a
 * failure it returns no days, and the next call requests them again.
 */
function rememberedReportDays(client: FmpClient) {
  let remembered: { until: number; days: Map<string, string> } | null = null;
  return async (now: Date): Promise<ReadonlyMap<string, string>> => {
    if (remembered && remembered.until > now.getTime()) return remembered.days;
    const days = await readReportDays(client, now);
    if (days) remembered = { until: now.getTime() + REPORT_DAYS_MS, days };
    return days ?? new Map();
  };
}

const MAX_DESCRIPTION_LENGTH = 500;

/** Returns headlines about the company up to `now`, newest first. */
async function readNews(client: FmpClient, symbol: string, now: Date): Promise<Part<Headline[]>> {
  const answer = await client.list("news/stock", { symbols: symbol, page: "0", limit: "40" });
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const headlines = rowsOf(storySchema, answer.rows).flatMap((row): Headline[] => {
    const url = publicUrl(row.url);
    const at = publishedAt(row.publishedDate);
    if (!url || at > now || (row.symbol !== null && row.symbol !== symbol)) return [];
    return [
      {
        title: row.title,
        description: row.text?.slice(0, MAX_DESCRIPTION_LENGTH) || null,
        publisher: row.publisher ?? SOURCE,
        publishedAt: at.toISOString(),
        url,
        relatedSymbols: [symbol],
      },
    ];
  });
  if (headlines.length === 0) return emptyPart(SOURCE, "no headline names this company");
  headlines.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  return livePart(headlines, SOURCE, client.pageOf(symbol), now);
}

/**
 * Parses a time of publication. It is New York time without saying so: a Reuters story of September 23, 2025,
 * 03:08 UTC has "2025-09-22 21:31:48".
 */
function publishedAt(text: string): Date {
  return easternInstant(text.slice(0, 10), text.slice(11, 19));
}

/**
 * The number of quarters to request: enough for the future quarters, with which the list begins, and the
 * newest past ones.
 */
const QUARTERS = "40";
/** A quarter is reported within this many days after its end. */
const PAST_QUARTER_DAYS = 100;

async function readRanges(client: FmpClient, symbol: string, now: Date): Promise<Part<EstimateRange[]>> {
  const query = { symbol, period: "quarter", page: "0", limit: QUARTERS };
  const answer = await client.list("analyst-estimates", query);
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const rows = rowsOf(fiscalEstimateSchema, answer.rows);
  if (answer.rows.length > 0 && rows.length === 0) return malformedPart(SOURCE);
  const oldest = isoDay(now.getTime() - PAST_QUARTER_DAYS * DAY_MS);
  const ranges = rows.flatMap(({ date, epsLow, epsHigh, numAnalystsEps }): EstimateRange[] =>
    date < oldest
      ? []
      : [{ fiscalQuarterEnd: date, low: epsLow, high: epsHigh, analystCount: numAnalystsEps }],
  );
  if (ranges.length === 0) return emptyPart(SOURCE, "no estimates of a quarter ahead");
  return livePart(ranges, SOURCE, client.pageOf(symbol), now);
}
