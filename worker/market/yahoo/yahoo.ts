import type { Headline, MissingPart, OptionChain, Part } from "#contract/market-data.ts";
import { publicUrl } from "#contract/public-url.ts";
import { isoDay } from "#contract/time.ts";
import { namesCompany, withDashedShareClass } from "../company-name.ts";
import type { Fetch } from "../fetch-source.ts";
import { fromEpoch } from "../lenient-schemas.ts";
import {
  emptyPart,
  failedPart,
  livePart,
  type MarketData,
  malformedPart,
  rangesOf,
  unsupportedPart,
} from "../port.ts";
import { SOURCE, YAHOO_REQUEST_TIMEOUT_MS, YahooClient } from "./client.ts";
import { readCompany } from "./company.ts";
import { type Chain, optionsSchema, searchSchema } from "./lists-schema.ts";
import { readAverages, readMatches, readMood, readPrices, readTrending } from "./market.ts";

/**
 * Returns Yahoo Finance as a market source. Its API is unofficial and has no social messages or market-wide
 * calendar.
 */
export function yahooMarket(
  fetch: Fetch,
  baseUrl: string,
  patienceMs = YAHOO_REQUEST_TIMEOUT_MS,
): MarketData {
  const client = new YahooClient(fetch, baseUrl, patienceMs);
  return {
    name: SOURCE,
    dataMode: "live",
    sources: [SOURCE],
    company: (symbol, now) => readCompany(client, withDashedShareClass(symbol), now),
    prices: (symbol, now) => readPrices(client, withDashedShareClass(symbol), "2y", now),
    news: (symbol, companyName, now) => readNews(client, withDashedShareClass(symbol), companyName, now),
    options: (symbol, after, now) => readOptions(client, withDashedShareClass(symbol), after, now),
    social: async () => unsupportedPart(SOURCE),
    mood: (now) => readMood(client, now),
    trending: (now) => readTrending(client, now),
    calendar: async () => unsupportedPart(SOURCE),
    averages: (symbols, now) => readAverages(client, symbols, now),
    ranges: async (symbol, now) =>
      rangesOf((await readCompany(client, withDashedShareClass(symbol), now)).estimate),
    reports: async () => unsupportedPart(SOURCE),
    hasMarketReports: false,
    exchanges: [],
    companies: async () => unsupportedPart(SOURCE),
    changes: async () => unsupportedPart(SOURCE),
    search: (query, now) => readMatches(client, withDashedShareClass(query), now),
  };
}

/** Returns headlines about the company up to `now`, newest first, without news about other companies. */
async function readNews(
  client: YahooClient,
  symbol: string,
  companyName: string,
  now: Date,
): Promise<Part<Headline[]>> {
  const answer = await client.get("/v1/finance/search", { q: symbol, newsCount: "30", quotesCount: "1" });
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const parsed = searchSchema.safeParse(answer.body);
  if (!parsed.success) return malformedPart(SOURCE);
  const headlines = parsed.data.news.flatMap((row): Headline[] => {
    const url = publicUrl(row.link);
    const at = new Date(row.providerPublishTime * 1000);
    if (!url || at > now || !isAbout(row, symbol, companyName)) return [];
    return [
      {
        title: row.title,
        description: null,
        publisher: row.publisher ?? SOURCE,
        publishedAt: at.toISOString(),
        url,
        relatedSymbols: row.relatedTickers,
      },
    ];
  });
  if (headlines.length === 0) return emptyPart(SOURCE, "no headline names this company");
  headlines.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  return livePart(headlines, SOURCE, client.pageOf(symbol, "news"), now);
}

function isAbout(
  row: { title: string; relatedTickers: string[] },
  symbol: string,
  companyName: string,
): boolean {
  return row.relatedTickers.includes(symbol) || namesCompany(row.title, companyName);
}

async function readOptions(
  client: YahooClient,
  symbol: string,
  after: string | null,
  now: Date,
): Promise<Part<OptionChain>> {
  const path = `/v7/finance/options/${encodeURIComponent(symbol)}`;
  const nearest = await readChain(client, path, {});
  if (!("expirationDates" in nearest)) return nearest;
  const wanted = nearest.expirationDates.find(
    (expiry) => isoDay(fromEpoch(expiry)) >= (after ?? isoDay(now)),
  );
  if (wanted === undefined) return emptyPart(SOURCE, "no option expiry after the report");
  const isHere = nearest.options[0]?.expirationDate === wanted;
  const chain = isHere ? nearest : await readChain(client, path, { date: String(wanted) });
  if (!("expirationDates" in chain)) return chain;
  const expiry = chain.options[0];
  const { regularMarketPrice: spot, regularMarketTime: quotedAt } = chain.quote;
  if (!expiry || !spot || expiry.calls.length === 0 || expiry.puts.length === 0)
    return emptyPart(SOURCE, "no option quotes");
  if (expiry.expirationDate !== wanted)
    return emptyPart(SOURCE, "no option quotes for the expiry after the report");
  if (quotedAt !== null && fromEpoch(quotedAt) > now) return emptyPart(SOURCE, "no option quotes yet");
  const quotes = (side: Chain["options"][number]["calls"]) =>
    side.map(({ lastPrice, ...quote }) => ({ ...quote, last: lastPrice }));
  const data = {
    expiry: isoDay(fromEpoch(wanted)),
    spot,
    calls: quotes(expiry.calls),
    puts: quotes(expiry.puts),
  };
  // The data is as old as its last trade: on a Sunday it is from Friday.
  const asOf = quotedAt === null ? now : fromEpoch(quotedAt);
  return livePart(data, SOURCE, client.pageOf(symbol, "options"), asOf);
}

async function readChain(
  client: YahooClient,
  path: string,
  query: Record<string, string>,
): Promise<Chain | MissingPart> {
  const answer = await client.get(path, query);
  if (!answer.isOk) return failedPart(SOURCE, answer);
  return optionsSchema.safeParse(answer.body).data?.optionChain.result[0] ?? malformedPart(SOURCE);
}
