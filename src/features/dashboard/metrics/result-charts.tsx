import type { DashboardResponse, UnsettledQuarter } from "#contract/dashboard.ts";
import type { GroupScore } from "#contract/record.ts";
import { Card, CardHeader } from "#ui/card.tsx";

export function ResultCharts({ scorecard, unsettled }: Pick<DashboardResponse, "scorecard" | "unsettled">) {
  const quarters = quarterCounts(scorecard.byQuarter, unsettled);
  const most = Math.max(1, ...quarters.map(({ total }) => total));
  return (
    <Card aria-labelledby="by-quarter">
      <CardHeader
        id="by-quarter"
        title="Results by quarter"
        description="Your predictions by the quarter of the report, including open ones"
      />
      <ul className="flex flex-col gap-3">
        {quarters.map((quarter) => (
          <QuarterBar key={quarter.name} quarter={quarter} most={most} />
        ))}
      </ul>
    </Card>
  );
}

const parts = [
  ["right", "bg-positive-solid"],
  ["wrong", "bg-negative-solid"],
  ["awaiting", "bg-edge"],
  ["uncounted", "border border-edge"],
] as const;

function QuarterBar({ quarter, most }: { quarter: QuarterCounts; most: number }) {
  return (
    <li className="grid grid-cols-[4.75rem_1fr] items-center gap-x-3 gap-y-1 text-sm">
      <span className="font-medium figures">{quarter.name}</span>
      <span className="flex h-4 gap-0.5" aria-hidden="true">
        {parts.map(([part, look]) => (
          <span
            key={part}
            className={`rounded-sm ${quarter[part] > 0 ? look : ""}`}
            style={{ width: `${(100 * quarter[part]) / most}%` }}
          />
        ))}
      </span>
      <span className="col-start-2 text-muted figures">{quarterText(quarter)}</span>
    </li>
  );
}

type QuarterCounts = {
  /** A quarter such as "2026-Q3", or "No date". */
  name: string;
  right: number;
  wrong: number;
  awaiting: number;
  /** Predictions that are void or not of record, and are therefore not counted as right or wrong. */
  uncounted: number;
  total: number;
};

const NO_DATE = "No date";

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

/** Formats as "3 right, 1 wrong, 2 awaiting". */
export function quarterText({ right, wrong, awaiting, uncounted }: QuarterCounts): string {
  return [
    right + wrong > 0 && `${right} right, ${wrong} wrong`,
    awaiting > 0 && `${awaiting} awaiting`,
    uncounted > 0 && `${uncounted} not counted`,
  ]
    .filter(Boolean)
    .join(", ");
}
