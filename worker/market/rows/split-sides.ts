import type { ReportOfRows, SourceRow } from "./source-row.ts";

export type Split = { day: string; factor: number };

/** In currency units. The ratio of smaller figures says little, because they are quoted in cents. */
const LEAST_FIGURE = 0.1;
/** How far result and estimate in the same shares may be apart, as a share of the smaller one. */
const USUAL_SURPRISE = 0.3;
/** How close the ratio of the two sides must be to a factor that no source declared. */
const CLOSE = 0.05;
/** How many reports at the beginning of a list must show the same factor before it is believed undeclared. */
const FEWEST_ALIKE = 3;
/**
 * Of 141,000 reports from 1999 to 2025, hundreds have results of half or twice the estimate on the usual size, most
 * of them real. Results of a third or three times are rare.
 */
const LEAST_DOUBTED = 3;
const NEIGHBOURS = 3;
const FEWEST_BESIDE = 2;
const LIKELY_FACTORS = [2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 50];

type Side = "consensusEps" | "reportedEps";
type Finding = { side: Side; factor: number };

/**
 * Restates the side of a report that is still in the shares of before a split: a source adjusts its results and its
 * estimates at different times. A declared split is enough. Without one, all reports before a day must show the same
 * factor. A report that seems to be in other shares without either is marked as doubtful.
 */
export function inSameShares<Row extends SourceRow>(
  reports: readonly ReportOfRows<Row>[],
  splits: readonly Split[],
): ReportOfRows<Row>[] {
  const seen = reports.map((report, i) => undeclared(report, besides(reports, i)));
  const alike = alikeSinceBeginning(seen);
  return reports.map((report, i): ReportOfRows<Row> => {
    if (report.doubt !== null) return report;
    const declared = ofDeclared(report, splits);
    if (declared) return restated(report, declared);
    const own = seen[i];
    if (!own) return report;
    if (i < alike) return restated(report, own);
    return own.factor < LEAST_DOUBTED ? report : { ...report, doubt: "other_shares" };
  });
}

/** Returns how many of the oldest reports show the same factor on the same side, or 0 when they prove no split. */
function alikeSinceBeginning(seen: readonly (Finding | null)[]): number {
  const [first] = seen;
  if (!first) return 0;
  const end = seen.findIndex((found) => found?.side !== first.side || found.factor !== first.factor);
  return end < FEWEST_ALIKE ? 0 : end;
}

function restated<Row extends SourceRow>(
  report: ReportOfRows<Row>,
  { side, factor }: Finding,
): ReportOfRows<Row> {
  const figure = report[side];
  return { ...report, [side]: figure === null ? null : Math.round((figure / factor) * 10_000) / 10_000 };
}

/** Returns the side that a declared split after the report explains, if the other one is adjusted for it. */
function ofDeclared(report: SourceRow, splits: readonly Split[]): Finding | null {
  const { consensusEps, reportedEps, reportDate } = report;
  const since = splits.filter(({ day, factor }) => reportDate !== null && day > reportDate && factor > 0);
  const factor = since.reduce((product, split) => product * split.factor, 1);
  if (factor === 1 || !isClear(consensusEps) || !isClear(reportedEps)) return null;
  if (isNear(consensusEps, reportedEps)) return null;
  if (isNear(consensusEps / factor, reportedEps)) return { side: "consensusEps", factor };
  return isNear(reportedEps / factor, consensusEps) ? { side: "reportedEps", factor } : null;
}

/**
 * Returns the side that stands out from the reports beside it by the factor of a usual split, while the other one
 * does not.
 */
function undeclared(report: SourceRow, beside: readonly SourceRow[]): Finding | null {
  const { consensusEps, reportedEps } = report;
  if (!isClear(consensusEps) || !isClear(reportedEps)) return null;
  const ratio = consensusEps / reportedEps;
  const side: Side = Math.abs(ratio) > 1 ? "consensusEps" : "reportedEps";
  const size = Math.abs(ratio) > 1 ? ratio : 1 / ratio;
  const near = LIKELY_FACTORS.filter((candidate) => Math.abs(size / candidate - 1) <= CLOSE);
  const [factor] = near;
  if (factor === undefined || near.length > 1) return null;
  const usual = usualOf(beside);
  if (usual === null) return null;
  const [larger, smaller] =
    side === "consensusEps" ? [consensusEps, reportedEps] : [reportedEps, consensusEps];
  const fits = (figure: number) => Math.abs(figure) >= usual / 1.5 && Math.abs(figure) <= usual * 1.5;
  return fits(smaller) && fits(larger / factor) && !fits(larger) ? { side, factor } : null;
}

/** Returns the usual size of the adjusted figures beside a report, or null with too few. */
function usualOf(beside: readonly SourceRow[]): number | null {
  const sizes = beside
    .flatMap(({ consensusEps, reportedEps }) =>
      isClear(consensusEps) && isClear(reportedEps)
        ? [Math.min(Math.abs(consensusEps), Math.abs(reportedEps))]
        : [],
    )
    .sort((a, b) => a - b);
  return sizes.length < FEWEST_BESIDE ? null : (sizes[Math.floor(sizes.length / 2)] ?? null);
}

function besides<Report>(reports: readonly Report[], i: number): Report[] {
  return [...reports.slice(Math.max(0, i - NEIGHBOURS), i), ...reports.slice(i + 1, i + NEIGHBOURS + 1)];
}

function isClear(figure: number | null): figure is number {
  return figure !== null && Math.abs(figure) >= LEAST_FIGURE;
}

function isNear(first: number, second: number): boolean {
  return Math.abs(first - second) <= USUAL_SURPRISE * Math.min(Math.abs(first), Math.abs(second));
}
