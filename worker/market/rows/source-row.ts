import {
  type FigureDoubt,
  isResultDoubtful,
  type RowFault,
  type RowFaultReason,
} from "#contract/figure-doubt.ts";
import { MAX_SAME_REPORT_GAP_DAYS } from "#contract/fiscal-quarter.ts";
import type { RevenueFigures } from "#contract/market-data.ts";
import { daysBetween } from "#contract/time.ts";

/** A row of a source's list of reports, with null for what the source does not say. Days are ISO days. */
export type SourceRow = {
  symbol: string;
  /** `reportDate` and `fiscalQuarterEnd` are never both null. */
  reportDate: string | null;
  fiscalQuarterEnd: string | null;
  consensusEps: number | null;
  reportedEps: number | null;
  revenue?: RevenueFigures | undefined;
  /** The fiscal year to which the source assigns the row. */
  fiscalYear?: number | null | undefined;
  /** The day on which the source last changed the row. */
  statedOn?: string | null | undefined;
  /** A doubt that was raised when the row was read from a longer list. */
  doubt?: FigureDoubt | null | undefined;
};

/**
 * A report as its rows say it. `latestDate` is the last of several expected days, or null with only one.
 * `replacedDay` is the end of the quarter under which the source has listed the report before, or null.
 */
export type ReportOfRows<Row> = Row & {
  doubt: FigureDoubt | null;
  latestDate: string | null;
  replacedDay: string | null;
};

/** The figures of a report that is already known. */
export type KnownFigures = {
  reportDate: string;
  consensusEps: number | null;
  reportedEps: number | null;
  reportedRevenue?: number | null;
  doubt: FigureDoubt | null;
};

export type FiledEps = { value: number; basis: "adjusted" | "gaap" | null };

/** A filing of results with the SEC: the ISO day in New York of its acceptance, and each EPS that it states. */
export type FiledResult = { day: string; eps: readonly FiledEps[] };

/** Returns the EPS that the company filed within the days around a report in which its filing may come. */
export function filedEpsNear(day: string, filed: readonly FiledResult[]): FiledEps[] {
  return filed
    .filter((filing) => Math.abs(daysBetween(day, filing.day)) <= MAX_SAME_REPORT_GAP_DAYS)
    .flatMap(({ eps }) => eps);
}

/** Returns whether two EPS are equal to the cent. */
export function areSameCents(first: number, second: number): boolean {
  return Math.round(100 * first) === Math.round(100 * second);
}

export function dayOfRow({ reportDate, fiscalQuarterEnd }: SourceRow): string {
  return reportDate ?? fiscalQuarterEnd ?? "";
}

/** Returns whether a day is a Sunday, on which no company reports. Some do on a Saturday. */
export function isSunday(day: string): boolean {
  return new Date(day).getUTCDay() === 0;
}

export function knownFiguresOf(row: SourceRow): KnownFigures {
  const { consensusEps, reportedEps, revenue, doubt = null } = row;
  const reportedRevenue = revenue?.reported ?? null;
  return { reportDate: dayOfRow(row), consensusEps, reportedEps, reportedRevenue, doubt };
}

/** How many earlier reports show what is usual for a company: two years of quarters. */
const REPORTS_BEFORE = 8;

/**
 * Returns the last reports before `day` whose result is known and without a doubt, newest first. A report that is
 * listed twice counts once.
 */
export function reportsBefore<Report extends KnownFigures>(
  day: string,
  reports: readonly Report[],
): Report[] {
  const before: Report[] = [];
  let next = day;
  for (const report of reports.toSorted((a, b) => (a.reportDate < b.reportDate ? 1 : -1))) {
    if (report.reportedEps === null || isResultDoubtful(report.doubt)) continue;
    if (daysBetween(report.reportDate, next) <= MAX_SAME_REPORT_GAP_DAYS) continue;
    next = report.reportDate;
    if (before.push(report) === REPORTS_BEFORE) break;
  }
  return before;
}

export function faultOf(row: SourceRow, reason: RowFaultReason): RowFault {
  return { reason, symbol: row.symbol, day: dayOfRow(row) };
}

/** Returns the different values among the rows, without null. */
export function distinct<Row>(rows: readonly Row[], figureOf: (row: Row) => number | null): number[] {
  return [...new Set(rows.map(figureOf))].filter((value) => value !== null);
}
