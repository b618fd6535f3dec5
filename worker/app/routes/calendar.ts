import { z } from "zod";
import { asOfQuerySchema } from "#contract/as-of.ts";
import {
  baseRateSchema,
  type CalendarQuery,
  calendarQuerySchema,
  seasonAroundSchema,
  seasonCalendarSchema,
  seasonMapQuerySchema,
  seasonMapSchema,
} from "#contract/calendar.ts";
import { compareQuerySchema, comparisonSchema } from "#contract/compare.ts";
import { symbolSchema, withDottedShareClass } from "#contract/symbol.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { baseRateAt, calendarAsOf, seasonAsOf } from "#record/answers-as-of.ts";
import { compareCompanies } from "#research/compare/compare.ts";
import { calendarOf, weeksOf } from "#season/calendar/calendar.ts";
import { readCalendar, withTraderPrices } from "#season/calendar/read-calendar.ts";
import { seasonAround } from "#season/calendar/season-around.ts";
import { resolveTickers } from "#season/identity/tickers.ts";
import { seasonMap, seasonSoFar } from "#season/season-so-far.ts";
import { watchedSymbols } from "#season/watchlist/watchlist.ts";
import { readerOfRequest } from "../http/access.ts";
import { type Operation, operation } from "../http/operation.ts";
import { backfillProgressOf } from "../jobs/health.ts";

const WEEK_DAYS = 7;

const VISITOR_SECONDS = 60;

/** The season map is cached for longer, because it counts thousands of rows. */
const SEASON_MAP_SECONDS = 900;

/**
 * The probabilities of open predictions depend on the reader's plan, so only visitors share a cached response
 * of the calendar.
 */
export const calendarOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/calendar",
    access: "public",
    usesMarket: true,
    summary: "List the reports between two days with their predictions and results",
    rate: "search",
    query: calendarQuerySchema,
    response: seasonCalendarSchema,
    reuse: { sharedSeconds: VISITOR_SECONDS, notInEtag: ["asOf"] },
    errors: ["as_of_future", "before_record"],
    handle: async ({ c, market, record, past, settings, marketNow, areTraderPricesShown, query }) => {
      const { asOf } = query;
      if (asOf) return calendarAsOf(await past(), (await readerOfRequest(c)).opens, { ...query, asOf });
      const now = marketNow();
      const today = easternDay(now);
      const { from, to } = daysOf(query, today);
      const [rows, season, { opens, own }, progress] = await Promise.all([
        readCalendar(record, weeksOf(from, to)),
        seasonSoFar(record, now),
        readerOfRequest(c).then(async ({ userId, opens }) => ({
          opens,
          own: userId ? await watchedSymbols(record.db, { userId, ledgerId: record.ledgerId }) : [],
        })),
        backfillProgressOf({ market, record, settings, marketNow }),
      ]);
      const calendar = calendarOf(rows, { from, to, today, opens });
      const items = areTraderPricesShown
        ? await withTraderPrices(record, calendar.items, now)
        : calendar.items;
      const waitsFor = progress.isPastRead
        ? null
        : { read: progress.read + progress.refused, ranges: progress.ranges };
      const { dataMode } = record;
      const head = { dataMode, asOf: now.toISOString(), today, from, to, waitsFor, opens, own };
      return { ...head, ...calendar, items, seasonSoFar: season };
    },
  }),
  operation({
    method: "GET",
    path: "/api/season-map",
    access: "public",
    usesMarket: true,
    summary: "Count the reports and beats of a quarter by sector and week",
    rate: "search",
    query: seasonMapQuerySchema,
    response: seasonMapSchema,
    reuse: { sharedSeconds: SEASON_MAP_SECONDS, isForEverybody: true, notInEtag: [] },
    handle: async ({ record, marketNow, query: { quarter } }) => ({
      dataMode: record.dataMode,
      ...(await seasonMap(record, easternDay(marketNow()), quarter)),
    }),
  }),
  operation({
    method: "GET",
    path: "/api/season/:symbol",
    access: "user",
    usesMarket: true,
    summary: "Read the season so far around a company",
    rate: "search",
    params: z.object({ symbol: symbolSchema }),
    query: asOfQuerySchema,
    response: seasonAroundSchema,
    errors: ["as_of_future", "before_record"],
    handle: async ({ c, record, past, marketNow, params, query: { asOf } }) => {
      const symbol = withDottedShareClass(params.symbol);
      if (asOf) return seasonAsOf(await past(), (await readerOfRequest(c)).opens, { asOf, symbol });
      return { dataMode: record.dataMode, ...(await seasonAround(record, symbol, marketNow())) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/base-rate/:symbol",
    access: "user",
    usesMarket: true,
    summary: "Read how often companies comparable to one beat the consensus",
    rate: "search",
    params: z.object({ symbol: symbolSchema }),
    query: asOfQuerySchema,
    response: baseRateSchema,
    errors: ["not_found", "as_of_future", "before_record"],
    handle: async ({ past, params: { symbol }, query: { asOf } }) =>
      baseRateAt(await past(), { symbol: withDottedShareClass(symbol), asOf }),
  }),
];

function daysOf({ from, to }: CalendarQuery, today: string): { from: string; to: string } {
  return from && to ? { from, to } : weeksOf(today, addIsoDays(today, WEEK_DAYS));
}

/** Comparisons depend on the reader's plan, so no response is cached. */
export const compareOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/compare",
    access: "public",
    usesMarket: true,
    summary: "Compare the coming reports of up to four companies",
    rate: "search",
    query: compareQuerySchema,
    response: comparisonSchema,
    handle: async ({ c, record, marketNow, query: { s: requested } }) => {
      const reader = await readerOfRequest(c);
      const resolved = await resolveTickers(record, requested);
      const symbols = [...new Set(requested.map((symbol) => resolved.get(symbol)?.symbol ?? symbol))];
      const now = marketNow();
      const compared = await compareCompanies(record, reader, { symbols, now });
      return {
        dataMode: record.dataMode,
        asOf: now.toISOString(),
        today: easternDay(now),
        opens: reader.opens,
        ...compared,
      };
    },
  }),
];
