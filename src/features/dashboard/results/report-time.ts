import type { EarningsData } from "#contract/analysis.ts";
import { daysBetween, easternDay, easternMinutes, easternTime } from "#contract/time.ts";
import { calendarDayShort, relativeDayLabel } from "#lib/dates.ts";

type ReportDate = Pick<
  EarningsData,
  "earningsDate" | "earningsDateEnd" | "isEarningsDateEstimate" | "isStale" | "earningsSession"
>;

/** Minutes after midnight in New York. */
const OPEN_MINUTE = 9 * 60 + 30;
const CLOSE_MINUTE = 16 * 60;

/**
 * Formats when the report is expected, in Eastern time, or returns null when that is not known. For a range,
 * only the days are shown, because a range's times of day have no meaning.
 */
export function reportTime(report: ReportDate): string | null {
  const { earningsDate: from, earningsDateEnd: to } = report;
  if (from === null) return null;
  if (to === null) return easternTime(from);
  const [first, last] = [easternDay(from), easternDay(to)];
  const between = daysBetween(first, last) === 1 ? "or" : "to";
  const days = `${calendarDayShort(first)} ${between} ${calendarDayShort(last)}`;
  return isOneDay(report) ? calendarDayShort(easternDay(from)) : days;
}

/**
 * Returns the part of the trading day in which the company reports, as the source states it or else from the
 * time of day. Returns null when neither is known.
 */
function reportSession({ earningsDate, earningsDateEnd, earningsSession }: ReportDate): string | null {
  if (earningsSession) return earningsSession === "pre" ? "before the open" : "after the close";
  if (earningsDate === null || earningsDateEnd !== null) return null;
  const minutes = easternMinutes(earningsDate);
  if (minutes < OPEN_MINUTE) return "before the open";
  return minutes >= CLOSE_MINUTE ? "after the close" : "during trading";
}

export function reportNote(report: ReportDate, now: Date): string | undefined {
  const { isStale, earningsDate, earningsDateEnd, isEarningsDateEstimate } = report;
  if (!earningsDate) return undefined;
  if (isStale) return "has passed; the next date is not known";
  const away = relativeDayLabel(easternDay(earningsDate), now);
  if (earningsDateEnd && !isOneDay(report)) return `Eastern time, ${away} at the earliest, estimated`;
  return isEarningsDateEstimate ? `${away}, estimated` : away;
}

function isOneDay({ earningsDate, earningsDateEnd }: ReportDate): boolean {
  if (earningsDate === null || earningsDateEnd === null) return earningsDate !== null;
  return easternDay(earningsDate) === easternDay(earningsDateEnd);
}

export function reportLine(earnings: ReportDate, now: Date): string {
  const time = reportTime(earnings);
  if (time === null) return "The report date is not known";
  if (earnings.isStale) return `The report of ${time} has passed; the next date is not known`;
  const session = reportSession(earnings);
  const note = reportNote(earnings, now);
  if (note === "today" && session) return `Reports today ${session}, ${time}`;
  return `Reports ${time}, ${session ?? "time of day not known"}; ${note}`;
}
