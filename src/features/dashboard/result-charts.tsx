import type { DashboardResponse } from "#contract/dashboard.ts";
import { MIN_SETTLED_FOR_PERCENTAGE } from "#contract/record.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { ReliabilityDiagram } from "#widgets/reliability-diagram.tsx";
import { type QuarterCounts, quarterCounts, quarterText } from "./quarter-counts.ts";

/** A person's own predictions drawn: quarter by quarter from the first one on, and said against come true. */
export function ResultCharts({ scorecard, unsettled }: Pick<DashboardResponse, "scorecard" | "unsettled">) {
  const quarters = quarterCounts(scorecard.byQuarter, unsettled);
  const most = Math.max(1, ...quarters.map(({ total }) => total));
  const hasBars = scorecard.bins.some(({ n }) => n >= MIN_SETTLED_FOR_PERCENTAGE);
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card aria-labelledby="by-quarter">
        <CardHeader
          id="by-quarter"
          title="Results by quarter"
          description="Your predictions by the quarter of their reports, open ones included"
        />
        <ul className="flex flex-col gap-3">
          {quarters.map((quarter) => (
            <QuarterBar key={quarter.name} quarter={quarter} most={most} />
          ))}
        </ul>
      </Card>
      <Card aria-labelledby="your-calibration">
        <CardHeader
          id="your-calibration"
          title="Calibration"
          description="Does what is said with 80% come true in 80 of 100 cases?"
        />
        {hasBars ? (
          <ReliabilityDiagram
            bins={scorecard.bins.map(({ beat, ...bin }) => ({ ...bin, came: beat }))}
            minForBar={MIN_SETTLED_FOR_PERCENTAGE}
            event="beat"
          />
        ) : (
          <p className="text-muted text-pretty">
            No band of ten points has {MIN_SETTLED_FOR_PERCENTAGE} settled predictions of yours yet, and fewer
            say nothing. The public track record has them all.
          </p>
        )}
      </Card>
    </div>
  );
}

const parts = [
  ["right", "bg-beat-solid"],
  ["wrong", "bg-miss-solid"],
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
