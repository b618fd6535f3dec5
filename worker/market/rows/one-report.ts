import type { FigureDoubt, RowFault } from "#contract/figure-doubt.ts";
import { fiscalYearOf, isOver, quarterEndBefore } from "../fiscal-quarters.ts";
import {
  areSameCents,
  dayOfRow,
  distinct,
  type FiledResult,
  faultOf,
  filedEpsNear,
  isSunday,
  type ReportOfRows,
  type SourceRow,
} from "./source-row.ts";

type Judging = {
  today: string;
  yearEnds?: readonly string[];
  filed?: readonly FiledResult[];
  isQuarterEnd: (day: string) => boolean;
};

/** Two estimates that differ by less are one estimate with other rounding, in currency units. */
const ROUNDING = 0.005;
/**
 * Two statements of the coming estimate that differ by no more than this share, or these currency units, are an
 * older and a newer one. Analysts' means seldom change more in a week.
 */
const REVISION_SHARE = 0.1;
const REVISION_UNITS = 0.05;

/** Returns the one report that all rows of a group are about. The rows are ordered by day. */
export function oneReport<Row extends SourceRow>(
  group: readonly Row[],
  judging: Judging,
  faults: RowFault[],
): ReportOfRows<Row> {
  const ownDays = group.filter((row) => row.reportDate === null || !judging.isQuarterEnd(row.reportDate));
  const isTwin = ownDays.length > 0 && ownDays.length < group.length && sayTheSame(group);
  const rows = isTwin ? ownDays : group;
  if (isTwin)
    for (const row of group) if (!ownDays.includes(row)) faults.push(faultOf(row, "dated_on_quarter_end"));
  const reported = rows.filter(({ reportedEps }) => reportedEps !== null);
  return reported.length > 0
    ? pastReport(rows, reported, judging, faults)
    : comingReport(rows, judging, faults);
}

/** Returns whether all figures of the rows are equal, as far as the rows have them. */
function sayTheSame(rows: readonly SourceRow[]): boolean {
  return (["consensusEps", "reportedEps"] as const).every(
    (key) => distinct(rows, (row) => row[key]).length <= 1,
  );
}

/**
 * The result that a filing states counts, on the day of the filing, or else the first day that is no Sunday, with the
 * figures that its rows give. Rows of other days repeat the report, also where a restated one has another result.
 */
function pastReport<Row extends SourceRow>(
  rows: readonly Row[],
  reported: readonly Row[],
  judging: Judging,
  faults: RowFault[],
): ReportOfRows<Row> {
  const { filed = [] } = judging;
  const stated = reported.filter((row) => isStated(row, filed));
  const believed = distinct(stated, (row) => row.reportedEps).length === 1 ? stated : reported;
  const isOnFiledDay = (row: Row) => filed.some(({ day }) => day === dayOfRow(row));
  const first =
    believed.find(isOnFiledDay) ?? believed.find((row) => !isSunday(dayOfRow(row))) ?? (believed[0] as Row);
  const ofDay = believed.filter((row) => dayOfRow(row) === dayOfRow(first));
  const ofYear = rowsOfQuarter(ofDay, judging);
  const results = distinct(ofYear, (row) => row.reportedEps);
  const newest = results.length > 1 ? newestOf(ofYear) : null;
  const candidates = newest ? [newest] : ofYear;
  const [chosen] = candidates as [Row, ...Row[]];
  const alike = rows.filter((row) => row.reportedEps === chosen.reportedEps);
  const sources =
    candidates.some(({ consensusEps }) => consensusEps !== null) || ofYear.length < ofDay.length
      ? candidates
      : alike;
  const estimate = oneEstimate(sources);
  let doubt: FigureDoubt | null = estimate.areTwo ? "two_estimates" : (chosen.doubt ?? null);
  if (!newest && results.length > 1) doubt = "two_results";
  for (const row of rows)
    if (row !== chosen)
      faults.push(faultOf(row, row.reportedEps === null ? "superseded_day" : "listed_twice"));
  const revenue = alike.find((row) => row.revenue?.reported)?.revenue ?? chosen.revenue;
  return {
    ...chosen,
    ...(revenue === undefined ? {} : { revenue }),
    consensusEps: doubt === "two_results" ? null : estimate.value,
    doubt,
    latestDate: null,
    replacedDay: null,
  };
}

