import { and, eq, gte, lte, max } from "drizzle-orm";
import type { ScheduledReport } from "#contract/market-data.ts";
import { daysBetween, easternDay } from "#contract/time.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { dayAfter } from "#model/earnings.ts";
import { endLease } from "#platform/lease.ts";
import { seasonRanges } from "#platform/schema/season.ts";
import { storeCompanies } from "./companies.ts";
import { followTickers } from "./identity/tickers.ts";
import type { Sighting } from "./report.ts";
import { type SeasonStore, type Stored, storeReports } from "./store.ts";

/** ISO days, both inclusive. */
export type Range = { firstDay: string; lastDay: string };

/** One call to the source reads this many days. */
const RANGE_DAYS = 30;
/** Ranges are counted from this day, so every backfill has the same ones. */
const FIRST_RANGE = "2000-01-01";
/** Figures come days after the report, and a report's day may move by weeks. */
export const CALENDAR_DAYS_BEHIND = 7;
const CALENDAR_DAYS_AHEAD = 30;

/** Returns the ranges from the one around an ISO day on, oldest first. */
export function rangesSince(from: string, now: Date): Range[] {
  const ranges: Range[] = [];
  const skipped = Math.max(0, Math.floor(daysBetween(FIRST_RANGE, from) / RANGE_DAYS));
  for (let firstDay = dayAfter(FIRST_RANGE, skipped * RANGE_DAYS); firstDay <= easternDay(now); ) {
    const lastDay = dayAfter(firstDay, RANGE_DAYS - 1);
    ranges.push({ firstDay, lastDay });
    firstDay = dayAfter(lastDay, 1);
  }
  return ranges;
}

/** The range never begins with a past range, because the store identifies both by their first day. */
export function calendarRange(today: string): Range {
  const firstDay = dayAfter(today, -CALENDAR_DAYS_BEHIND);
  const isTaken = daysBetween(FIRST_RANGE, firstDay) % RANGE_DAYS === 0;
  return {
    firstDay: isTaken ? dayAfter(firstDay, -1) : firstDay,
    lastDay: dayAfter(today, CALENDAR_DAYS_AHEAD),
  };
}

export type Sync = { store: SeasonStore; market: MarketData; marketNow: () => Date };

/** Names the lease on reading a past range. */
export const rangeWork = ({ ledgerId }: SeasonStore, { firstDay }: Pick<Range, "firstDay">) => ({
  kind: `past range ${ledgerId}`,
  subject: firstDay,
});

/** Safe to repeat or overlap. Throws MarketError and then stores nothing. */
export async function readRange({ store, market, marketNow }: Sync, range: Range): Promise<Stored> {
  const now = marketNow();
  const part = await market.reports(range.firstDay, range.lastDay, now);
  if (part.state === "missing") throw new MarketError(part.reason, part.detail);
  const rows = await followTickers(store, part.data, now);
  const stored = await storeReports(
    store,
    rows.map((row) => sightingOf(row, part.source)),
    { now, today: easternDay(now) },
  );
  const named = new Map(rows.filter(({ name }) => name !== null).map((row) => [row.symbol, row]));
  await storeCompanies(store, [...named.values()].map(companyOf), now);
  const read = { lastDay: range.lastDay, readAt: now, reports: part.data.length, refusedAt: null };
  await store.db
    .insert(seasonRanges)
    .values({ ledgerId: store.ledgerId, firstDay: range.firstDay, ...read })
    .onConflictDoUpdate({ target: [seasonRanges.ledgerId, seasonRanges.firstDay], set: read });
  await endLease(store.db, rangeWork(store, range));
  return stored;
}

/** Returns null when the source has no market-wide calendar. Throws MarketError. */
export async function readCurrent(sync: Sync): Promise<Stored | null> {
  const range = calendarRange(easternDay(sync.marketNow()));
  return readRange(sync, range).catch((error: unknown) => {
    if (error instanceof MarketError && error.reason === "unsupported") return null;
    throw error;
  });
}

/** Returns milliseconds, or null when the calendar was not read in these weeks. */
export async function calendarAge({ db, ledgerId }: SeasonStore, now: Date): Promise<number | null> {
  const [row] = await db
    .select({ at: max(seasonRanges.readAt) })
    .from(seasonRanges)
    .where(
      and(
        eq(seasonRanges.ledgerId, ledgerId),
        gte(seasonRanges.firstDay, dayAfter(easternDay(now), -2 * CALENDAR_DAYS_BEHIND - 2)),
        lte(seasonRanges.readAt, now),
      ),
    );
  return row?.at?.getTime() ? now.getTime() - row.at.getTime() : null;
}

export function sightingOf(row: ScheduledReport, source: string): Sighting {
  const { symbol, fiscalQuarterEnd, reportDate, session, isConfirmed } = row;
  const { consensusEps, analystCount, reportedEps, revenue } = row;
  return {
    symbol,
    fiscalQuarterEnd,
    reportDate,
    session,
    isConfirmed,
    consensusEps,
    analystCount,
    reportedEps,
    revenue,
    basis: null,
    source,
    isImported: false,
  };
}

function companyOf({ symbol, name, sector, industry, country }: ScheduledReport) {
  const unknown = { exchange: null, currency: null, price: null, marketCap: null };
  return { symbol, name, sector, industry, country, ...unknown };
}
