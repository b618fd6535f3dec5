import { z } from "zod";
import { calendarFeedOf, createCalendarFeed, removeCalendarFeed } from "#accounts/calendar-feed.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { alertListSchema, alertSettingsSchema, alertsReadSchema } from "#contract/alerts.ts";
import { calendarFeedAddressSchema, calendarFeedSchema } from "#contract/calendar.ts";
import { planTerms, probabilityAccessFor } from "#contract/plans.ts";
import { recentPasswordRequestSchema, successResponseSchema } from "#contract/security.ts";
import { symbolSchema, withDottedShareClass } from "#contract/symbol.ts";
import { easternDay } from "#contract/time.ts";
import {
  importResponseSchema,
  importRules,
  MAX_SUGGESTED,
  watchedResponseSchema,
  watchlistSchema,
  watchRequestSchema,
  watchResponseSchema,
} from "#contract/watchlist.ts";
import { listAlerts, markAlertsRead } from "#notifications/alert-list.ts";
import { readQuietHours, saveQuietHours } from "#notifications/stored-quiet-hours.ts";
import { AppError } from "#platform/errors.ts";
import { analyzedCompanies } from "#record/user-analyses.ts";
import { readerOf } from "#season/calendar/visibility.ts";
import { markWatchlistRowsSeen, readWatchlist } from "#season/watchlist/read-watchlist.ts";
import { importTickers, unwatchCompany, watchCompany } from "#season/watchlist/watchlist.ts";
import { type Operation, operation } from "../http/operation.ts";
import type { SignedIn } from "../users.ts";
import type { MarketRecord } from "../wiring/market.ts";

const params = z.object({ symbol: symbolSchema.transform(withDottedShareClass) });

const ownerOf = ({ userId }: SignedIn, { ledgerId }: MarketRecord) => ({ userId, ledgerId });

export const watchlistOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/watchlist",
    access: "user",
    usesMarket: true,
    summary: "List the watched companies with their next reports",
    rate: "search",
    response: watchlistSchema,
    handle: async ({ record, marketNow, who }) => {
      const [reader, now] = [readerOf(who), marketNow()];
      const [items, analyzed] = await Promise.all([
        readWatchlist(record, reader, now),
        analyzedCompanies(record, ownerOf(who, record)),
      ]);
      const watched = new Set(items.map(({ symbol }) => symbol));
      return {
        dataMode: record.dataMode,
        asOf: now.toISOString(),
        today: easternDay(now),
        opens: reader.opens,
        limit: planTerms[who.entitlement.tier].watched,
        items,
        suggestions: analyzed.filter(({ symbol }) => !watched.has(symbol)).slice(0, MAX_SUGGESTED),
      };
    },
  }),
  operation({
    method: "PUT",
    path: "/api/watchlist",
    access: "user",
    usesMarket: true,
    summary: "Mark the watched companies as looked at: the next look is compared with this one",
    userRate: "watchlist",
    response: successResponseSchema,
    handle: async ({ record, marketNow, now, who }) => {
      const items = await readWatchlist(record, readerOf(who), marketNow());
      await markWatchlistRowsSeen(record, who.userId, items, now());
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/watchlist/import",
    access: "user",
    usesMarket: true,
    summary: "Add the companies of a broker's CSV file or a list of tickers",
    userRate: "watchlistImport",
    upload: { maxBytes: importRules.maxBytes, types: ["text/csv", "text/plain"] },
    response: importResponseSchema,
    errors: ["invalid_request"],
    handle: async ({ record, now, who, bytes }) => {
      const { tier } = who.entitlement;
      const imported = await importTickers(record.db, ownerOf(who, record), bytes, { tier, now: now() });
      return { ...imported, limit: planTerms[tier].watched };
    },
  }),
  operation({
    method: "GET",
    path: "/api/watchlist/:symbol",
    access: "user",
    usesMarket: true,
    summary: "Read one watched company",
    rate: "search",
    params,
    response: watchedResponseSchema,
    errors: ["not_found"],
    handle: async ({ record, marketNow, who, params: { symbol } }) => {
      const [item] = await readWatchlist(record, readerOf(who), marketNow(), symbol);
      if (!item) throw new AppError("not_found", `${symbol} is not on your watchlist.`);
      return { item };
    },
  }),
  operation({
    method: "PUT",
    path: "/api/watchlist/:symbol",
    access: "user",
    usesMarket: true,
    summary: "Watch a company, and change the note on it where one is given",
    userRate: "watchlist",
    params,
    body: watchRequestSchema,
    response: watchResponseSchema,
    errors: ["unknown_symbol", "conflict"],
    handle: async ({ record, now, who, params: { symbol }, body: { note } }) => {
      const { tier } = who.entitlement;
      const isNew = await watchCompany(record.db, ownerOf(who, record), symbol, { note, tier, now: now() });
      return { symbol, isNew, limit: planTerms[tier].watched };
    },
  }),
  operation({
    method: "DELETE",
    path: "/api/watchlist/:symbol",
    access: "user",
    usesMarket: true,
    summary: "Watch a company no more",
    userRate: "watchlist",
    params,
    response: successResponseSchema,
    handle: async ({ record, who, params: { symbol } }) => {
      await unwatchCompany(record.db, ownerOf(who, record), symbol);
      return { success: true };
    },
  }),
];

