import type { RowFault } from "#contract/figure-doubt.ts";
import { isSameQuarter, MAX_SAME_REPORT_GAP_DAYS, MOVED_REPORT_DAYS } from "#contract/fiscal-quarter.ts";
import { daysBetween } from "#contract/time.ts";
import { isQuarterEndDay, knownFiscalMonth } from "../fiscal-quarters.ts";
import { oneReport } from "./one-report.ts";
import {
  dayOfRow,
  type FiledResult,
  faultOf,
  type KnownFigures,
  knownFiguresOf,
  type ReportOfRows,
  reportsBefore,
  type SourceRow,
} from "./source-row.ts";
import { inSameShares, type Split } from "./split-sides.ts";
import { isOnOtherBasis, isZeroForNoEstimate, isZeroForNone } from "./unlikely-figures.ts";

type KnownOfCompany = {
  /** The ISO day of the market clock in New York. */
  today: string;
  /** Ends of the company's fiscal years, if a source declares them. */
  yearEnds?: readonly string[];
  /** Reports that are known already, oldest first. */
  earlier?: readonly KnownFigures[];
  /** The company's declared splits, or null when they could not be read. It is left out where they do not matter. */
  splits?: readonly Split[] | null;
  /** What the company filed with the SEC about its results, as far as that is known. */
  filed?: readonly FiledResult[];
};

/**
 * Returns one report for each report that a source's rows of one company are about, oldest first, and the rows
 * that were not taken as they came. A source may list a report twice, on a wrong day, with a figure that stands
 * for none, or with figures that do not belong together. Whatever the rows do not tell for certain is null or has
 * a doubt. The order of the rows does not matter.
 */
export function reportsFromRows<Row extends SourceRow>(
  rows: readonly Row[],
  known: KnownOfCompany,
): { reports: ReportOfRows<Row>[]; faults: RowFault[] } {
  const faults: RowFault[] = [];
  const real = withoutZeros(rows, known, faults).toSorted(inOrder);
  const fiscalMonth = fiscalMonthFor(real, known);
  const isQuarterEnd = (day: string) => fiscalMonth !== null && isQuarterEndDay(day, fiscalMonth);
  const groups: Row[][] = [];
  for (const row of real) {
    const same = groups.findLast((group) => isSameReport(group.find(isReported) ?? group[0] ?? row, row));
    if (same) same.push(row);
    else groups.push([row]);
  }
  const own = groups.filter((group, i) => {
    const twin = groups[i + 1];
    const isTwin = twin !== undefined && isTwinOnQuarterEnd(group, twin, groups[i - 1], isQuarterEnd);
    if (isTwin) faults.push(...group.map((row) => faultOf(row, "dated_on_quarter_end")));
    return !isTwin;
  });
  const reports = own.map((group) => oneReport(group, { ...known, isQuarterEnd }, faults));
  const alike = known.splits === undefined ? reports : inSameShares(reports, known.splits);
  return { reports: alike.map((report) => doubted(report, alike, known, faults)), faults };
}

/** Replaces figures of zero that stand for none with null. */
function withoutZeros<Row extends SourceRow>(
  rows: readonly Row[],
  { earlier = [], filed = [] }: KnownOfCompany,
  faults: RowFault[],
): Row[] {
  const known = [...earlier, ...rows.map(knownFiguresOf)];
  return rows.map((row) => {
    if (row.reportedEps !== 0 && row.consensusEps !== 0) return row;
    const day = dayOfRow(row);
    const others = known.filter(({ reportDate }) => reportDate !== day);
    const givesRevenue = others.some(({ reportedRevenue }) => reportedRevenue);
    const beside = { before: reportsBefore(day, others), givesRevenue, filed };
    const isNoResult = isZeroForNone({ ...row, day }, beside);
    const isNoEstimate = isZeroForNoEstimate(row, beside);
    if (isNoResult) faults.push(faultOf(row, "placeholder_result"));
    if (isNoEstimate) faults.push(faultOf(row, "placeholder_estimate"));
    const { consensusEps, reportedEps } = row;
    return {
      ...row,
      consensusEps: isNoEstimate ? null : consensusEps,
      reportedEps: isNoResult ? null : reportedEps,
    };
  });
}

