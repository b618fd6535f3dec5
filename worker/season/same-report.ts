import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import { daysBetween } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import { MOVED_REPORT_DAYS, SAME_REPORT_DAYS, type Sighting, type StoredReport } from "./report.ts";

/** Where only the quarter is known. */
export const USUAL_LAG_DAYS = 30;
/** The next quarter's is 91 days off. */
const MAX_DELAY_DAYS = 75;

/** A quarter that both name decides; else the nearest day within its moves. ISO. */
export function sameReport(
  known: readonly StoredReport[],
  seen: Sighting,
  today: string,
): StoredReport | null {
  const { fiscalQuarterEnd } = seen;
  if (fiscalQuarterEnd !== null) {
    const named = known.find(
      (report) => report.isQuarterDeclared && isSameQuarter(report.fiscalQuarterEnd, fiscalQuarterEnd),
    );
    if (named) return named;
  }
  const day = seen.reportDate ?? dayAfter(fiscalQuarterEnd ?? today, USUAL_LAG_DAYS);
  const open = known.filter((report) => fiscalQuarterEnd === null || !report.isQuarterDeclared);
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
