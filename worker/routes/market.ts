import { z } from "zod";
import type { CalendarResponse, TrendingResponse } from "#contract/market.ts";
import type { Part } from "#market/port.ts";
import { validate } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

const searchQuerySchema = z.object({ q: z.string().trim().max(40).default("") });
const CALENDAR_DAYS = 14;

export const marketOperations: readonly Operation[] = [
  {
    method: "GET",
    path: "/api/symbols",
    access: "user",
    rate: "search",
    handle: async (c) => {
      const { q } = validate(searchQuerySchema, c.req.query());
      if (!q) return c.json({ matches: [] });
      const { market, marketNow } = c.var.deps;
      const found = await (await market()).search(q, marketNow());
      return c.json({ matches: found.state === "missing" ? [] : found.data.slice(0, 10) });
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
      const day = (ahead: number) => new Date(now.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
      const found = await market.calendar(day(0), day(CALENDAR_DAYS), now);
      return c.json({ dataMode: market.dataMode, ...listed(found, now) } satisfies CalendarResponse);
    },
  },
];

/** A list with its source; `items` null where the source has none. */
function listed<T>(part: Part<T[]>, now: Date): { source: string; asOf: string; items: T[] | null } {
  if (part.state === "missing") return { source: part.source, asOf: now.toISOString(), items: null };
  return { source: part.source, asOf: part.asOf, items: part.data };
}
