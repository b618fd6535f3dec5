import { Hono } from "hono";
import { calendarFeedOwnerOf } from "#accounts/calendar-feed.ts";
import { probabilityAccessFor } from "#contract/plans.ts";
import { networkOf } from "#platform/network.ts";
import { calendarFile } from "#season/watchlist/calendar-file.ts";
import { readCalendarEntries } from "#season/watchlist/read-watchlist.ts";
import type { AppEnv } from "../deps.ts";
import { withMarket } from "../wiring/market.ts";
import { etagOf, orNotModified } from "./edge-cache.ts";

/**
 * Serves a person's watchlist as an iCalendar file. The secret in the URL is the credential, because calendar
 * programs send no session.
 */
export const calendarFeedRoutes = new Hono<AppEnv>();

calendarFeedRoutes.get("/calendar/feed/:file", async (c, next) => {
  const { deps } = c.var;
  const secret = /^([\w-]{43})\.ics$/.exec(c.req.param("file"))?.[1];
  const userId = secret === undefined ? null : await calendarFeedOwnerOf(deps.db, secret);
  if (userId === null) {
    await deps.enforceRateLimit("wrongFeedAddress", networkOf(c.req.raw));
    return next();
  }
  await deps.enforceRateLimit("calendarFeed", userId);
  const { entitlement } = await deps.user(userId);
  const { record, marketNow } = await withMarket(deps);
  const reader = { userId, opens: probabilityAccessFor(entitlement.tier) };
  const entries = await readCalendarEntries(record, reader, marketNow());
  const about = { ledgerId: record.ledgerId, origin: deps.origin, isSample: record.dataMode === "sample" };
  const body = await calendarFile(entries, about);
  const headers = {
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": 'inline; filename="beatcast.ics"',
    "cache-control": "private, no-cache",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    etag: await etagOf(body),
  };
  return orNotModified(c, new Response(body, { headers }));
});
