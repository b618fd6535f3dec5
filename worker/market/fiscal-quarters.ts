import { daysBetween, isoDay } from "#contract/time.ts";

/** Used only when the fiscal year is unknown. */
const USUAL_LAG_DAYS = 30;

/** Smaller than SAME_QUARTER_DAYS: a report this long before the nominal end still closes the quarter. */
const ROUNDING_DAYS = 14;

/** `reportDays` are oldest first. A report that fits no quarter is named by its own day. */
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

/** No report comes before its quarter is over. */
export function isOver(quarterEnd: string, reportDay: string): boolean {
  return daysBetween(reportDay, quarterEnd) <= ROUNDING_DAYS;
}

/** Returns 0 to 2 from the ends of fiscal years, or null without any. */
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

/** Fiscal periods of whole weeks end up to two weeks into the next month. */
export function nearestMonthEnd(day: string): string {
  return monthEnd(day, Number(day.slice(8, 10)) <= 14 ? -1 : 0);
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
