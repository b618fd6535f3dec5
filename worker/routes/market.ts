import { z } from "zod";
import { fearGreed } from "#analysis/social/fear-greed.ts";
import {
  type CalendarResponse,
  MAX_SEARCH_LENGTH,
  type MarketOverview,
  type SymbolSearchResponse,
  type TrendingResponse,
} from "#contract/market.ts";
import { searchCompanies } from "#market/company-search.ts";
import { MarketError, type Part } from "#market/port.ts";
import { seasonSoFar } from "#season/season-so-far.ts";
import { AppError } from "#worker/errors.ts";
import { validate } from "#worker/http/body.ts";
import { isAllowed } from "#worker/http/guards.ts";
import type { Operation } from "#worker/http/operation.ts";
import { DAY_MS, isoDay } from "#worker/time.ts";

const searchQuerySchema = z.object({ q: z.string().trim().max(MAX_SEARCH_LENGTH).default("") });
const CALENDAR_DAYS = 14;
const SEARCH_FAILED = "Companies cannot be looked up by name right now. Please enter the ticker.";

export const marketOperations: readonly Operation[] = [
  {
    method: "GET",
    path: "/api/symbols",
    access: "user",
    rate: "search",
    query: searchQuerySchema,
    handle: async (c, { userId }) => {
      const { q } = validate(searchQuerySchema, c.req.query());
      if (!q) return c.json({ matches: [], resolved: null, nearest: [] } satisfies SymbolSearchResponse);
      const { market, marketNow } = c.var.deps;
      const isNearestAllowed = () => isAllowed(c.var.deps, "nearestNames", userId);
      const searched = searchCompanies(await market(), q, marketNow(), isNearestAllowed);
      const found = await searched.catch((error: unknown) => {
        if (!(error instanceof MarketError)) throw error;
        throw new AppError("upstream_unavailable", SEARCH_FAILED);
      });
      return c.json(found satisfies SymbolSearchResponse);
    },
  },
  {
    method: "GET",
    path: "/api/market/trending",
    access: "user",
    rate: "search",
    handle: async (c) => {
      const market = await c.var.deps.market();
      const now = c.var.deps.marketNow();
      const found = await market.trending(now);
      return c.json({ dataMode: market.dataMode, ...listed(found, now) } satisfies TrendingResponse);
    },
  },
  {
    method: "GET",
    path: "/api/market/calendar",
    access: "user",
    rate: "search",
    handle: async (c) => {
      const market = await c.var.deps.market();
      const now = c.var.deps.marketNow();
      const day = (ahead: number) => isoDay(now.getTime() + ahead * DAY_MS);
      const found = await market.calendar(day(0), day(CALENDAR_DAYS), now);
      return c.json({ dataMode: market.dataMode, ...listed(found, now) } satisfies CalendarResponse);
    },
  },
  {
    method: "GET",
    path: "/api/market/overview",
    access: "user",
    rate: "search",
    handle: async (c) => {
      const { deps } = c.var;
      const market = await deps.market();
      const now = deps.marketNow();
      const { db, ledgerId } = deps.record(market.dataMode);
      const [part, season] = await Promise.all([market.mood(now), seasonSoFar({ db, ledgerId }, now)]);
      const isMissing = part.state === "missing";
      return c.json({
        dataMode: market.dataMode,
        source: part.source,
        asOf: isMissing ? now.toISOString() : part.asOf,
        mood: isMissing ? null : fearGreed(part.data),
        moodMissing: isMissing ? part.detail : null,
        season,
      } satisfies MarketOverview);
    },
  },
];

/** A list with its source; `items` null where the source has none. Throws `upstream_unavailable` when it failed. */
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
