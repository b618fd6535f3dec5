import { and, eq, sql } from "drizzle-orm";
import { seasonReports } from "#platform/schema/season.ts";
import type { Reader } from "../calendar/who-sees.ts";
import type { SeasonStore } from "../store.ts";
import type { CalendarEntry } from "./calendar-file.ts";
import { readWatchlist } from "./read-watchlist.ts";

/** With when each last changed. */
export async function readCalendarEntries(
  store: SeasonStore,
  reader: Reader<string>,
  now: Date,
): Promise<CalendarEntry[]> {
  const watched = await readWatchlist(store, reader, now);
  const found = watched.flatMap(({ symbol, name, report }) => (report ? [{ symbol, name, report }] : []));
  const keys = JSON.stringify(found.map(({ symbol, report }) => [symbol, report.fiscalQuarterEnd]));
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
  const changes = new Map(
    rows.map((row) => [`${row.symbol} ${row.fiscalQuarterEnd}`, row.changedAt.getTime()]),
  );
  return found.map((entry) => ({
    ...entry,
    changedAt: changes.get(`${entry.symbol} ${entry.report.fiscalQuarterEnd}`) ?? 0,
  }));
}
