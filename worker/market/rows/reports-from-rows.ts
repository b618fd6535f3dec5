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
import {
  doubtBeside,
  isEstimateInOtherUnit,
  isOnOtherBasis,
  isZeroForNoEstimate,
  isZeroForNone,
} from "./unlikely-figures.ts";

type KnownOfCompany = {
  /** The ISO day of the market clock in New York. */
  today: string;
  /** Ends of the company's fiscal years, if a source declares them. */
  yearEnds?: readonly string[];
  /** Ends of some of the company's fiscal quarters, if a source declares them. */
  quarterEnds?: readonly string[];
  /** Reports that are known already, oldest first. */
  earlier?: readonly KnownFigures[];
  /** Those of them that the same source has listed by their day alone. */
  listed?: readonly ListedReport[];
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
  const real = withoutZeros(withoutFarDays(rows, known, faults), known, faults).toSorted(inOrder);
  const fiscalMonth = fiscalMonthFor(real, known);
  const isQuarterEnd = (day: string) => fiscalMonth !== null && isQuarterEndDay(day, fiscalMonth);
  const groups: Row[][] = [];
  for (const row of real) {
    const same = groups.findLast((group) => isSameReport(group.find(isReported) ?? group[0] ?? row, row));
    if (same) same.push(row);
    else groups.push([row]);
  }
  const twins = twinsOnQuarterEnds(groups, known, isQuarterEnd);
  const reports = groups.flatMap((group): ReportOfRows<Row>[] => {
    if (!twins.some(({ dated }) => dated === group))
      return [
        {
          ...oneReport(group, { ...known, isQuarterEnd }, faults),
          replacedDay: twins.find(({ own }) => own === group)?.replacedDay ?? null,
        },
      ];
    faults.push(...group.map((row) => faultOf(row, "dated_on_quarter_end")));
    return [];
  });
  const alike = known.splits === undefined ? reports : inSameShares(reports, known.splits);
  return { reports: alike.map((report) => doubted(report, alike, known, faults)), faults };
}

/** Sources list the reports of a year ahead. A later day, such as one of the year 2062, stands for none. */
const FURTHEST_DAYS = 400;

function withoutFarDays<Row extends SourceRow>(
  rows: readonly Row[],
  { today }: KnownOfCompany,
  faults: RowFault[],
): Row[] {
  const isFar = (row: Row) => daysBetween(today, dayOfRow(row)) > FURTHEST_DAYS;
  faults.push(...rows.filter(isFar).map((row) => faultOf(row, "impossible_day")));
  return rows.filter((row) => !isFar(row));
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

/**
 * Returns the report with a doubt when its result and estimate are on different bases, or without the coming estimate
 * when that is in another unit, and notes each. A filing that states the result removes the doubt.
 */
function doubted<Row extends SourceRow>(
  report: ReportOfRows<Row>,
  reports: readonly ReportOfRows<Row>[],
  { earlier = [], filed = [] }: KnownOfCompany,
  faults: RowFault[],
): ReportOfRows<Row> {
  const day = dayOfRow(report);
  const before = reportsBefore(day, [...earlier, ...reports.map(knownFiguresOf)]);
  if (!isReported(report) && isEstimateInOtherUnit(report.consensusEps, before)) {
    faults.push(faultOf(report, "other_basis"));
    return { ...report, consensusEps: null };
  }
  const seeming = report.doubt ?? (isOnOtherBasis(report, before) ? "other_basis" : null);
  const doubt = doubtBeside(seeming, { ...report, day }, filed);
  if (doubt !== null) faults.push(faultOf(report, doubt));
  return { ...report, doubt };
}

const isReported = ({ reportedEps }: SourceRow) => reportedEps !== null;

/** Orders rows by day. Rows of one day are ordered by their content, so that their given order does not matter. */
function inOrder(first: SourceRow, second: SourceRow): number {
  const key = (row: SourceRow) => `${dayOfRow(row)} ${row.reportedEps === null} ${JSON.stringify(row)}`;
  return key(first) < key(second) ? -1 : 1;
}

function fiscalMonthFor(
  rows: readonly SourceRow[],
  { yearEnds = [], quarterEnds = [], earlier = [] }: KnownOfCompany,
) {
  return knownFiscalMonth(
    [...yearEnds, ...quarterEnds, ...rows.flatMap(({ fiscalQuarterEnd }) => fiscalQuarterEnd ?? [])],
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

type ListedReport = Pick<SourceRow, "consensusEps" | "reportedEps"> & { reportDate: string };

/** A report that stands under the end of its quarter (`dated`) and again under its own day. Null is a listed report. */
type Twins<Row> = { dated: Row[] | null; own: Row[]; replacedDay: string | null };

/**
 * Returns the reports that stand under the end of their quarter and again, with equal figures, under their day, among
 * the rows or in an earlier answer of the source.
 */
function twinsOnQuarterEnds<Row extends SourceRow>(
  groups: Row[][],
  { listed = [] }: KnownOfCompany,
  isQuarterEnd: (day: string) => boolean,
): Twins<Row>[] {
  const ofRows = groups.flatMap((group) => {
    const [row] = group;
    return row?.reportDate == null ? [] : [{ ...row, reportDate: row.reportDate, group }];
  });
  const ofOthers = listed
    .filter(({ reportDate }) => !ofRows.some((row) => row.reportDate === reportDate))
    .map((report) => ({ ...report, group: null }));
  const all = [...ofRows, ...ofOthers].sort((a, b) => (a.reportDate < b.reportDate ? -1 : 1));
  return all.flatMap((dated, i): Twins<Row>[] => {
    const [previous, own] = [all[i - 1], all[i + 1]];
    if (!own || !isQuarterEnd(dated.reportDate)) return [];
    if (!areTwins(dated, own, previous?.reportDate ?? null)) return [];
    return [{ dated: dated.group, own: own.group ?? [], replacedDay: dated.group ? null : dated.reportDate }];
  });
}

/**
 * Returns whether a row that is dated on a quarter's end is the same report as a later row. It is kept when it is
 * needed as the report of the quarter before: small companies report their fourth quarter on March 31, and two
 * successive quarters may have equal figures. `previousDay` is the day of the report before it, if known.
 */
function areTwins(dated: ListedReport, own: ListedReport, previousDay: string | null): boolean {
  if (dated.reportedEps === null) return false;
  if (dated.reportedEps !== own.reportedEps || dated.consensusEps !== own.consensusEps) return false;
  if (daysBetween(dated.reportDate, own.reportDate) > LONGEST_LAG_DAYS) return false;
  return previousDay === null || daysBetween(previousDay, own.reportDate) <= LONGEST_STEP_DAYS;
}
