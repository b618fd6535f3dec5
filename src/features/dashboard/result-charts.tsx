import { type GroupScore, MIN_FOR_BAR, type Scorecard } from "#contract/record.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { ReliabilityDiagram } from "#ui/reliability-diagram.tsx";

/** A person's own results drawn: quarter by quarter, and said against come true. Nothing until something is settled. */
export function ResultCharts({ scorecard }: { scorecard: Scorecard }) {
  if (scorecard.settled === 0) return null;
  const most = Math.max(...scorecard.byQuarter.map(({ n }) => n));
  const hasBars = scorecard.bins.some(({ n }) => n >= MIN_FOR_BAR);
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card aria-labelledby="by-quarter">
        <CardHeader
          id="by-quarter"
          title="Results by quarter"
          description="Right and wrong calls by their reports"
        />
        <ul className="flex flex-col gap-3">
          {scorecard.byQuarter.map((quarter) => (
            <QuarterBar key={quarter.key} quarter={quarter} most={most} />
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
            minForBar={MIN_FOR_BAR}
            event="beat"
          />
        ) : (
          <p className="text-muted text-pretty">
            No band of ten points has {MIN_FOR_BAR} settled calls of yours yet, and fewer say nothing. The
            public track record has them all.
          </p>
        )}
      </Card>
    </div>
  );
}

function QuarterBar({ quarter: { key, n, correct }, most }: { quarter: GroupScore; most: number }) {
  const wrong = n - correct;
  return (
    <li className="grid grid-cols-[4.75rem_1fr] items-center gap-x-3 gap-y-1 text-sm">
      <span className="font-medium figures">{key}</span>
      <span className="flex h-4 gap-0.5" aria-hidden="true">
        <span className="rounded-sm bg-beat-solid" style={{ width: `${(100 * correct) / most}%` }} />
        <span className="rounded-sm bg-miss-solid" style={{ width: `${(100 * wrong) / most}%` }} />
      </span>
      <span className="col-start-2 text-muted figures">
        {correct} right, {wrong} wrong
      </span>
    </li>
  );
}
