import type { UnsettledQuarter } from "#contract/dashboard.ts";
import type { GroupScore } from "#contract/record.ts";

/** What became of the predictions of one quarter of reports. */
export type QuarterCounts = {
  /** "2026-Q3", or "No date". */
  name: string;
  right: number;
  wrong: number;
  /** Pending and under review. */
  awaiting: number;
  /** Void and not on the record: they never count. */
  uncounted: number;
  total: number;
};

const NO_DATE = "No date";

/** Settled and unsettled predictions quarter by quarter, oldest first; those without a known report stand last. */
export function quarterCounts(
  settled: readonly GroupScore[],
  unsettled: readonly UnsettledQuarter[],
): QuarterCounts[] {
  const names = new Set([
    ...settled.map(({ key }) => key),
    ...unsettled.map(({ quarter }) => quarter ?? NO_DATE),
  ]);
  return [...names].sort().map((name) => {
    const { n = 0, correct = 0 } = settled.find(({ key }) => key === name) ?? {};
    const open = unsettled.find(({ quarter }) => (quarter ?? NO_DATE) === name);
    const awaiting = (open?.pending ?? 0) + (open?.review ?? 0);
    const uncounted = (open?.void ?? 0) + (open?.unlocked ?? 0);
    return { name, right: correct, wrong: n - correct, awaiting, uncounted, total: n + awaiting + uncounted };
  });
}

/** "3 right, 1 wrong, 2 awaiting their report"; what there is none of is left out. */
export function quarterText({ right, wrong, awaiting, uncounted }: QuarterCounts): string {
  return [
    right + wrong > 0 && `${right} right, ${wrong} wrong`,
    awaiting > 0 && `${awaiting} awaiting`,
    uncounted > 0 && `${uncounted} not counted`,
  ]
    .filter(Boolean)
    .join(", ");
}