/** Returns the report with a doubt when its result and estimate are on different bases, and notes each doubt. */
function doubted<Row extends SourceRow>(
  report: ReportOfRows<Row>,
  reports: readonly ReportOfRows<Row>[],
  { earlier = [] }: KnownOfCompany,
  faults: RowFault[],
): ReportOfRows<Row> {
  const before = reportsBefore(dayOfRow(report), [...earlier, ...reports.map(knownFiguresOf)]);
  const doubt = report.doubt ?? (isOnOtherBasis(report, before) ? "other_basis" : null);
  if (doubt !== null) faults.push(faultOf(report, doubt));
  return { ...report, doubt };
}

const isReported = ({ reportedEps }: SourceRow) => reportedEps !== null;

/** Orders rows by day. Rows of one day are ordered by their content, so that their given order does not matter. */
function inOrder(first: SourceRow, second: SourceRow): number {
  const key = (row: SourceRow) => `${dayOfRow(row)} ${row.reportedEps === null} ${JSON.stringify(row)}`;
  return key(first) < key(second) ? -1 : 1;
}

function fiscalMonthFor(rows: readonly SourceRow[], { yearEnds = [], earlier = [] }: KnownOfCompany) {
  return knownFiscalMonth(
    [...yearEnds, ...rows.flatMap(({ fiscalQuarterEnd }) => fiscalQuarterEnd ?? [])],
    [...rows.flatMap(({ reportDate }) => reportDate ?? []), ...earlier.map(({ reportDate }) => reportDate)],
  );
}

/** Returns whether two rows are about the same report. `earlier` is not after `later`. */
function isSameReport(earlier: SourceRow, later: SourceRow): boolean {
  if (earlier.fiscalQuarterEnd !== null && later.fiscalQuarterEnd !== null)
    return isSameQuarter(earlier.fiscalQuarterEnd, later.fiscalQuarterEnd);
  if (earlier.reportDate === null || later.reportDate === null) return false;
  const days = daysBetween(earlier.reportDate, later.reportDate);
  return days <= (earlier.reportedEps === null ? MOVED_REPORT_DAYS : MAX_SAME_REPORT_GAP_DAYS);
}

/** A quarter's report comes within this many days after the quarter's end. */
const LONGEST_LAG_DAYS = 75;
/** Two reports of successive quarters are at most this many days apart. */
const LONGEST_STEP_DAYS = 130;

/**
 * Returns true when a report stands under the end of its quarter and again, with equal figures, under its day.
 */
function isTwinOnQuarterEnd(
  group: readonly SourceRow[],
  next: readonly SourceRow[],
  previous: readonly SourceRow[] | undefined,
  isQuarterEnd: (day: string) => boolean,
): boolean {
  const [own] = group;
  const [later] = next;
  const day = own?.reportDate ?? null;
  if (!own || !later || day === null || !isQuarterEnd(day)) return false;
  return areTwins(own, later, previous?.[0]?.reportDate ?? null);
}

type TwinRow = Pick<SourceRow, "reportDate" | "consensusEps" | "reportedEps">;

/**
 * Returns whether a row that is dated on a quarter's end is the same report as a later row. It is kept when it is
 * needed as the report of the quarter before: small companies report their fourth quarter on March 31, and two
 * successive quarters may have equal figures. `previousDay` is the day of the report before it, if known.
 */
export function areTwins(own: TwinRow, later: TwinRow, previousDay: string | null): boolean {
  if (own.reportDate === null || later.reportDate === null || own.reportedEps === null) return false;
  if (own.reportedEps !== later.reportedEps || own.consensusEps !== later.consensusEps) return false;
  if (daysBetween(own.reportDate, later.reportDate) > LONGEST_LAG_DAYS) return false;
  return previousDay === null || daysBetween(previousDay, later.reportDate) <= LONGEST_STEP_DAYS;
}
