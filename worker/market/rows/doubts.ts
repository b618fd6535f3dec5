import { isResultDoubtful, type RowFault } from "#contract/figure-doubt.ts";
import { dayOfRow, faultOf, type KnownFigures, type ReportOfRows, type SourceRow } from "./source-row.ts";
import { inSameShares, type Split } from "./split-sides.ts";

/**
 * A surprise larger than this many times the company's usual EPS means that result and estimate are on different
 * bases. Of 141,000 reports from 1999 to 2025, 280 are beyond it (0.2%), most of them results with large one-time
 * gains or losses, which analysts' estimates leave out. A currency of ten to the dollar is beyond it,
 * one of seven only for a company without a season.
 */
const LARGEST_SURPRISE = 5;
/** In currency units. Below it, a large ratio says little, because figures are a few cents. */
const LEAST_LEVEL = 0.15;
const REPORTS_BEFORE = 2;

type Figures = Pick<KnownFigures, "consensusEps" | "reportedEps" | "doubt">;

/**
 * Returns whether a report's result and estimate cannot be on the same basis. `before` has the company's earlier
 * reports, newest first; only the last two without a doubt count.
 */
export function isOnOtherBasis(
  { consensusEps, reportedEps }: Pick<Figures, "consensusEps" | "reportedEps">,
  before: readonly Figures[],
): boolean {
  if (consensusEps === null || reportedEps === null) return false;
  const earlier = before
    .filter((report) => report.reportedEps !== null && !isResultDoubtful(report.doubt))
    .slice(0, REPORTS_BEFORE)
    .flatMap((report) => [report.reportedEps ?? 0, report.consensusEps ?? 0]);
  // Without earlier reports, a small result beside a large estimate may be a real miss.
  const own =
    earlier.length > 0 ? Math.min(Math.abs(consensusEps), Math.abs(reportedEps)) : Math.abs(consensusEps);
  const level = Math.max(LEAST_LEVEL, own, middleOf(earlier.map(Math.abs)));
  return Math.abs(reportedEps - consensusEps) > LARGEST_SURPRISE * level;
}

function middleOf(sizes: readonly number[]): number {
  const ordered = sizes.toSorted((a, b) => a - b);
  const half = ordered.length / 2;
  return ((ordered[Math.ceil(half) - 1] ?? 0) + (ordered[Math.floor(half)] ?? 0)) / 2;
}

/** Restates figures from before a split where that is certain, and marks those whose result is doubtful. */
export function doubtedReports<Row extends SourceRow>(
  reports: readonly ReportOfRows<Row>[],
  { splits = [], earlier = [] }: { splits?: readonly Split[]; earlier?: readonly KnownFigures[] },
  faults: RowFault[],
): ReportOfRows<Row>[] {
  const restated = inSameShares(reports, splits);
  for (const report of restated)
    if (report.doubt === "other_shares") faults.push(faultOf(report, "other_shares"));
  const judged: ReportOfRows<Row>[] = [];
  for (const report of restated) {
    const before = [
      ...judged.toReversed(),
      ...earlier.filter((known) => known.reportDate < dayOfRow(report)).toReversed(),
    ];
    const isOther = report.doubt === null && isOnOtherBasis(report, before);
    if (isOther) faults.push(faultOf(report, "other_basis"));
    judged.push(isOther ? { ...report, doubt: "other_basis" } : report);
  }
  return judged;
}
