import type { DashboardResponse } from "#contract/dashboard.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ChartBars } from "#ui/icons.tsx";
import { AccuracyCards } from "./accuracy-cards.tsx";
import { AccuracyPanel } from "./accuracy-panel.tsx";
import { ResultCharts } from "./result-charts.tsx";
import { SectionHeader } from "./section-header.tsx";
import type { OpenView } from "./views.ts";

/** How the user's own predictions turned out. */
export function MetricsView({
  dashboard,
  onOpen,
}: {
  /** Null when it could not be loaded. */
  dashboard: DashboardResponse | null;
  onOpen: OpenView;
}) {
  return (
    <>
      <SectionHeader
        title="Performance Metrics"
        text="Your own predictions, counted once their reports are out."
        onOpen={onOpen}
      />
      {dashboard && dashboard.metrics.totalPredictions > 0 && (
        <>
          <AccuracyPanel dashboard={dashboard} />
          <AccuracyCards dashboard={dashboard} />
          <ResultCharts scorecard={dashboard.scorecard} unsettled={dashboard.unsettled} />
          <p className="text-sm text-muted">
            How Beatcast does on every company of its record, wrong predictions included:{" "}
            <a href="/track-record" className="link">
              the public track record
            </a>
            .
          </p>
        </>
      )}
      {dashboard?.metrics.totalPredictions === 0 && (
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