export const calendarFeedOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/calendar-feed",
    access: "user",
    summary: "When the calendar feed's address was made",
    response: calendarFeedSchema,
    handle: ({ db, who }) => calendarFeedOf(db, who.userId),
  }),
  operation({
    method: "POST",
    path: "/api/calendar-feed",
    access: "user",
    summary: "Make the calendar feed's address, which the answer alone shows; an earlier one ends",
    userRate: "calendarFeed",
    body: recentPasswordRequestSchema,
    response: calendarFeedAddressSchema,
    status: 201,
    errors: ["confirmation_required", "wrong_password"],
    handle: ({ c, accounts, who, body: { password } }) =>
      createCalendarFeed(accounts, who, password, clientOf(c.req.raw)),
  }),
  operation({
    method: "DELETE",
    path: "/api/calendar-feed",
    access: "user",
    summary: "End the calendar feed's address",
    response: successResponseSchema,
    handle: async ({ c, accounts, who }) => {
      await removeCalendarFeed(accounts, who.userId, clientOf(c.req.raw));
      return { success: true };
    },
  }),
];

export const alertOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/alerts",
    access: "user",
    usesMarket: true,
    summary: "List the newest alerts, with the number of unread ones",
    response: alertListSchema,
    handle: ({ record, marketNow, who }) =>
      listAlerts(record, who.userId, probabilityAccessFor(who.entitlement.tier), marketNow()),
  }),
  operation({
    method: "PUT",
    path: "/api/alerts",
    access: "user",
    summary: "Mark the alerts until a moment as read",
    body: alertsReadSchema,
    response: successResponseSchema,
    handle: async ({ db, now, who, body: { until } }) => {
      await markAlertsRead({ db }, who.userId, new Date(until), now());
      return { success: true };
    },
  }),
  operation({
    method: "GET",
    path: "/api/alerts/settings",
    access: "user",
    summary: "Read the time zone and quiet hours of alerts",
    response: alertSettingsSchema,
    handle: ({ db, who }) => readQuietHours(db, who.userId),
  }),
  operation({
    method: "PUT",
    path: "/api/alerts/settings",
    access: "user",
    summary: "Store the time zone and quiet hours of alerts",
    body: alertSettingsSchema,
    response: successResponseSchema,
    handle: async ({ db, now, who, body }) => {
      await saveQuietHours(db, who.userId, body, now());
      return { success: true };
    },
  }),
];
