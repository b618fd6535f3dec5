import type { ReportOfRows, SourceRow } from "./source-row.ts";

/** `factor` is the number of new shares for one old share. */
export type Split = { day: string; factor: number };

/** In currency units. The ratio of smaller figures says little, because they are quoted in cents. */
const LEAST_FIGURE = 0.1;
/** A smaller factor, such as that of a split of three for two, is no larger than usual surprises. */
const LEAST_DISTANCE = Math.log(1.6);
/** A ratio this close to a split's factor is explained by it, also in a single report. */
const CLOSE = Math.log(1.15);
/** A figure in the same shares is at most this many times as large or small as those of the reports beside it. */
const USUAL_RANGE = Math.log(2);
const REPORTS_BESIDE = 4;
/** Without a list of splits, a smaller ratio of the two sides may be a real surprise, and one report says nothing. */
const UNKNOWN_SPLIT = { leastRatio: 2.5, fewestReports: 2 };

type Pair = { report: SourceRow; ratio: number };

/**
 * Restates the side of a report that is still in the shares of before a split: a source adjusts its results and its
 * estimates at different times. The split must be declared, and for a third of the reports before it the ratio of both
 * sides must be nearer to its factor than to one. A figure is restated when only then it fits the reports beside it,
 * and is otherwise doubtful, as is a single report that a split explains. Without a list of splits (null), the oldest
 * reports are doubtful if both sides of all of them differ alike.
 */
export function inSameShares<Row extends SourceRow>(
  reports: readonly ReportOfRows<Row>[],
  splits: readonly Split[] | null,
): ReportOfRows<Row>[] {
  const pairs = reports.flatMap((report): Pair[] => {
    const { consensusEps, reportedEps } = report;
    const isClear = [consensusEps, reportedEps].every((eps) => Math.abs(eps ?? 0) >= LEAST_FIGURE);
    const ratio = (consensusEps ?? 0) / (reportedEps || 1);
    return isClear && ratio > 0 ? [{ report, ratio }] : [];
  });
  if (splits === null) {
    const oldest = new Set<SourceRow>(oldestInOtherShares(pairs).map(({ report }) => report));
    return reports.map((report) => (oldest.has(report) ? { ...report, doubt: "other_shares" } : report));
  }
  const sides = splits.length === 0 ? [] : sidesOfSplits(splits);
  const findings = sides.filter((side) => isLikely(pairs, side));
  return reports.map((report): ReportOfRows<Row> => {
    if (report.doubt !== null || report.consensusEps === null || report.reportedEps === null) return report;
    const finding = findings.findLast(({ day }) => isBefore(report, day));
    if (finding) return restated(report, finding, usualBeside(pairs, report, finding.factor));
    const own = pairs.find((pair) => pair.report === report);
    const isExplained = sides.some(
      ({ day, ratio }) => own && isBefore(report, day) && distance(own.ratio / ratio) < CLOSE,
    );
    return isExplained ? { ...report, doubt: "other_shares" } : report;
  });
}

type Side = "consensusEps" | "reportedEps";
/** A side that may be in shares of before a split. Then `ratio` is that of estimate and result. */
type SideOfSplit = { day: string; side: Side; factor: number; ratio: number };

/** Returns both sides for each split, together with those after it. */
function sidesOfSplits(splits: readonly Split[]): SideOfSplit[] {
  let factor = 1;
  return splits
    .toSorted((a, b) => (a.day < b.day ? 1 : -1))
    .flatMap(({ day, factor: ownFactor }): SideOfSplit[] => {
      factor *= ownFactor;
      return distance(factor) < LEAST_DISTANCE
        ? []
        : [
            { day, side: "consensusEps", factor, ratio: factor },
            { day, side: "reportedEps", factor, ratio: 1 / factor },
          ];
    });
}

/** Returns whether a third of the reports before the split or more seem to have this side in old shares. */
function isLikely(pairs: readonly Pair[], { day, ratio }: SideOfSplit): boolean {
  const before = pairs.filter(({ report }) => isBefore(report, day));
  const alike = before.filter((pair) => distance(pair.ratio / ratio) < distance(pair.ratio));
  return alike.length > 0 && 3 * alike.length >= before.length;
}

/** Returns the report with its side restated if only then it fits the reports beside it, and otherwise with a doubt. */
function restated<Row extends SourceRow>(
  report: ReportOfRows<Row>,
  { side, factor }: SideOfSplit,
  usual: number | null,
): ReportOfRows<Row> {
  const given = report[side] ?? 0;
  const inNewShares = Math.round((given / factor) * 10_000) / 10_000;
  const isUsual = (eps: number) => usual !== null && distance(eps / usual) <= USUAL_RANGE;
  if (isUsual(inNewShares) && !isUsual(given)) return { ...report, [side]: inNewShares };
  return { ...report, doubt: "other_shares" };
}

/**
 * Returns the usual size of the figures in new shares in the reports beside one, or null without any. In new shares is
 * the smaller figure of each report, or the larger one after a reverse split.
 */
function usualBeside(pairs: readonly Pair[], own: SourceRow, factor: number): number | null {
  const ofBoth = factor > 1 ? Math.min : Math.max;
  const at = pairs.findIndex(({ report }) => report === own);
  const beside = [
    ...pairs.slice(Math.max(0, at - REPORTS_BESIDE), at),
    ...pairs.slice(at + 1, at + 1 + REPORTS_BESIDE),
  ];
  const sizes = beside
    .map(({ report: { consensusEps, reportedEps } }) =>
      ofBoth(Math.abs(consensusEps ?? 0), Math.abs(reportedEps ?? 0)),
    )
    .sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? null;
}

/** Returns the oldest reports whose sides differ alike by the factor of a split, or none when they are too few. */
function oldestInOtherShares(pairs: readonly Pair[]): Pair[] {
  const isLarger = (pairs[0]?.ratio ?? 1) > 1;
  const end = pairs.findIndex(({ ratio }) => (isLarger ? ratio : 1 / ratio) < UNKNOWN_SPLIT.leastRatio);
  return end < UNKNOWN_SPLIT.fewestReports ? [] : pairs.slice(0, end);
}

function isBefore({ reportDate, fiscalQuarterEnd }: SourceRow, day: string): boolean {
  return (reportDate ?? fiscalQuarterEnd ?? day) < day;
}

/** Returns how far a ratio is from one, as a logarithm. */
const distance = (ratio: number) => Math.abs(Math.log(Math.abs(ratio)));
