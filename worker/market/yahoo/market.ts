import type {
  DailyBar,
  FoundCompany,
  MarketMood,
  NamedSymbol,
  Part,
  PriceAverages,
} from "#contract/market-data.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { DAY_MS, easternDay, isoDay } from "#contract/time.ts";
import { withDashedShareClass } from "../company-name.ts";
import { fromEpoch } from "../lenient-schemas.ts";
import { emptyPart, failedPart, livePart, malformedPart } from "../port.ts";
import { SOURCE, type YahooClient } from "./client.ts";
import {
  chartSchema,
  type Quote,
  quotesSchema,
  screenerSchema,
  searchSchema,
  trendingSchema,
} from "./lists-schema.ts";

const MAX_TRENDING = 20;
const MAX_MATCHES = 10;

/** Returns the trending symbols that are companies. */
export async function readTrending(client: YahooClient, now: Date): Promise<Part<NamedSymbol[]>> {
  const answer = await client.get("/v1/finance/trending/US", { count: String(MAX_TRENDING) });
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const parsed = trendingSchema.safeParse(answer.body);
  if (!parsed.success) return malformedPart(SOURCE);
  const symbols = (parsed.data.finance.result[0]?.quotes ?? []).map((quote) => quote.symbol);
  // Coins, indices and currency pairs trend too, and all of them contain one of these characters.
  const companies = symbols.filter((symbol) => !/[-^=]/.test(symbol)).slice(0, MAX_TRENDING);
  if (companies.length === 0) return emptyPart(SOURCE, "no company is trending");
  const quotes = await readQuotes(client, companies);
  const data = companies.map((symbol) => ({ symbol, name: nameOf(quotes.get(symbol)) ?? symbol }));
  return livePart(data, SOURCE, "https://finance.yahoo.com/markets/stocks/trending/", now);
}

/** Returns the market mood. Each of its fields is null when it cannot be read. */
export async function readMood(client: YahooClient, now: Date): Promise<Part<MarketMood>> {
  const [volatility, index, rising, falling] = await Promise.all([
    readPrices(client, "^VIX", "1mo", now),
    readPrices(client, "^GSPC", "1y", now),
    readTotal(client, "day_gainers"),
    readTotal(client, "day_losers"),
  ]);
  const mood: MarketMood = {
    volatilityIndex: volatility.state === "missing" ? null : (volatility.data.at(-1)?.close ?? null),
    indexCloses: index.state === "missing" ? null : index.data.map((bar) => bar.close),
    breadth: rising === null || falling === null ? null : { advancing: rising, declining: falling },
  };
  if (Object.values(mood).every((input) => input === null))
    return emptyPart(SOURCE, "no market-wide figures");
  return livePart(mood, SOURCE, "https://finance.yahoo.com/markets/", now);
}

export async function readMatches(
  client: YahooClient,
  query: string,
  now: Date,
): Promise<Part<FoundCompany[]>> {
  const answer = await client.get("/v1/finance/search", { q: query, newsCount: "0", quotesCount: "10" });
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const parsed = searchSchema.safeParse(answer.body);
  if (!parsed.success) return malformedPart(SOURCE);
  const companies = parsed.data.quotes.filter((quote) => quote.quoteType === "EQUITY").slice(0, MAX_MATCHES);
  if (companies.length === 0) return livePart([], SOURCE, null, now);
  const quotes = await readQuotes(
    client,
    companies.map(({ symbol }) => symbol),
  );
  const matches = companies.map(({ symbol, longname, shortname }) => ({
    symbol,
    name: longname ?? shortname ?? symbol,
    reportDate: nextReportOf(quotes.get(symbol), now),
  }));
  return livePart(matches, SOURCE, null, now);
}

/** The number of symbols in one request, which keeps its URL short. */
const QUOTES_AT_ONCE = 100;
const MAX_QUOTE_AGE_MS = 5 * DAY_MS;

