import type { DashboardResponse } from "#contract/dashboard.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ChartBars } from "#ui/icons.tsx";
import { Progress } from "#ui/progress.tsx";
import { AccuracyCards } from "./accuracy-cards.tsx";
import { accuracyLabel } from "./scales.ts";
import { SectionHeader } from "./section-header.tsx";
import type { OpenView } from "./views.ts";

/** How a person's own calls turned out. */
export function MetricsView({
  dashboard,
  onOpen,
}: {
  dashboard: DashboardResponse | null;
  onOpen: OpenView;
}) {
  const hasAny = (dashboard?.accuracyMetrics.totalPredictions ?? 0) > 0;
  return (
    <>
      <SectionHeader
        title="Performance Metrics"
        text="Your own calls, counted once their reports are out."
        onOpen={onOpen}
      />
      {hasAny ? (
        <>
          <AccuracyPanel dashboard={dashboard} />
          <AccuracyCards dashboard={dashboard} />
        </>
      ) : (
        <EmptyState
          icon={<ChartBars className="size-8" />}
          title="No Performance Data Yet"
          text="Figures appear here after your first analysis."
          action={<Button onClick={() => onOpen("analysis", "")}>Analyze Your First Stock</Button>}
        />
      )}
    </>
  );
}

function AccuracyPanel({ dashboard }: { dashboard: DashboardResponse | null }) {
  const metrics = dashboard?.metrics;
  const rows = [
    ["All calls", metrics?.overallAccuracy ?? null],
    ["Beat calls", metrics?.beatAccuracy ?? null],
    ["Miss calls", metrics?.missAccuracy ?? null],
  ] as const;
  const interval = metrics?.confidenceInterval;
  return (
    <Card aria-labelledby="accuracy">
      <CardHeader
        id="accuracy"
        title="Accuracy"
        description={
          interval
            ? `${metrics.settledPredictions} settled calls, 95% interval ${interval.low}% to ${interval.high}%`
            : "No report of yours is out yet."
        }
      />
      <ul className="flex flex-col gap-4">
        {rows.map(([name, percent]) => (
          <li key={name}>
            <div className="mb-1 flex justify-between text-sm">
              <span className="font-medium">{name}</span>
              <span className="figures text-muted">
                {percent === null ? "—" : `${percent}%, ${accuracyLabel(Number(percent))}`}
              </span>
            </div>
            <Progress
              label={name}
              value={Number(percent ?? 0)}
              valueText={percent === null ? "not known" : `${percent}%`}
            />
          </li>
        ))}
      </ul>
      <dl className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure label="Analyses" value={metrics?.totalPredictions ?? 0} />
        <Figure label="Settled" value={metrics?.settledPredictions ?? 0} />
        <Figure label="Current streak" value={`${dashboard?.accuracyMetrics.currentStreak ?? 0} days`} />
      </dl>
    </Card>
  );
}
