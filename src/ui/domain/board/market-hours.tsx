import type { CalendarRow } from "#contract/calendar.ts";
import { dayOfWeek } from "#contract/format.ts";
import {
  marketClosure,
  marketHoursNote,
  marketHoursNotes,
  nextTradingDayAfter,
} from "#contract/trading-days.ts";

type Reports = readonly Pick<CalendarRow, "reportDate">[];

/** Returns the first day after `day` with a report among the rows, or null when there is none. */
function nextReportDay(rows: Reports, day: string): string | null {
  return rows.reduce<string | null>(
    (next, { reportDate }) => (reportDate > day && (next === null || reportDate < next) ? reportDate : next),
    null,
  );
}

/**
 * Says what comes after a day without a market, as "Next reports Monday, November 30.", or, when the rows end before
 * the next report, "Next session Monday, November 30."
 */
export function afterClosureText(rows: Reports, closed: string): string {
  const reports = nextReportDay(rows, closed);
  return reports
    ? `Next reports ${dayOfWeek(reports)}.`
    : `Next session ${dayOfWeek(nextTradingDayAfter(closed))}.`;
}

type MarketHoursProps = {
  rows: Reports;
  today: string;
  /** The days whose hours are listed. Leave it out where each day says its own, as on the board. */
  span?: { from: string; to: string } | undefined;
};

/**
 * Says on a day without a market when the next reports are due, and on which days of a span the exchange is
 * closed or closes early. Draws nothing on a regular day of a regular week.
 */
export function MarketHours({ rows, today, span }: MarketHoursProps) {
  const ofToday = marketClosure(today) === null ? null : marketHoursNote(today);
  const notes = span ? marketHoursNotes(span.from, span.to) : [];
  if (!ofToday && notes.length === 0) return null;
  return (
    <div className="flex flex-col gap-0.5 text-sm text-muted">
      {ofToday && (
        <p className="font-medium text-ink">
          {ofToday} {afterClosureText(rows, today)}
        </p>
      )}
      {notes.length > 0 && <p>{notes.join(" ")}</p>}
    </div>
  );
}
