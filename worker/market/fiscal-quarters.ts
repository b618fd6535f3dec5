import { daysBetween, isoDay } from "#contract/time.ts";

/** Reports come about a month after their quarter's end; used only where the fiscal year is not known. */
const USUAL_LAG_DAYS = 30;

/** So long before the month end that names its quarter a report may come. Less than SAME_QUARTER_DAYS: the quarter is over by then. */
const ROUNDING_DAYS = 14;

/**
 * Month ends of the quarters reported on these days (oldest first): the last to end before each report, or the one after the
 * report before it. A report too many is named by its day.
 */
export function quarterEnds(reportDays: readonly string[], fiscalMonth: number): string[] {
  let last = "";
  return reportDays.map((day) => {
    const end = lastQuarterEnd(day, fiscalMonth);
    const free = end > last ? end : monthEnd(last, 3);
    if (!isOver(free, day)) return day;
    last = free;
    return free;
  });
}

/** Whether a quarter with this month end may be reported on a day: no report comes before its quarter is over. */
export function isOver(quarterEnd: string, reportDay: string): boolean {
  return daysBetween(reportDay, quarterEnd) <= ROUNDING_DAYS;
}

/** In which month (0 to 2) of the calendar's quarters the fiscal ones end, by the ends of fiscal years; null without any. */
export function fiscalMonthOf(yearEnds: readonly string[]): number | null {
  const last = yearEnds.toSorted().at(-1);
  return last === undefined ? null : monthOf(nearestMonthEnd(last)) % 3;
}

/** The same guessed from the days of the reports: the month that puts the usual report nearest to 30 days after its quarter. */
export function likelyFiscalMonth(reportDays: readonly string[]): number {
  const distance = (fiscalMonth: number) => {
    const lags = reportDays.map((day) => daysBetween(lastQuarterEnd(day, fiscalMonth), day));
    return Math.abs((lags.toSorted((a, b) => a - b)[Math.floor(lags.length / 2)] ?? 0) - USUAL_LAG_DAYS);
  };
  return [2, 0, 1].reduce((best, month) => (distance(month) < distance(best) ? month : best));
}

/** The month end nearest to a day: fiscal periods of whole weeks end up to two weeks into the next month. */
export function nearestMonthEnd(day: string): string {
  return monthEnd(day, Number(day.slice(8, 10)) <= 14 ? -1 : 0);
}

/** The month end that lies so many months from another. */
export function monthsLater(end: string, months: number): string {
  return monthEnd(end, months);
}

function lastQuarterEnd(reportDay: string, fiscalMonth: number): string {
  const monthsBack = [1, 2, 3].find(
    (back) => (((monthOf(reportDay) - back - fiscalMonth) % 3) + 3) % 3 === 0,
  );
  return monthEnd(reportDay, -(monthsBack ?? 3));
}

/** The last day of the month that lies so many months after the day's own. */
function monthEnd(day: string, monthsAhead: number): string {
  return isoDay(Date.UTC(Number(day.slice(0, 4)), monthOf(day) + monthsAhead + 1, 0));
}

function monthOf(day: string): number {
  return Number(day.slice(5, 7)) - 1;
}
