import type { ReportOfRows, SourceRow } from "./source-row.ts";

export type Split = { day: string; factor: number };

/** In currency units. The ratio of smaller figures says little, because they are quoted in cents. */
const LEAST_FIGURE = 0.1;
/** How far result and estimate in the same shares may be apart, as a share of the smaller one. */
const USUAL_SURPRISE = 0.3;
/** In currency units. Figures of a few cents may differ by this much. */
const CENTS = 0.02;
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
const FEWEST_BESIDE = 1;
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
  const oldest = oldestInOtherShares(reports);
  return reports.map((report, i): ReportOfRows<Row> => {
    if (report.doubt !== null) return report;
    const declared = ofDeclared(report, splits);
    if (declared === "doubtful") return { ...report, doubt: "other_shares" };
    if (declared) return restated(report, declared);
    if (oldest && i < oldest.count)
      return oldest.factor === null
        ? { ...report, doubt: "other_shares" }
        : restated(report, { side: oldest.side, factor: oldest.factor });
    return standsOut(report, besides(reports, i)) ? { ...report, doubt: "other_shares" } : report;
  });
}

/** In the same shares, result and estimate seldom differ by this factor. */
const LEAST_RATIO = 2;

/**
 * Returns how many of the oldest reports have one side that is several times as large as the other, which is of the
 * usual size. With enough reports their factor is known; otherwise it is null.
 */
function oldestInOtherShares(
  reports: readonly SourceRow[],
): { side: Side; count: number; factor: number | null } | null {
  const ratios = reports.map(({ consensusEps, reportedEps }) =>
    isClear(consensusEps) && isClear(reportedEps) ? consensusEps / reportedEps : Number.NaN,
  );
  const [first = Number.NaN] = ratios;
  const side: Side = first > 1 ? "consensusEps" : "reportedEps";
  const sizes = ratios.map((ratio) => (side === "consensusEps" ? ratio : 1 / ratio));
  const end = sizes.findIndex((size) => !(size >= LEAST_RATIO));
  const count = end < 0 ? sizes.length : end;
  const usual = usualOf(reports.slice(count, count + NEIGHBOURS));
  const own = usualOf(reports.slice(0, count));
  if (count === 0 || usual === null || own === null || own < usual / 2 || own > usual * 2) return null;
  if (count < FEWEST_ALIKE) return { side, count, factor: null };
  const factor = LIKELY_FACTORS.find((candidate) =>
    sizes.slice(0, count).every((size) => Math.abs(size / candidate - 1) <= CLOSE),
  );
  return { side, count, factor: factor ?? null };
}

function restated<Row extends SourceRow>(
  report: ReportOfRows<Row>,
  { side, factor }: Finding,
): ReportOfRows<Row> {
  const figure = report[side];
  return { ...report, [side]: figure === null ? null : Math.round((figure / factor) * 10_000) / 10_000 };
}

/**
 * Returns the side that a declared split after the report explains, if the other one is adjusted for it, or
 * "doubtful" when the two sides fit neither in the same shares nor in those of before and after the split.
 */
function ofDeclared(report: SourceRow, splits: readonly Split[]): Finding | "doubtful" | null {
  const { consensusEps, reportedEps, reportDate } = report;
  const since = splits.filter(({ day, factor }) => reportDate !== null && day > reportDate && factor > 0);
  const factor = since.reduce((product, split) => product * split.factor, 1);
  if (factor === 1 || !consensusEps || !reportedEps || isNear(consensusEps, reportedEps)) return null;
  // A result of twice the estimate may be real, so the factor must be large and explain the difference closely.
  const isSure = Math.max(factor, 1 / factor) >= LEAST_DOUBTED;
  const explains = (unadjusted: number, adjusted: number) =>
    isSure && Math.abs(unadjusted / factor - adjusted) <= CLOSE * Math.abs(adjusted);
  if (explains(consensusEps, reportedEps)) return { side: "consensusEps", factor };
  if (explains(reportedEps, consensusEps)) return { side: "reportedEps", factor };
  const ratio = Math.abs(consensusEps / reportedEps);
  return Math.max(ratio, 1 / ratio) > Math.sqrt(Math.max(factor, 1 / factor)) ? "doubtful" : null;
}

/**
 * Returns whether one side stands out from the reports beside it by the factor of a usual split, while the other one
 * does not.
 */
function standsOut({ consensusEps, reportedEps }: SourceRow, beside: readonly SourceRow[]): boolean {
  if (!isClear(consensusEps) || !isClear(reportedEps)) return false;
  const ratio =
    Math.abs(consensusEps) > Math.abs(reportedEps) ? consensusEps / reportedEps : reportedEps / consensusEps;
  const factor = LIKELY_FACTORS.find((candidate) => Math.abs(ratio / candidate - 1) <= CLOSE);
  const usual = usualOf(beside);
  if (factor === undefined || factor < LEAST_DOUBTED || usual === null) return false;
  const fits = (figure: number) => figure >= usual / 1.5 && figure <= usual * 1.5;
  const [smaller, larger] = [consensusEps, reportedEps].map(Math.abs).sort((a, b) => a - b);
  return (
    smaller !== undefined && larger !== undefined && fits(smaller) && fits(larger / factor) && !fits(larger)
  );
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
  const smaller = Math.min(Math.abs(first), Math.abs(second));
  return Math.abs(first - second) <= Math.max(CENTS, USUAL_SURPRISE * smaller);
}
