import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import { daysBetween } from "#contract/time.ts";
import { isOver, likelyFiscalMonth, monthsLater, quarterEnds } from "#market/fiscal-quarters.ts";
import { dayAfter } from "#model/earnings.ts";
import { median, round } from "#model/statistics.ts";
import { MOVED_REPORT_DAYS, SAME_REPORT_DAYS, type Sighting, type StoredReport } from "./report.ts";

/** Used when only the quarter is known. */
export const USUAL_LAG_DAYS = 30;
/** The next quarter's report is 91 days away. */
const MAX_DELAY_DAYS = 75;

/** A quarter that both name decides; otherwise the nearest ISO day within the distance that reports move. */
export function sameReport(
  stored: readonly StoredReport[],
  sighting: Sighting,
  today: string,
): StoredReport | null {
  const { fiscalQuarterEnd } = sighting;
  if (fiscalQuarterEnd !== null) {
    const named = stored.find(
      (report) => report.isQuarterDeclared && isSameQuarter(report.fiscalQuarterEnd, fiscalQuarterEnd),
    );
    if (named) return named;
  }
  const day = sighting.reportDate ?? dayAfter(fiscalQuarterEnd ?? today, USUAL_LAG_DAYS);
  const open = stored.filter((report) => fiscalQuarterEnd === null || !report.isQuarterDeclared);
  const apart = (report: StoredReport) => Math.abs(daysBetween(report.reportDate, day));
  const isNear = (report: StoredReport) =>
    apart(report) <= (report.reportedEps === null ? MOVED_REPORT_DAYS : SAME_REPORT_DAYS);
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

/** No report is further from its quarter. */
const MAX_STEPS = 8;

type QuarterKey = Pick<StoredReport, "fiscalQuarterEnd" | "isQuarterDeclared" | "reportDate">;

/** Derives the quarter from the company's other reports and never returns one that another report has. */
export function quarterEndOf(reportDate: string, companyReports: readonly QuarterKey[]): string {
  const declared = companyReports.filter((report) => report.isQuarterDeclared).at(-1);
  const days = [...new Set([...companyReports.map((report) => report.reportDate), reportDate])].sort();
  const month = declared ? Number(declared.fiscalQuarterEnd.slice(5, 7)) - 1 : null;
  const ends = quarterEnds(days, month === null ? likelyFiscalMonth(days) : month % 3);
  const end = ends[days.indexOf(reportDate)] ?? reportDate;
  return freeQuarter(end, reportDate, companyReports);
}

/**
 * Returns the quarter, or the nearest free one: a later one for a report after the one in its place, otherwise by
 * its day.
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

/** Factors of splits and reverse splits in the last decades. */
const factors = [1.5, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30, 40, 50];
const scales = [1, ...factors.map((shares) => 1 / shares), ...factors];
/** Smaller EPS, quoted in cents, fit several factors. */
const MIN_VOTING_EPS = 0.1;
const CENT = 0.01;
const TOLERANCE = 0.02;
/** The number of quarters on each side of a seam. */
export const SEAM_QUARTERS = 4;
/** A company's usual EPS seldom changes by a larger factor in a year, while the most common split divides by 2. */
const MAX_SEAM_STEP = 1.75;

export type Overlap = { known: StoredReport; seen: Sighting };

/** Returns 1 when the figures agree, a split's factor when most changed by it, and null when no factor fits. */
export function scaleOf(overlaps: readonly Overlap[]): number | null {
  const votes = new Map<number, number>();
  for (const overlap of overlaps) {
    const scale = scales.find((candidate) => fits(overlap, candidate));
    if (scale !== undefined) votes.set(scale, (votes.get(scale) ?? 0) + 1);
  }
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1]);
  if (!first || (second && second[1] === first[1])) return null;
  return first[0];
}

/** Compares to the cent in which the figures are quoted. */
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

/** Applies when no report is given on both sides. Both lists are newest first. */
export function isSeamSmooth(newer: readonly number[], older: readonly number[]): boolean {
  const usual = (figures: readonly number[]) => median(figures.map(Math.abs));
  const [above, below] = [usual(newer.slice(-SEAM_QUARTERS)), usual(older.slice(0, SEAM_QUARTERS))];
  if (Math.max(above, below) < MIN_VOTING_EPS) return true;
  return above <= MAX_SEAM_STEP * below && below <= MAX_SEAM_STEP * above;
}
