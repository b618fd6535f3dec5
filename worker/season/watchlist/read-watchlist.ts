import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { CalendarRow } from "#contract/calendar.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import type { WatchlistEntry } from "#contract/watchlist.ts";
import { isAmong } from "#platform/db/client.ts";
import { seasonReports } from "#platform/schema/season.ts";
import { watchlist } from "#platform/schema/watchlist.ts";
import { calendarRowsOf, nextReport, pastReportsOf } from "../calendar/next-reports.ts";
import type { Reader } from "../calendar/visibility.ts";
import { companiesOf } from "../companies.ts";
import { reportKeyOf } from "../report.ts";
import type { SeasonStore } from "../store.ts";
import type { CalendarFeedEvent } from "./calendar-file.ts";
import { isOwner } from "./watchlist.ts";

type StoredWatch = typeof watchlist.$inferSelect;

/** How far back reports are read, which covers the last four reports and the next one. */
const HISTORY_DAYS = 550;

/**
 * Returns the reader's watched companies (or only `symbol`) with their reports as the calendar shows them,
 * ordered by next report.
 */
export async function readWatchlist(
  store: SeasonStore,
  { userId, opens }: Reader<string>,
  now: Date,
  symbol?: string,
): Promise<WatchlistEntry[]> {
  const today = easternDay(now);
  const owner = { userId, ledgerId: store.ledgerId };
  const isAsked = symbol === undefined ? undefined : eq(watchlist.symbol, symbol);
  const watched = await store.db
    .select()
    .from(watchlist)
    .where(and(isOwner(owner), isAsked));
  const symbols = watched.map((row) => row.symbol);
  const [companies, reports] = await Promise.all([
    companiesOf(store, symbols),
    recentReports(store, symbols, addIsoDays(today, -HISTORY_DAYS)),
  ]);
  const next = [...reports.values()].flatMap((ofCompany) => nextReport(ofCompany, today) ?? []);
  const rows = await calendarRowsOf(store, next, { today, opens });
  const items = watched.map((row) => {
    const shown = rows.get(row.symbol) ?? null;
    const company = companies.get(row.symbol);
    return {
      symbol: row.symbol,
      name: company?.name ?? row.symbol,
      sector: company?.sector ?? null,
      note: row.note,
      addedAt: row.createdAt.toISOString(),
      report: shown && reportOf(shown),
      seen: shown && seenOf(row, shown),
      pastReports: pastReportsOf(reports.get(row.symbol) ?? [], today),
    };
  });
  return items.toSorted(byNextReport);
}

/**
 * Stores what the reader has now seen of each report. One statement updates all rows, so a company that was
 * removed from the list stays removed. `now` is real time, not the market's.
 */
export async function markWatchlistRowsSeen(
  { db, ledgerId }: SeasonStore,
  userId: string,
  items: readonly WatchlistEntry[],
  now: Date,
): Promise<void> {
  const seenValues = items.flatMap(({ symbol, report }) =>
    report ? [[symbol, report.fiscalQuarterEnd, report.reportDate, report.beatProbability]] : [],
  );
  if (seenValues.length === 0) return;
  // The list is materialized, because otherwise SQLite reads the whole list for each watched company.
  await db.run(sql`WITH given AS MATERIALIZED (SELECT value ->> 0 AS symbol, value ->> 1 AS quarter, value ->> 2 AS day,
      value ->> 3 AS probability FROM json_each(${JSON.stringify(seenValues)}))
    UPDATE watchlist SET seen_quarter = given.quarter, seen_day = given.day, seen_probability = given.probability,
      seen_at = ${now.getTime()} FROM given
    WHERE user_id = ${userId} AND ledger_id = ${ledgerId} AND watchlist.symbol = given.symbol`);
}

async function recentReports({ db, ledgerId }: SeasonStore, symbols: readonly string[], since: string) {
  const rows = await db
    .select({
      symbol: seasonReports.symbol,
      fiscalQuarterEnd: seasonReports.fiscalQuarterEnd,
      reportDate: seasonReports.reportDate,
      consensusEps: seasonReports.consensusEps,
      reportedEps: seasonReports.reportedEps,
    })
    .from(seasonReports)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        isAmong(seasonReports.symbol, symbols),
        gte(seasonReports.reportDate, since),
      ),
    )
    .orderBy(desc(seasonReports.reportDate));
  return Map.groupBy(rows, ({ symbol }) => symbol);
}

function seenOf(row: StoredWatch, { fiscalQuarterEnd }: CalendarRow): WatchlistEntry["seen"] {
  const { seenQuarter, seenDay, seenProbability, seenAt } = row;
  if (seenQuarter !== fiscalQuarterEnd || seenDay === null || seenAt === null) return null;
  return { at: seenAt.toISOString(), reportDate: seenDay, beatProbability: seenProbability };
}

function reportOf(row: CalendarRow): WatchlistEntry["report"] {
  const { symbol: _symbol, name: _name, sector: _sector, marketCap: _marketCap, ...report } = row;
  return report;
}

function byNextReport(a: WatchlistEntry, b: WatchlistEntry): number {
  const rank = ({ report }: WatchlistEntry) => (report === null ? 2 : isOut(report) ? 1 : 0);
  const day = ({ report }: WatchlistEntry) => report?.reportDate ?? "";
  const order = rank(a) - rank(b);
  if (order !== 0) return order;
  if (day(a) === day(b)) return a.symbol < b.symbol ? -1 : 1;
  return day(a) < day(b) === (rank(a) === 0) ? -1 : 1;
}

function isOut({ state }: NonNullable<WatchlistEntry["report"]>): boolean {
  return state === "reported" || state === "void" || state === "review";
}

/**
 * Returns the reports of the reader's watched companies for the calendar file, each with the time of its last
 * change.
 */
export async function readCalendarEntries(
  store: SeasonStore,
  reader: Reader<string>,
  now: Date,
): Promise<CalendarFeedEvent[]> {
  const watched = await readWatchlist(store, reader, now);
  const entries = watched.flatMap(({ symbol, name, report }) => (report ? [{ symbol, name, report }] : []));
  const keys = JSON.stringify(entries.map(({ symbol, report }) => [symbol, report.fiscalQuarterEnd]));
  const { symbol, fiscalQuarterEnd } = seasonReports;
  const rows = await store.db
    .select({ symbol, fiscalQuarterEnd, changedAt: seasonReports.changedAt })
    .from(seasonReports)
    .where(
      and(
        eq(seasonReports.ledgerId, store.ledgerId),
        sql`(${symbol}, ${fiscalQuarterEnd}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${keys}))`,
      ),
    );
  const changes = new Map(rows.map((row) => [reportKeyOf(row), row.changedAt.getTime()]));
  return entries.map((entry) => ({
    ...entry,
    changedAt: changes.get(reportKeyOf({ ...entry.report, symbol: entry.symbol })) ?? 0,
  }));
}
