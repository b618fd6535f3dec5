import {
  calendarResponseSchema,
  marketOverviewResponseSchema,
  symbolSearchQuerySchema,
  symbolSearchResponseSchema,
  trendingResponseSchema,
} from "#contract/market.ts";
import type { Part } from "#contract/market-data.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { searchCompanies } from "#market/company-search.ts";
import { MarketError } from "#market/port.ts";
import { fearGreed } from "#model/social/fear-greed.ts";
import { AppError } from "#platform/errors.ts";
import { upcomingReportsByDay } from "#season/calendar/next-reports.ts";
import { withEarlierOwners } from "#season/identity/search-tickers.ts";
import { seasonSoFar } from "#season/season-so-far.ts";
import { isWithinRateLimit } from "../http/access.ts";
import { type Operation, operation } from "../http/operation.ts";

const CALENDAR_DAYS = 14;
const SEARCH_FAILED = "Company names cannot be looked up right now. Please enter the ticker.";

export const marketOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/symbols",
    access: "user",
    usesMarket: true,
    summary: "Find companies by ticker or name",
    rate: "search",
    query: symbolSearchQuerySchema,
    response: symbolSearchResponseSchema,
    errors: ["upstream_unavailable"],
    handle: async ({ market, record, marketNow, enforceRateLimit, who, query: { q } }) => {
      if (!q) return { matches: [], resolved: null, nearest: [] };
      const isNearestAllowed = () => isWithinRateLimit({ enforceRateLimit }, "nearestNames", who.userId);
      const searched = searchCompanies(market, q, marketNow(), isNearestAllowed);
      const searchResult = await searched.catch((error: unknown) => {
        if (!(error instanceof MarketError)) throw error;
        throw new AppError("upstream_unavailable", SEARCH_FAILED);
      });
      return withEarlierOwners(record, q, searchResult);
    },
  }),
  operation({
    method: "GET",
    path: "/api/market/trending",
    access: "user",
    usesMarket: true,
    summary: "List the companies that are looked at most",
    rate: "search",
    response: trendingResponseSchema,
    errors: ["upstream_unavailable"],
    handle: async ({ market, marketNow }) => {
      const now = marketNow();
      return { dataMode: market.dataMode, ...listed(await market.trending(now), now) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/market/calendar",
    access: "user",
    usesMarket: true,
    summary: "List the reports of the coming days",
    rate: "search",
    response: calendarResponseSchema,
    errors: ["upstream_unavailable"],
    handle: async ({ market, marketNow, record }) => {
      const now = marketNow();
      const { dataMode } = market;
      const stored = await upcomingReportsByDay(record, now, CALENDAR_DAYS);
      if (stored) return { dataMode, ...stored };
      const day = (ahead: number) => isoDay(now.getTime() + ahead * DAY_MS);
      return { dataMode, ...listed(await market.calendar(day(0), day(CALENDAR_DAYS), now), now) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/market/overview",
    access: "user",
    usesMarket: true,
    summary: "Read the market's mood and the earnings season so far",
    rate: "search",
    response: marketOverviewResponseSchema,
    handle: async ({ market, marketNow, record }) => {
      const now = marketNow();
      const [part, season] = await Promise.all([market.mood(now), seasonSoFar(record, now)]);
      const isMissing = part.state === "missing";
      return {
        dataMode: market.dataMode,
        source: part.source,
        asOf: isMissing ? now.toISOString() : part.asOf,
        mood: isMissing ? null : fearGreed(part.data),
        moodMissing: isMissing ? part.detail : null,
        season,
      };
    },
  }),
];

/**
 * Returns a list with its source. `items` is null when the source has no such list. Throws
 * `upstream_unavailable` when the source failed.
 */
function listed<T>(part: Part<T[]>, now: Date): { source: string; asOf: string; items: T[] | null } {
  if (part.state !== "missing") return { source: part.source, asOf: part.asOf, items: part.data };
  const asOf = now.toISOString();
  if (part.reason === "unsupported" || part.reason === "not_in_plan")
    return { source: part.source, asOf, items: null };
  if (part.reason === "empty") return { source: part.source, asOf, items: [] };
  throw new AppError(
    "upstream_unavailable",
    `${part.source} could not be read just now. Please try again in a moment.`,
  );
}
