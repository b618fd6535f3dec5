import { isSameQuarter, MAX_SAME_REPORT_GAP_DAYS, MOVED_REPORT_DAYS } from "#contract/fiscal-quarter.ts";
import { addIsoDays, daysBetween } from "#contract/time.ts";
import { isOver, likelyFiscalMonth, monthsLater, quarterEnds } from "#market/fiscal-quarters.ts";
import { median, round } from "#model/statistics.ts";
import type { ReportObservation, StoredReport } from "./report.ts";

/** The assumed number of days from a quarter's end to its report when the source gives no report date. */
export const USUAL_LAG_DAYS = 30;
/** An overdue report may still appear this many days late. The next quarter's report is 91 days away. */
const MAX_DELAY_DAYS = 75;

/**
 * Returns the stored report that the sighting is about, or null if there is none. A quarter that both declare
 * decides. Otherwise it is the nearest report by date, or an overdue one that may have been delayed.
 */
export function sameReport(
  stored: readonly StoredReport[],
  sighting: ReportObservation,
  today: string,
): StoredReport | null {
  const { fiscalQuarterEnd } = sighting;
  if (fiscalQuarterEnd !== null) {
    const named = stored.find(
      (report) => report.isQuarterDeclared && isSameQuarter(report.fiscalQuarterEnd, fiscalQuarterEnd),
    );
    if (named) return named;
  }
  const day = sighting.reportDate ?? addIsoDays(fiscalQuarterEnd ?? today, USUAL_LAG_DAYS);
  const open = stored.filter((report) => fiscalQuarterEnd === null || !report.isQuarterDeclared);
  const apart = (report: StoredReport) => Math.abs(daysBetween(report.reportDate, day));
  const isNear = (report: StoredReport) =>
    apart(report) <= (report.reportedEps === null ? MOVED_REPORT_DAYS : MAX_SAME_REPORT_GAP_DAYS);
  const nearest = open
    .filter(isNear)
    .reduce<StoredReport | null>(
      (best, report) => (best === null || apart(report) < apart(best) ? report : best),
      null,
    );
  if (nearest) return nearest;
  const overdue = open.findLast((report) => report.reportedEps === null && report.reportDate < today);
  const delay = overdue ? daysBetween(overdue.reportDate, day) : Number.NaN;
  return overdue && delay > 0 && delay <= MAX_DELAY_DAYS ? overdue : null;
}

/** How many quarters before or after the expected one are tried. No report is further from its quarter. */
const MAX_STEPS = 8;

type QuarterKey = Pick<StoredReport, "fiscalQuarterEnd" | "isQuarterDeclared" | "reportDate">;

/**
 * Derives a report's quarter end from the company's other reports. Never returns a quarter end that another
 * report has.
 */
export function quarterEndOf(reportDate: string, companyReports: readonly QuarterKey[]): string {
  const declared = companyReports.filter((report) => report.isQuarterDeclared).at(-1);
  const days = [...new Set([...companyReports.map((report) => report.reportDate), reportDate])].sort();
  const month = declared ? Number(declared.fiscalQuarterEnd.slice(5, 7)) - 1 : null;
  const ends = quarterEnds(days, month === null ? likelyFiscalMonth(days) : month % 3);
  const end = ends[days.indexOf(reportDate)] ?? reportDate;
  return freeQuarter(end, reportDate, companyReports);
}

/**
 * Returns the quarter end `end`, or the nearest free one if another report has it: a later one for a report
 * that came after that report, otherwise an earlier one. Returns the report date when no quarter is free.
 */
export function freeQuarter(end: string, reportDate: string, companyReports: readonly QuarterKey[]): string {
  const takenQuarters = new Map(companyReports.map((report) => [report.fiscalQuarterEnd, report]));
  const holder = takenQuarters.get(end);
  if (!holder) return end;
  const months = holder.reportDate <= reportDate ? 3 : -3;
  for (let step = 1; step <= MAX_STEPS; step++) {
    const next = monthsLater(end, months * step);
    if (!isOver(next, reportDate)) break;
    if (!takenQuarters.has(next)) return next;
  }
  return reportDate;
}

/** The factors of splits and reverse splits of the last decades. */
const factors = [1.5, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30, 40, 50];
const scales = [1, ...factors.map((shares) => 1 / shares), ...factors];
/** Smaller EPS do not help to find a split's factor: they are quoted in cents, so several factors fit them. */
const MIN_VOTING_EPS = 0.1;
const CENT = 0.01;
const TOLERANCE = 0.02;
/** How many quarters are compared on each side of the boundary between newly seen and older reports. */
export const SEAM_QUARTERS = 4;
/** A company's usual EPS seldom changes by a larger factor in a year, while the most common split halves it. */
const MAX_SEAM_STEP = 1.75;

export type Overlap = { known: StoredReport; seen: ReportObservation };

/**
 * Returns the factor from known to newly seen figures that most reports show: 1 when the figures agree, or that
 * of a split. Returns null when no factor fits or two are equally frequent.
 */
export function splitFactorOf(overlaps: readonly Overlap[]): number | null {
  const votes = new Map<number, number>();
  for (const overlap of overlaps) {
    const scale = scales.find((candidate) => fits(overlap, candidate));
    if (scale !== undefined) votes.set(scale, (votes.get(scale) ?? 0) + 1);
  }
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1]);
  if (!first || (second && second[1] === first[1])) return null;
  return first[0];
}

/** Returns whether the newly seen figures equal the known ones times `scale`, within a cent plus 2%. */
function fits({ known, seen }: Overlap, scale: number): boolean {
  const pairs = [
    [known.reportedEps, seen.reportedEps],
    [known.consensusEps, seen.consensusEps],
  ] as const;
  const figures = pairs.flatMap(([before, now]) =>
    before === null || now === null ? [] : [{ before, now }],
  );
  const [reported] = figures;
  if (known.reportedEps === null || seen.reportedEps === null || !reported) return false;
  if (Math.min(Math.abs(reported.before), Math.abs(reported.now)) < MIN_VOTING_EPS) return false;
  return figures.every(({ before, now }) => {
    const scaled = before * scale;
    return Math.abs(now - scaled) <= CENT + TOLERANCE * Math.abs(scaled);
  });
}

export function rescaled(eps: number | null, scale: number): number | null {
  return eps === null ? null : round(eps * scale, 4);
}

/**
 * Returns whether newer and older figures are of a similar size, so that no split lies between them. It is used
 * when no report has both a known and a newly seen figure. Both lists are newest first.
 */
export function isSeamSmooth(newer: readonly number[], older: readonly number[]): boolean {
  const usual = (figures: readonly number[]) => median(figures.map(Math.abs));
  const [above, below] = [usual(newer.slice(-SEAM_QUARTERS)), usual(older.slice(0, SEAM_QUARTERS))];
  if (Math.max(above, below) < MIN_VOTING_EPS) return true;
  return above <= MAX_SEAM_STEP * below && below <= MAX_SEAM_STEP * above;
}
