import { and, asc, desc, eq, sql } from "drizzle-orm";
import { isUsSymbol } from "#contract/symbol.ts";
import { addIsoDays, easternDay, easternInstant } from "#contract/time.ts";
import { lastTradingDayBefore } from "#contract/trading-days.ts";
import type { MarketData } from "#market/port.ts";
import { median } from "#model/statistics.ts";
import { relativeTrendOf } from "#model/trend.ts";
import { logEvent } from "#platform/log.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import type { SeasonStore } from "./store.ts";

/** The New York time from which quotes are those of the finished session. */
const SESSION_OVER = "16:15:00";

type TrendDeps = { store: SeasonStore; market: Pick<MarketData, "averages">; now: Date };

/**
 * Computes and stores the price trends of all listed companies once per session, and returns how many companies
 * got one. A trend is measured against the median of all companies, as in the model's fit. A source that fails
 * is requested again in the next round.
 */
export async function refreshTrends({ store, market, now }: TrendDeps): Promise<number> {
  const session = sessionOf(now);
  const { symbols, isComplete } = await listedCompanies(store, session);
  if (isComplete) return 0;
  const answer = await market.averages(symbols, now);
  if (answer.state === "missing" && answer.reason !== "unsupported")
    logEvent("warn", "prices not available", { session, reason: answer.reason, detail: answer.detail });
  // After an empty answer the source is not requested again today; after a failure it is.
  if (answer.state === "missing" && answer.reason !== "empty") return 0;
  const quotes = answer.state === "missing" ? [] : answer.data;
  // When the source's plan includes only some companies, the remaining ones have no trend.
  const without = symbols.length - quotes.length;
  if (without > quotes.length)
    logEvent("warn", "prices of few companies", { session, known: quotes.length, without });
  const gaps = quotes.map(({ symbol, price, average50, average200 }) => ({
    symbol,
    short: Math.log(price / average50),
    long: average200 === null ? null : Math.log(price / average200),
  }));
  const middle = {
    short: median(gaps.map(({ short }) => short)),
    long: median(gaps.flatMap(({ long }) => long ?? [])),
  };
  const trends = new Map(
    gaps.map(({ symbol, short, long }) => {
      const less = { short: short - middle.short, long: long === null ? null : long - middle.long };
      return [symbol, relativeTrendOf(less)];
    }),
  );
  // Companies without a quote are written too, so that they are not requested again today. The list is
  // materialized, because otherwise SQLite reads the whole list for each company.
  const trendsJson = JSON.stringify(symbols.map((symbol) => [symbol, trends.get(symbol) ?? null]));
  await store.db.run(sql`
    WITH given AS MATERIALIZED (SELECT value ->> 0 AS symbol, value ->> 1 AS trend FROM json_each(${trendsJson}))
    UPDATE season_companies SET trend = given.trend, trend_day = ${session} FROM given
    WHERE season_companies.ledger_id = ${store.ledgerId} AND season_companies.symbol = given.symbol`);
  return trends.size;
}

/**
 * Returns a company's trend, from -1 to 1. Returns 0 when it is unknown or older than the last session before
 * `today`, so that no stale trend is used.
 */
export function freshTrend(
  { trend, trendDay }: { trend: number | null; trendDay: string | null },
  today: string,
): number {
  const isFresh = trendDay !== null && trendDay >= lastTradingDayBefore(today) && trendDay <= today;
  return isFresh ? (trend ?? 0) : 0;
}

/** Returns the ISO day in New York of the last finished session. */
function sessionOf(now: Date): string {
  const today = easternDay(now);
  const isOver = now >= easternInstant(today, SESSION_OVER);
  return lastTradingDayBefore(isOver ? addIsoDays(today, 1) : today);
}

/**
 * Returns the active companies with a U.S. ticker, largest first because a source may return only the first
 * ones. `isComplete` says that all of them have the session's trend.
 */
async function listedCompanies({ db, ledgerId }: SeasonStore, session: string) {
  const { symbol, trendDay, isActive } = seasonCompanies;
  const rows = await db
    .select({ symbol, trendDay })
    .from(seasonCompanies)
    .where(and(eq(seasonCompanies.ledgerId, ledgerId), eq(isActive, true)))
    .orderBy(desc(seasonCompanies.marketCap), asc(symbol));
  const listed = rows.filter((row) => isUsSymbol(row.symbol));
  return {
    symbols: listed.map((row) => row.symbol),
    isComplete: listed.every((row) => row.trendDay === session),
  };
}
