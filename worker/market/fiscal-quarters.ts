import { daysBetween, isoDay } from "#contract/time.ts";

/**
 * The usual number of days from a quarter's end to its report. It is used only when the fiscal year is
 * unknown.
 */
const USUAL_LAG_DAYS = 30;

/**
 * A report up to this many days before the nominal end of a quarter still belongs to that quarter. It must be
 * smaller than SAME_QUARTER_DAYS.
 */
const ROUNDING_DAYS = 14;

/**
 * Returns the fiscal quarter end of each report. `reportDays` must be ordered, oldest first. A report that
 * fits no quarter gets its own day as its quarter end.
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

/**
 * Returns whether a quarter was over on the day of a report, with a tolerance of ROUNDING_DAYS. No report
 * comes before its quarter is over.
 */
export function isOver(quarterEnd: string, reportDay: string): boolean {
  return daysBetween(reportDay, quarterEnd) <= ROUNDING_DAYS;
}

/**
 * Returns the month of the calendar quarter in which fiscal quarters end, from 0 to 2, given ends of fiscal
 * years. Returns null without any.
 */
export function fiscalMonthOf(yearEnds: readonly string[]): number | null {
  const last = yearEnds.toSorted().at(-1);
  return last === undefined ? null : monthOf(nearestMonthEnd(last)) % 3;
}

export function likelyFiscalMonth(reportDays: readonly string[]): number {
  const distance = (fiscalMonth: number) => {
    const lags = reportDays.map((day) => daysBetween(lastQuarterEnd(day, fiscalMonth), day));
    return Math.abs((lags.toSorted((a, b) => a - b)[Math.floor(lags.length / 2)] ?? 0) - USUAL_LAG_DAYS);
  };
  return [2, 0, 1].reduce((best, month) => (distance(month) < distance(best) ? month : best));
}

/** With fewer report days, the fiscal year cannot be guessed from them. */
const FEWEST_DAYS = 4;

/**
 * Returns the month of the calendar quarter in which fiscal quarters end, by declared ends of quarters or years, or
 * else by the days of reports. Returns null when both are too few to tell.
 */
export function knownFiscalMonth(ends: readonly string[], reportDays: readonly string[]): number | null {
  return fiscalMonthOf(ends) ?? (reportDays.length < FEWEST_DAYS ? null : likelyFiscalMonth(reportDays));
}

/**
 * Returns the end of the month before for a day up to the 14th, and otherwise the end of its own month.
 * Fiscal periods of whole weeks end up to two weeks into the next month.
 */
export function nearestMonthEnd(day: string): string {
  return monthEnd(day, Number(day.slice(8, 10)) <= 14 ? -1 : 0);
}

/** A fiscal quarter of whole weeks ends at most this many days from a month's end. */
const WEEKS_ROUNDING_DAYS = 6;

/** Returns whether a fiscal quarter of the company ends on this day, by whole months or whole weeks. */
export function isQuarterEndDay(day: string, fiscalMonth: number): boolean {
  const end = nearestMonthEnd(day);
  return monthOf(end) % 3 === fiscalMonth && Math.abs(daysBetween(end, day)) <= WEEKS_ROUNDING_DAYS;
}

/** Returns the end of the last fiscal quarter before a report, given the end of some fiscal year of the company. */
export function quarterEndBefore(reportDay: string, yearEnd: string): string {
  return lastQuarterEnd(reportDay, monthOf(nearestMonthEnd(yearEnd)) % 3);
}

/**
 * Returns the year in which the fiscal year of a quarter ends, given the end of some fiscal year of the company.
 */
export function fiscalYearOf(quarterEnd: string, yearEnd: string): number {
  const end = nearestMonthEnd(quarterEnd);
  return Number(end.slice(0, 4)) + Number(monthOf(end) > monthOf(nearestMonthEnd(yearEnd)));
}

export function monthsLater(end: string, months: number): string {
  return monthEnd(end, months);
}

function lastQuarterEnd(reportDay: string, fiscalMonth: number): string {
  const monthsBack = [1, 2, 3].find(
    (back) => (((monthOf(reportDay) - back - fiscalMonth) % 3) + 3) % 3 === 0,
  );
  return monthEnd(reportDay, -(monthsBack ?? 3));
}

function monthEnd(day: string, monthsAhead: number): string {
  return isoDay(Date.UTC(Number(day.slice(0, 4)), monthOf(day) + monthsAhead + 1, 0));
}

function monthOf(day: string): number {
  return Number(day.slice(5, 7)) - 1;
}