function isStated(row: SourceRow, filed: readonly FiledResult[]): boolean {
  return filedEpsNear(dayOfRow(row), filed).some(({ value }) => areSameCents(value, row.reportedEps ?? 0));
}

/**
 * The newest statement counts if the source dates its rows. Otherwise the earliest day that is still to come
 * counts, so that no prediction is made after the report, and the other days are shown as a range.
 */
function comingReport<Row extends SourceRow>(
  rows: readonly Row[],
  { today }: Judging,
  faults: RowFault[],
): ReportOfRows<Row> {
  const ahead = rows.filter((row) => dayOfRow(row) >= today);
  const candidates = ahead.length > 0 ? ahead : rows;
  const newest = newestOf(candidates);
  const chosen = newest ?? (candidates[0] as Row);
  const others = candidates.filter((row) => row !== chosen);
  for (const row of rows) if (row !== chosen) faults.push(faultOf(row, "superseded_day"));
  const last = newest ? null : (others.at(-1)?.reportDate ?? null);
  const estimates = newest ? [] : distinct(candidates, (row) => row.consensusEps);
  const [lowest, highest] = [Math.min(...estimates), Math.max(...estimates)];
  const limit = Math.max(REVISION_UNITS, REVISION_SHARE * Math.abs(chosen.consensusEps ?? 0));
  const areFar = estimates.length > 1 && highest - lowest > limit;
  if (areFar) faults.push(faultOf(chosen, "two_estimates"));
  return {
    ...chosen,
    consensusEps: areFar ? null : (chosen.consensusEps ?? estimates[0] ?? null),
    doubt: null,
    latestDate: last === chosen.reportDate ? null : last,
    replacedDay: null,
  };
}

/** Returns the row that the source changed last, or null when several were or a row does not say it. */
function newestOf<Row extends SourceRow>(rows: readonly Row[]): Row | null {
  const days = rows.map(({ statedOn }) => statedOn ?? "").sort();
  const last = days.at(-1);
  if (rows.length < 2 || !days[0] || last === days.at(-2)) return null;
  return rows.find(({ statedOn }) => statedOn === last) ?? null;
}

function oneEstimate(rows: readonly SourceRow[]): { value: number | null; areTwo: boolean } {
  const estimates = distinct(rows, (row) => row.consensusEps).sort((a, b) => a - b);
  const [lowest, highest] = [estimates[0], estimates.at(-1)];
  if (lowest === undefined || highest === undefined) return { value: null, areTwo: false };
  if (highest - lowest < ROUNDING) return { value: lowest, areTwo: false };
  return { value: null, areTwo: true };
}

/**
 * Returns the rows whose quarter end or fiscal year fits the day of the report, or all rows when that tells
 * nothing. Sources do not agree on the name of a fiscal year that ends between January and May, so such a name
 * tells nothing.
 */
function rowsOfQuarter<Row extends SourceRow>(rows: readonly Row[], judging: Judging): readonly Row[] {
  if (rows.length < 2) return rows;
  const fitting = rows.filter((row) => isOfQuarter(row, judging));
  return fitting.length > 0 ? fitting : rows;
}

/** The first month of a year's end by which all sources name the fiscal year alike. */
const FIRST_CLEAR_MONTH = 6;

function isOfQuarter(
  { reportDate, fiscalQuarterEnd, fiscalYear }: SourceRow,
  { yearEnds = [] }: Judging,
): boolean {
  if (reportDate === null) return false;
  if (fiscalQuarterEnd !== null) return isOver(fiscalQuarterEnd, reportDate);
  const yearEnd = yearEnds.toSorted().at(-1);
  if (fiscalYear == null || yearEnd === undefined || Number(yearEnd.slice(5, 7)) < FIRST_CLEAR_MONTH)
    return false;
  return fiscalYear === fiscalYearOf(quarterEndBefore(reportDate, yearEnd), yearEnd);
}
