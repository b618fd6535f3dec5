import { addIsoDays } from "#contract/time.ts";
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
/** So few reports before a split do not show that both of their sides are adjusted. */
const FEW_REPORTS = 3;
/** Without a list of splits, a smaller ratio of the two sides may be a real surprise, and one report says nothing. */
const UNKNOWN_SPLIT = { leastRatio: 2.5, fewestReports: 2 };

/**
 * An estimate may stay in the shares of before a split until the report after it. For so many days after a split, only a
 * result within this share, or these currency units, of its estimate is sure to be in the same shares.
 */
const LATE_ESTIMATE_DAYS = 100;
const SURE_SHARE = 0.15;
const SURE_UNITS = 0.02;

type Pair = { report: SourceRow; ratio: number };

/** Returns whether some split would make the report's sides doubtful, so that the company's splits must be known. */
export function mayBeInOtherShares({ consensusEps, reportedEps }: Sides): boolean {
  if (consensusEps === null || reportedEps === null) return false;
  return Math.abs(consensusEps - reportedEps) > Math.max(SURE_UNITS, SURE_SHARE * Math.abs(reportedEps));
}

type Sides = Pick<SourceRow, "consensusEps" | "reportedEps">;

/** Returns the estimate divided by the result, or null when one of them is missing or small or their signs differ. */
function ratioOf({ consensusEps, reportedEps }: Sides): number | null {
  const isClear = [consensusEps, reportedEps].every((eps) => Math.abs(eps ?? 0) >= LEAST_FIGURE);
  const ratio = (consensusEps ?? 0) / (reportedEps || 1);
  return isClear && ratio > 0 ? ratio : null;
}

/**
 * Restates the side of a report that is still in the shares of before a split: a source adjusts its results and its
 * estimates at different times. The split must be declared, and the reports before it must show it. A figure is
 * restated when only then it fits the reports beside it, and is otherwise doubtful, as is a single report that a split
 * explains, and one just after a split with a large surprise. Without a list of splits (null), the oldest reports are doubtful if both sides of all of them differ alike.
 */
export function inSameShares<Row extends SourceRow>(
  reports: readonly ReportOfRows<Row>[],
  splits: readonly Split[] | null,
): ReportOfRows<Row>[] {
  const pairs = reports.flatMap((report): Pair[] => {
    const ratio = ratioOf(report);
    return ratio === null ? [] : [{ report, ratio }];
  });
  if (splits === null) {
    const oldest = new Set<SourceRow>(oldestInOtherShares(pairs).map(({ report }) => report));
    return reports.map((report) => (oldest.has(report) ? { ...report, doubt: "other_shares" } : report));
  }
  const sides = sidesOfSplits(splits);
  return reports.map((report): ReportOfRows<Row> => {
    if (report.doubt !== null || report.consensusEps === null || report.reportedEps === null) return report;
    const own = sides
      .filter(({ day }) => isBefore(report, day))
      .map((side) => ({ ...side, ...fitOf(report, side, pairs) }));
    const likely = own.findLast((side) => isLikely(pairs, side));
    if (likely?.isFit) return { ...report, [likely.side]: likely.restated };
    const isLate = splits.some((split) => isJustAfter(report, split)) && mayBeInOtherShares(report);
    return likely || isLate || own.some(({ isExplained, isFit }) => isExplained || isFit)
      ? { ...report, doubt: "other_shares" }
      : report;
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

/**
 * Returns whether the source seems to have left this side in old shares: half of the reports before the split say so,
 * or one of up to three.
 */
function isLikely(pairs: readonly Pair[], { day, ratio }: SideOfSplit): boolean {
  const before = pairs.filter(({ report }) => isBefore(report, day));
  const alike = before.filter((pair) => isNearer(pair, ratio));
  return alike.length > 0 && (before.length <= FEW_REPORTS || 2 * alike.length >= before.length);
}

type Fit = {
  /** The side in new shares. */
  restated: number;
  /** Only the restated figure is as large as those of the reports beside it. */
  isFit: boolean;
  /** The split explains the difference of both sides, whatever the other reports show. */
  isExplained: boolean;
};

function fitOf(report: SourceRow, { side, factor, ratio }: SideOfSplit, pairs: readonly Pair[]): Fit {
  const own = pairs.find((pair) => pair.report === report);
  const usual = usualBeside(pairs, report, factor);
  const given = report[side] ?? 0;
  const restated = Math.round((given / factor) * 10_000) / 10_000;
  const isUsual = (eps: number) => usual !== null && distance(eps / usual) <= USUAL_RANGE;
  return {
    restated,
    isFit: own !== undefined && isNearer(own, ratio) && isUsual(restated) && !isUsual(given),
    isExplained: own !== undefined && distance(own.ratio / ratio) < CLOSE,
  };
}

const isNearer = (pair: Pair, ratio: number) => distance(pair.ratio / ratio) < distance(pair.ratio);

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

function isJustAfter(report: SourceRow, { day, factor }: Split): boolean {
  const isLarge = distance(factor) >= LEAST_DISTANCE;
  return isLarge && !isBefore(report, day) && isBefore(report, addIsoDays(day, LATE_ESTIMATE_DAYS));
}

function isBefore({ reportDate, fiscalQuarterEnd }: SourceRow, day: string): boolean {
  return (reportDate ?? fiscalQuarterEnd ?? day) < day;
}

/** Returns how far a ratio is from one, as a logarithm. */
const distance = (ratio: number) => Math.abs(Math.log(Math.abs(ratio)));
