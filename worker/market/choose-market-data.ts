import type { Part } from "#contract/market-data.ts";
import { TimedCache } from "#platform/cache.ts";
import { withFallback } from "./fallback.ts";
import type { Fetch } from "./fetch-source.ts";
import { fmpMarket } from "./fmp/fmp.ts";
import type { MarketData } from "./port.ts";
import { companiesWithGaps } from "./sample/companies.ts";
import { sampleMarket } from "./sample/sample.ts";
import { withMessages } from "./stocktwits/messages.ts";
import { withValidation } from "./validated.ts";
import { yahooMarket } from "./yahoo/yahoo.ts";

export type MarketSettings = {
  MARKET_DATA: "auto" | "yahoo" | "fmp" | "sample";
  YAHOO_BASE_URL: string;
  FMP_BASE_URL: string;
  FMP_API_KEY?: string | undefined;
  STOCKTWITS_BASE_URL?: string | undefined;
  SAMPLE_COMPANIES?: number | undefined;
  APP_ENV: "development" | "production";
};

const PROBE_TIMEOUT_MS = 2_500;

/**
 * Returns the market source that the settings select. `auto` selects FMP when a key is set (in development
 * with Yahoo as the fallback), else Yahoo, or simulated data when Yahoo cannot be reached. Throws when
 * production would show simulated data, and when FMP is needed but has no key.
 */
export async function chooseMarketData(settings: MarketSettings, fetch: Fetch): Promise<MarketData> {
  const source = await sourceOf(settings, fetch);
  if (source.dataMode === "sample") {
    if (settings.APP_ENV === "production")
      throw new Error("Simulated market data is never served in production.");
    return source;
  }
  const market = withCache(source);
  const { STOCKTWITS_BASE_URL } = settings;
  return withValidation(STOCKTWITS_BASE_URL ? withMessages(market, fetch, STOCKTWITS_BASE_URL) : market);
}

async function sourceOf(settings: MarketSettings, fetch: Fetch): Promise<MarketData> {
  const { MARKET_DATA, APP_ENV, YAHOO_BASE_URL, FMP_BASE_URL, FMP_API_KEY } = settings;
  const yahoo = () => yahooMarket(fetch, YAHOO_BASE_URL);
  if (MARKET_DATA === "sample") return servedSampleMarket(settings);
  if (MARKET_DATA === "yahoo") return yahoo();
  if (FMP_API_KEY) {
    const fmp = fmpMarket(fetch, FMP_BASE_URL, FMP_API_KEY);
    return MARKET_DATA === "auto" && APP_ENV === "development" ? withFallback(fmp, yahoo()) : fmp;
  }
  if (MARKET_DATA === "fmp" || APP_ENV === "production") throw new Error("FMP_API_KEY is missing.");
  return (await isReachable(fetch, YAHOO_BASE_URL)) ? yahoo() : servedSampleMarket(settings);
}

/** Returns the simulated market of an installation, which has companies with gaps besides the usual ones. */
export function servedSampleMarket({
  SAMPLE_COMPANIES,
}: Pick<MarketSettings, "SAMPLE_COMPANIES">): MarketData {
  return sampleMarket(SAMPLE_COMPANIES, companiesWithGaps);
}

async function isReachable(fetch: Fetch, url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

const CACHE_TTL_MS = 5 * 60 * 1000;

/** The number of searches that are cached: enough for one isolate's users who each type a few letters. */
const MAX_SEARCHES = 500;

/**
 * Returns the source with market mood, trending symbols, calendar and searches cached for five minutes. A
 * cached part has the state `cached` and keeps its as-of time. Failures are not cached.
 */
export function withCache(market: MarketData): MarketData {
  const mood = cachedCall((now) => market.mood(now));
  const trending = cachedCall((now) => market.trending(now));
  const calendar = cachedCall((now, from: string, to: string) => market.calendar(from, to, now));
  const search = cachedCall((now, query: string) => market.search(query, now), MAX_SEARCHES);
  return {
    ...market,
    mood: (now) => mood(now),
    trending: (now) => trending(now),
    calendar: (from, to, now) => calendar(now, from, to),
    search: (query, now) => search(now, query.trim()),
  };
}

/** Caches the results of `load` by its arguments and keeps the latest `max` of them. */
function cachedCall<T, Args extends string[]>(load: (now: Date, ...args: Args) => Promise<Part<T>>, max = 1) {
  const cache = new TimedCache<Part<T>>({ max });
  return async (now: Date, ...args: Args): Promise<Part<T>> => {
    const key = args.join(" ");
    const cached = cache.find(key, now.getTime());
    if (cached) return cached;
    const part = await load(now, ...args);
    if (part.state === "live") cache.set(key, { ...part, state: "cached" }, now.getTime() + CACHE_TTL_MS);
    return part;
  };
}
