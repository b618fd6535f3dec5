import type { Part } from "#contract/market-data.ts";
import { TimedCache } from "#platform/cache.ts";
import type { MarketData } from "./port.ts";

const CACHE_TTL_MS = 5 * 60 * 1000;

/** One isolate's users typing a few letters each. */
const MAX_SEARCHES = 500;

/** A cached part says so and keeps its as-of time. Failures are not cached. */
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

/** By arguments; the latest `max`. */
function cachedCall<T, Args extends string[]>(load: (now: Date, ...args: Args) => Promise<Part<T>>, max = 1) {
  const cache = new TimedCache<Part<T>>({ max });
  return async (now: Date, ...args: Args): Promise<Part<T>> => {
    const key = args.join(" ");
    const known = cache.find(key, now.getTime());
    if (known) return known;
    const part = await load(now, ...args);
    if (part.state === "live") cache.set(key, { ...part, state: "cached" }, now.getTime() + CACHE_TTL_MS);
    return part;
  };
}
