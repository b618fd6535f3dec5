import type { z } from "zod";
import type {
  CalendarEntry,
  DailyBar,
  FoundCompany,
  ListedCompany,
  MarketMood,
  NamedSymbol,
  Part,
} from "#contract/market-data.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { DAY_MS, easternDay } from "#contract/time.ts";
import { emptyPart, failedPart, livePart, malformedPart } from "../port.ts";
import { type FmpClient, SOURCE } from "./client.ts";
import { barSchema, listedSchema, namedSchema, reportSchema, rowsOf } from "./schemas.ts";

/** The largest number of calendar entries to return, out of thousands that FMP lists for two weeks. */
const MAX_CALENDAR = 60;
const MAX_TRENDING = 20;
const MAX_MATCHES = 10;
const PAGE = "https://site.financialmodelingprep.com/";
const MONTH_DAYS = 31;
const YEAR_DAYS = 366;
/**
 * The number of days for which report days are requested at once. Even in the busiest season, two weeks have
 * fewer than the 4,000 rows of one answer.
 */
const REPORT_DAYS_AHEAD = 14;

/** Matches US tickers, including share classes such as "BRK-B". A dot would mark a foreign exchange. */
export const usTicker = /^[A-Z]{1,5}(-[A-Z])?$/;
const usExchange = /^(NASDAQ|NYSE|AMEX)/i;

/** Returns the reports of the companies with the largest expected revenue, ordered by day. */
export async function readCalendar(
  client: FmpClient,
  from: string,
  to: string,
  now: Date,
): Promise<Part<CalendarEntry[]>> {
  const answer = await client.list("earnings-calendar", { from, to });
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const largest = rowsOf(reportSchema, answer.rows)
    .filter((row) => usTicker.test(row.symbol) && row.date >= from && row.date <= to)
    .sort((a, b) => (b.revenueEstimated ?? 0) - (a.revenueEstimated ?? 0))
    .slice(0, MAX_CALENDAR);
  if (largest.length === 0) return emptyPart(SOURCE, "no report is due");
  const names = await readNames(
    client,
    largest.map((row) => row.symbol),
  );
  const entries = largest
    .map((row) => ({
      symbol: row.symbol,
      name: names.get(row.symbol) ?? row.symbol,
      reportDate: row.date,
      session: null,
      consensusEps: row.epsEstimated,
    }))
    .sort((a, b) => a.reportDate.localeCompare(b.reportDate));
  return livePart(entries, SOURCE, PAGE, now);
}

export async function readTrending(client: FmpClient, now: Date): Promise<Part<NamedSymbol[]>> {
  const answer = await client.list("most-actives", {});
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const companies = rowsOf(namedSchema, answer.rows)
    .filter(({ symbol, name }) => usTicker.test(symbol) && !/\b(ETF|ETN|Fund|Shares)\b/i.test(name))
    .slice(0, MAX_TRENDING);
  return companies.length === 0
    ? emptyPart(SOURCE, "no company is trending")
    : livePart(companies.map(named), SOURCE, PAGE, now);
}

/**
 * Returns US companies that match by ticker or name, ticker matches first, with their next report days from
 * `reportDays`.
 */
export async function readMatches(
  client: FmpClient,
  query: string,
  reportDays: ReadonlyMap<string, string>,
  now: Date,
): Promise<Part<FoundCompany[]>> {
  const [byTicker, byName] = await Promise.all([
    client.list("search-symbol", { query, limit: "20" }),
    client.list("search-name", { query, limit: "20" }),
  ]);
  const rows = [byTicker, byName].flatMap((answer) => (answer.isOk ? rowsOf(namedSchema, answer.rows) : []));
  const companies = rows.filter((row) => usTicker.test(row.symbol) && usExchange.test(row.exchange ?? ""));
  // If one half of the search failed and the other found nothing, the failure is returned, because the failed
  // half may have had a match.
  if (companies.length === 0)
    for (const answer of [byTicker, byName]) if (!answer.isOk) return failedPart(SOURCE, answer);
  const matches = new Map(
    companies.map((row) => [row.symbol, { ...named(row), reportDate: reportDays.get(row.symbol) ?? null }]),
  );
  return livePart([...matches.values()].slice(0, MAX_MATCHES), SOURCE, PAGE, now);
}