/** Returns the price averages of all symbols, or none if a request fails, as FMP's reader does. */
export async function readAverages(
  client: YahooClient,
  symbols: readonly string[],
  now: Date,
): Promise<Part<PriceAverages[]>> {
  const averages: PriceAverages[] = [];
  for (let from = 0; from < symbols.length; from += QUOTES_AT_ONCE) {
    const batch = symbols.slice(from, from + QUOTES_AT_ONCE).map(withDashedShareClass);
    const answer = await client.get("/v7/finance/quote", { symbols: batch.join(",") });
    if (!answer.isOk) return failedPart(SOURCE, answer);
    const parsed = quotesSchema.safeParse(answer.body);
    if (!parsed.success) return malformedPart(SOURCE);
    for (const quote of parsed.data.quoteResponse.result) {
      const { regularMarketPrice: price, fiftyDayAverage: average50, twoHundredDayAverage } = quote;
      const at = fromEpoch(quote.regularMarketTime ?? 0);
      if (at > now || at.getTime() < now.getTime() - MAX_QUOTE_AGE_MS) continue;
      if (price === null || price <= 0 || average50 === null || average50 <= 0) continue;
      const average200 = twoHundredDayAverage && twoHundredDayAverage > 0 ? twoHundredDayAverage : null;
      averages.push({ symbol: withDottedShareClass(quote.symbol), price, average50, average200 });
    }
  }
  if (averages.length === 0) return emptyPart(SOURCE, "no price came");
  return livePart(averages, SOURCE, null, now);
}

async function readQuotes(client: YahooClient, symbols: string[]): Promise<Map<string, Quote>> {
  const answer = await client.get("/v7/finance/quote", { symbols: symbols.join(",") });
  const parsed = answer.isOk ? quotesSchema.safeParse(answer.body) : null;
  return new Map(parsed?.data?.quoteResponse.result.map((quote) => [quote.symbol, quote]));
}

function nameOf(quote: Quote | undefined): string | null {
  return quote?.longName ?? quote?.shortName ?? null;
}

/**
 * Returns the earlier of the two report days that Yahoo gives, as an ISO day in New York. Past days do not
 * count.
 */
function nextReportOf(quote: Quote | undefined, now: Date): string | null {
  const [next] = [quote?.earningsTimestampStart, quote?.earningsTimestamp]
    .flatMap((seconds) => (seconds == null ? [] : [fromEpoch(seconds)]))
    .filter((at) => at > now)
    .sort((a, b) => a.getTime() - b.getTime());
  return next ? easternDay(next) : null;
}

async function readTotal(client: YahooClient, list: string): Promise<number | null> {
  const answer = await client.get("/v1/finance/screener/predefined/saved", { scrIds: list, count: "1" });
  const parsed = answer.isOk ? screenerSchema.safeParse(answer.body) : null;
  return parsed?.data?.finance.result[0]?.total ?? null;
}

/** Returns daily bars up to `now`, oldest first. `range` is a range of Yahoo's such as "2y" or "1mo". */
export async function readPrices(
  client: YahooClient,
  symbol: string,
  range: string,
  now: Date,
): Promise<Part<DailyBar[]>> {
  const answer = await client.get(`/v8/finance/chart/${encodeURIComponent(symbol)}`, {
    range,
    interval: "1d",
  });
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const parsed = chartSchema.safeParse(answer.body);
  const chart = parsed.data?.chart.result[0];
  const quote = chart?.indicators.quote[0];
  if (!chart || !quote) return malformedPart(SOURCE);
  const bars = chart.timestamp.flatMap((seconds, i): DailyBar[] => {
    const [open, high, low, close] = [quote.open[i], quote.high[i], quote.low[i], quote.close[i]];
    if (open == null || high == null || low == null || close == null) return [];
    if (seconds * 1000 > now.getTime()) return [];
    // A bar belongs to the exchange's day rather than to the UTC day.
    const date = isoDay((seconds + chart.meta.gmtoffset) * 1000);
    return [{ date, open, high, low, close, volume: quote.volume[i] ?? null }];
  });
  if (bars.length === 0) return emptyPart(SOURCE, "no daily prices");
  return livePart(bars, SOURCE, client.pageOf(symbol, "history"), now);
}
