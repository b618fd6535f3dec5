import { and, eq, gte, lte, max } from "drizzle-orm";
import type { ScheduledReport } from "#contract/market-data.ts";
import { addIsoDays, daysBetween, easternDay } from "#contract/time.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { endLease } from "#platform/lease.ts";
import { seasonRanges } from "#platform/schema/season.ts";
import { storeCompanies } from "./companies.ts";
import { followTickers } from "./identity/tickers.ts";
import { reportObservationOf } from "./report.ts";
import { storeFaults } from "./source-faults.ts";
import type { SeasonStore } from "./store.ts";
import { type StoreResult, storeReports } from "./store-reports.ts";

/** A range of ISO days, both inclusive, that is read with one request to the source. */
export type DayRange = { firstDay: string; lastDay: string };

/** The number of days in a past range. */
const RANGE_DAYS = 30;
/** All past ranges are counted from this day, so that every backfill reads the same ones. */
const FIRST_RANGE = "2000-01-01";
/**
 * The first and last day of the hourly calendar, relative to today. Figures may appear days after the report,
 * and a report date may change by weeks.
 */
export const CALENDAR_DAYS_BEHIND = 7;
const CALENDAR_DAYS_AHEAD = 30;

/**
 * Returns the past ranges, oldest first, from the one that contains the ISO day `from` to the one that contains
 * today.
 */
export function rangesSince(from: string, now: Date): DayRange[] {
  const ranges: DayRange[] = [];
  const skipped = Math.max(0, Math.floor(daysBetween(FIRST_RANGE, from) / RANGE_DAYS));
  for (let firstDay = addIsoDays(FIRST_RANGE, skipped * RANGE_DAYS); firstDay <= easternDay(now); ) {
    const lastDay = addIsoDays(firstDay, RANGE_DAYS - 1);
    ranges.push({ firstDay, lastDay });
    firstDay = addIsoDays(lastDay, 1);
  }
  return ranges;
}

/**
 * Returns the range of days around `today` that is read every hour. It never begins on the same day as a past
 * range, because the store identifies both by their first day.
 */
export function calendarRange(today: string): DayRange {
  const firstDay = addIsoDays(today, -CALENDAR_DAYS_BEHIND);
  const isTaken = daysBetween(FIRST_RANGE, firstDay) % RANGE_DAYS === 0;
  return {
    firstDay: isTaken ? addIsoDays(firstDay, -1) : firstDay,
    lastDay: addIsoDays(today, CALENDAR_DAYS_AHEAD),
  };
}

export type Sync = { store: SeasonStore; market: MarketData; marketNow: () => Date };

/** Returns the key of the lease on reading a past range. */
export const dayRangeLease = ({ ledgerId }: SeasonStore, { firstDay }: Pick<DayRange, "firstDay">) => ({
  kind: `past range ${ledgerId}`,
  subject: firstDay,
});

/**
 * Reads the source's calendar for a range, and stores its reports and companies. Safe to retry or overlap.
 * Throws MarketError when the source fails, and stores nothing in that case.
 */
export async function readRange({ store, market, marketNow }: Sync, range: DayRange): Promise<StoreResult> {
  const now = marketNow();
  const part = await market.reports(range.firstDay, range.lastDay, now);
  if (part.state === "missing") throw new MarketError(part.reason, part.detail);
  const rows = await followTickers(store, part.data, now);
  const stored = await storeReports(
    store,
    rows.map((row) => reportObservationOf(row, part.source)),
    { now, today: easternDay(now) },
  );
  await storeFaults(store, part.source, part.faults ?? [], now);
  const named = new Map(rows.filter(({ name }) => name !== null).map((row) => [row.symbol, row]));
  await storeCompanies(store, [...named.values()].map(companyOf), now);
  const read = { lastDay: range.lastDay, readAt: now, reports: part.data.length, refusedAt: null };
  await store.db
    .insert(seasonRanges)
    .values({ ledgerId: store.ledgerId, firstDay: range.firstDay, ...read })
    .onConflictDoUpdate({ target: [seasonRanges.ledgerId, seasonRanges.firstDay], set: read });
  await endLease(store.db, dayRangeLease(store, range));
  return stored;
}

/**
 * Reads and stores the reports of the days around today. Returns null when the source has no market-wide
 * calendar. Throws MarketError when the source fails.
 */
export async function readCurrent(sync: Sync): Promise<StoreResult | null> {
  const range = calendarRange(easternDay(sync.marketNow()));
  return readRange(sync, range).catch((error: unknown) => {
    if (error instanceof MarketError && error.reason === "unsupported") return null;
    throw error;
  });
}

/**
 * Returns how many milliseconds ago the calendar of the days around today was read, or null when that was not
 * in the last nine days.
 */
export async function calendarAge({ db, ledgerId }: SeasonStore, now: Date): Promise<number | null> {
  const [row] = await db
    .select({ at: max(seasonRanges.readAt) })
    .from(seasonRanges)
    .where(
      and(
        eq(seasonRanges.ledgerId, ledgerId),
        gte(seasonRanges.firstDay, addIsoDays(easternDay(now), -2 * CALENDAR_DAYS_BEHIND - 2)),
        lte(seasonRanges.readAt, now),
      ),
    );
  return row?.at?.getTime() ? now.getTime() - row.at.getTime() : null;
}

function companyOf({ symbol, name, sector, industry, country }: ScheduledReport) {
  const unknown = { exchange: null, currency: null, price: null, marketCap: null };
  return { symbol, name, sector, industry, country, ...unknown };
}
