import type { CalendarRow } from "#contract/calendar.ts";
import { easternInstant } from "#contract/time.ts";
import { marketClosesAt } from "#contract/trading-days.ts";
import { tileToneOf } from "#ui/domain/board/tile-look.ts";

const isAhead = ({ state }: CalendarRow) => state === "upcoming" || state === "locked";

/**
 * Returns the rows of the reader's companies: upcoming reports, the next one first, and then past ones, the
 * latest first.
 */
export function ownRows(items: readonly CalendarRow[], own: readonly string[]): CalendarRow[] {
  const ofReader = new Set(own);
  const rows = items.filter(({ symbol }) => ofReader.has(symbol));
  const byDay = (a: CalendarRow, b: CalendarRow) => (a.reportDate < b.reportDate ? -1 : 1);
  return [
    ...rows.filter(isAhead).toSorted(byDay),
    ...rows
      .filter((row) => !isAhead(row))
      .toSorted(byDay)
      .reverse(),
  ];
}

/** Returns the upcoming reports with the largest edges in either direction, largest first. */
export function largestEdges(items: readonly CalendarRow[], count: number): CalendarRow[] {
  return items
    .filter((row) => isAhead(row) && row.edge !== null && row.edgeVerdict !== "no_edge")
    .toSorted((a, b) => Math.abs(b.edge ?? 0) - Math.abs(a.edge ?? 0))
    .slice(0, count);
}

/** Counts the settled predictions among the rows. Toss-ups count as neither right nor wrong. */
export function weekScorecardOf(items: readonly CalendarRow[]) {
  const count = (tone: string) => items.filter((row) => tileToneOf(row) === tone).length;
  const settled = items.filter(({ isCorrect }) => isCorrect !== null);
  return {
    right: count("right"),
    wrong: count("wrong"),
    toss: count("toss"),
    settled: settled.length,
    beats: settled.filter(({ outcome }) => outcome === "beat").length,
  };
}

/** Returns the next report that is not locked and that the person has not forecast. */
export function nextReportToForecast(
  rows: readonly CalendarRow[],
  calls: readonly { symbol: string; fiscalQuarterEnd: string }[],
): CalendarRow | null {
  const called = new Set(calls.map(({ symbol, fiscalQuarterEnd }) => `${symbol} ${fiscalQuarterEnd}`));
  return (
    rows.find(
      ({ symbol, fiscalQuarterEnd, state }) =>
        state === "upcoming" && !called.has(`${symbol} ${fiscalQuarterEnd}`),
    ) ?? null
  );
}

/** The New York time at which the market opens. */
const OPENS_AT = "09:30:00";
const MINUTE_MS = 60_000;

/**
 * Formats the time until the report's session as "in 3 h 05 min". Returns null unless the report is expected
 * today and its session is known and still ahead.
 */
export function countdown(
  { reportDate, session, state }: CalendarRow,
  today: string,
  now: number,
): string | null {
  if (reportDate !== today || session === null || !isAhead({ state } as CalendarRow)) return null;
  const at = easternInstant(reportDate, session === "pre" ? OPENS_AT : marketClosesAt(reportDate)).getTime();
  const minutes = Math.ceil((at - now) / MINUTE_MS);
  if (minutes <= 0) return null;
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `in ${hours} h ${String(minutes % 60).padStart(2, "0")} min` : `in ${minutes} min`;
}