/**
 * Returns the report day of each ticker that reports within two weeks, or null when the calendar cannot be
 * read.
 */
export async function readReportDays(client: FmpClient, now: Date): Promise<Map<string, string> | null> {
  const day = (ahead: number) => easternDay(new Date(now.getTime() + ahead * DAY_MS));
  const answer = await client.list("earnings-calendar", { from: day(0), to: day(REPORT_DAYS_AHEAD) });
  if (!answer.isOk) return null;
  return new Map(rowsOf(reportSchema, answer.rows).map((row) => [row.symbol, row.date]));
}

/** Returns the market mood without its breadth, because FMP's lists of gainers and losers are cut off. */
export async function readMood(client: FmpClient, now: Date): Promise<Part<MarketMood>> {
  const [volatility, index] = await Promise.all([
    readPrices(client, "^VIX", MONTH_DAYS, now),
    readPrices(client, "^GSPC", YEAR_DAYS, now),
  ]);
  if (volatility.state === "missing" && index.state === "missing")
    return emptyPart(SOURCE, "no market-wide figures");
  return livePart(
    {
      volatilityIndex: volatility.state === "missing" ? null : (volatility.data.at(-1)?.close ?? null),
      indexCloses: index.state === "missing" ? null : index.data.map((bar) => bar.close),
      breadth: null,
    },
    SOURCE,
    PAGE,
    now,
  );
}

async function readNames(client: FmpClient, symbols: string[]): Promise<Map<string, string>> {
  const answer = await client.list("batch-quote", { symbols: symbols.join(",") });
  const rows = answer.isOk ? rowsOf(namedSchema, answer.rows) : [];
  return new Map(rows.map((row) => [row.symbol, row.name]));
}

function named({ symbol, name }: NamedSymbol): NamedSymbol {
  return { symbol, name };
}

/** Returns the split-adjusted daily bars of the last `days` calendar days up to `now`, oldest first. */
export async function readPrices(
  client: FmpClient,
  symbol: string,
  days: number,
  now: Date,
): Promise<Part<DailyBar[]>> {
  const to = easternDay(now);
  const from = easternDay(new Date(now.getTime() - days * DAY_MS));
  const answer = await client.list("historical-price-eod/full", { symbol, from, to });
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const bars = rowsOf(barSchema, answer.rows)
    .filter((bar) => bar.date <= to)
    .sort((a, b) => a.date.localeCompare(b.date));
  if (bars.length === 0) return emptyPart(SOURCE, "no daily prices");
  return livePart(bars, SOURCE, client.pageOf(symbol), now);
}

/**
 * The exchanges whose companies are listed. Each takes one request, because an answer for all of them would
 * come close to the limit of 4 MB.
 */
export const EXCHANGES = ["NASDAQ", "NYSE", "AMEX"] as const;
/** The number of companies to request for one exchange. NASDAQ lists about 3,700 in 2026. */
const MAX_ROWS = 10_000;

/**
 * Returns all companies of an exchange. An answer with MAX_ROWS rows may have left out companies, so it
 * counts as malformed.
 */
export async function readListing(
  client: FmpClient,
  exchange: string,
  now: Date,
): Promise<Part<ListedCompany[]>> {
  const query = { exchange, isEtf: "false", isFund: "false", isActivelyTrading: "true" };
  const answer = await client.list("company-screener", { ...query, limit: String(MAX_ROWS) });
  if (!answer.isOk) return failedPart(SOURCE, answer);
  if (answer.rows.length === 0) return emptyPart(SOURCE, `no company is listed on ${exchange}`);
  const rows = rowsOf(listedSchema, answer.rows);
  if (rows.length === 0 || answer.rows.length >= MAX_ROWS) return malformedPart(SOURCE);
  const own = rows.filter((row) => usTicker.test(row.symbol) && !row.isEtf && !row.isFund);
  return livePart(
    own.map((row) => companyOf(row, exchange)),
    SOURCE,
    PAGE,
    now,
  );
}

function companyOf(row: z.output<typeof listedSchema>, exchange: string): ListedCompany {
  const { companyName: name, sector, industry, country, price, marketCap } = row;
  return {
    symbol: withDottedShareClass(row.symbol),
    name,
    exchange,
    sector,
    industry,
    country,
    price,
    marketCap,
  };
}
