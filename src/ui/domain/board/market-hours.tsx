import type { CalendarRow } from "#contract/calendar.ts";
import { dayOfWeek } from "#contract/format.ts";
import { marketClosure, marketHoursNote, marketHoursNotes } from "#contract/trading-days.ts";

type Reports = readonly Pick<CalendarRow, "reportDate">[];

/** Returns the first day after `day` with a report among the rows, or null when there is none. */
export function nextReportDay(rows: Reports, day: string): string | null {
  return rows.reduce<string | null>(
    (next, { reportDate }) => (reportDate > day && (next === null || reportDate < next) ? reportDate : next),
    null,
  );
}

/** Formats as "Next reports Monday, November 30." */
export function nextReportsText(day: string): string {
  return `Next reports ${dayOfWeek(day)}.`;
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
  const next = nextReportDay(rows, today);
  const ofToday = marketClosure(today) === null ? null : marketHoursNote(today);
  const notes = span ? marketHoursNotes(span.from, span.to) : [];
  if (!ofToday && notes.length === 0) return null;
  return (
    <div className="flex flex-col gap-0.5 text-sm text-muted">
      {ofToday && (
        <p className="font-medium text-ink">
          {ofToday} {next && nextReportsText(next)}
        </p>
      )}
      {notes.length > 0 && <p>{notes.join(" ")}</p>}
    </div>
  );
}
