import type { RowFault } from "#contract/figure-doubt.ts";
import { faultOf, type KnownFigures, type SourceRow } from "./source-row.ts";

/**
 * In currency units. Analysts' mean is exactly zero only for companies whose EPS is a few cents. A company whose figures are nearer to zero may report exactly zero: of 649 reports of zero
 * from 2012 to 2023, 499 had an estimate within ten cents.
 */
const CLEAR_OF_ZERO = 0.1;

/**
 * Replaces figures of exactly zero that a source writes before it has the real ones with null. A report of zero
 * without revenue is no result until the source repeats it with revenue.
 */
export function withoutPlaceholders<Row extends SourceRow>(
  rows: readonly Row[],
  earlier: readonly KnownFigures[],
  faults: RowFault[],
): Row[] {
  const size = usualSize([...rows, ...earlier]);
  return rows.map((row) => {
    const { consensusEps, reportedEps, revenue } = row;
    const isResult =
      reportedEps === 0 && !revenue?.reported && (Math.abs(consensusEps ?? 0) || size) >= CLEAR_OF_ZERO;
    const isEstimate = consensusEps === 0 && (Math.abs(reportedEps ?? 0) || size) >= CLEAR_OF_ZERO;
    if (isResult) faults.push(faultOf(row, "placeholder_result"));
    if (isEstimate) faults.push(faultOf(row, "placeholder_estimate"));
    if (!isResult && !isEstimate) return row;
    return {
      ...row,
      consensusEps: isEstimate ? null : consensusEps,
      reportedEps: isResult ? null : reportedEps,
    };
  });
}

/** Returns the median size of the company's figures other than zero, or 0 when fewer than three are known. */
function usualSize(rows: readonly Pick<SourceRow, "consensusEps" | "reportedEps">[]): number {
  const sizes = rows
    .map(({ reportedEps, consensusEps }) => Math.abs(reportedEps || consensusEps || 0))
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  return sizes.length < 3 ? 0 : (sizes[Math.floor(sizes.length / 2)] ?? 0);
}
