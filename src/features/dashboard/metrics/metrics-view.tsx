import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { DashboardResponse } from "#contract/dashboard.ts";
import type { Figures } from "#contract/figures.ts";
import { hasEnoughForPercentage, type Rate, type Scorecard } from "#contract/record.ts";
import { MIN_SETTLED_FOR_PERCENTAGE } from "#contract/rules.ts";
import { counted, percent } from "#lib/numbers.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ChartBars } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { Progress } from "#ui/progress.tsx";
import { ownFiguresQuery } from "../api.ts";
import { SectionHeader } from "../frame.tsx";
import { historySearchParams } from "../history/history-filters.tsx";
import { accuracyLabel } from "../scales.ts";
import type { OpenView } from "../views.ts";
import { AccuracyCards } from "./accuracy-cards.tsx";
import { ResultCharts } from "./result-charts.tsx";

export function MetricsView({
  dashboard,
  onOpen,
}: {
  /** The dashboard's data, or null when it could not be loaded. */
  dashboard: DashboardResponse | null;
  onOpen: OpenView;
}) {
  return (
    <>
      <SectionHeader
        title="Performance Metrics"
        text="Your predictions, counted once their reports are out."
        onOpen={onOpen}
      />
      {dashboard && dashboard.metrics.totalPredictions > 0 && (
        <>
          <AccuracyPanel dashboard={dashboard} />
          <AccuracyCards dashboard={dashboard} />
          <ResultCharts scorecard={dashboard.scorecard} unsettled={dashboard.unsettled} />
          <OwnFigures />
          <p className="text-sm text-muted">
            How Beatcast does on every company on its record, wrong predictions included:{" "}
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

export function AccuracyPanel({ dashboard }: { dashboard: DashboardResponse }) {
  const { scorecard, metrics, accuracyMetrics } = dashboard;
  const rows = [
    ["All predictions", scorecard.accuracy],
    ["Predicted beats", scorecard.beatCalls],
    ["Predicted misses", scorecard.missCalls],
  ] as const;
  return (
    <Card aria-labelledby="accuracy">
      <CardHeader id="accuracy" title="Accuracy" description={beatText(scorecard)} />
      <ul className="flex flex-col gap-4">
        {rows.map(([name, rate]) => (
          <AccuracyRow key={name} name={name} rate={rate} />
        ))}
      </ul>
      <dl className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label="Analyzes" value={metrics.totalPredictions} />
        <Figure label="Right" value={scorecard.correct} />
        <Figure label="Wrong" value={scorecard.wrong} />
        <Figure label="Current streak" value={counted(accuracyMetrics.currentStreak, "day")} />
      </dl>
    </Card>
  );
}

function beatText({ beatRate }: Scorecard): string {
  if (!beatRate) return "No report has settled a prediction yet.";
  if (!hasEnoughForPercentage(beatRate))
    return `${beatRate.hits} of ${counted(beatRate.n, "report")} ${beatRate.hits === 1 ? "was a beat" : "were beats"}.`;
  return `${percent(beatRate.share)} of these reports were beats, so always predicting a beat would have been right ${percent(beatRate.share)} of the time.`;
}

function AccuracyRow({ name, rate }: { name: string; rate: Rate | null }) {
  const text = rateText(rate);
  return (
    <li>
      <div className="mb-1 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-medium">{name}</span>
        <span className="figures text-muted">{text}</span>
      </div>
      {rate && hasEnoughForPercentage(rate) && (
        <Progress label={name} value={100 * rate.share} valueText={text} />
      )}
    </li>
  );
}

function rateText(rate: Rate | null): string {
  if (!rate) return "none settled yet";
  if (!hasEnoughForPercentage(rate)) return `${rate.hits} of ${rate.n}, too few for a percentage`;
  return `${percent(rate.share, 1)}, ${accuracyLabel(100 * rate.share)} · ${rate.hits} of ${rate.n}, 95% interval ${percent(rate.low)} to ${percent(rate.high)}`;
}

const FiguresView = lazy(() => import("#ui/domain/record-figures/figures-view.tsx"));

function OwnFigures() {
  const { data, error, isFetching, isPending, refetch } = useQuery(ownFiguresQuery());
  if (isPending) return <SkeletonLines lines={8} />;
  if (error)
    return (
      <LoadFailure title="Your calibration could not be loaded" query={{ error, refetch, isFetching }} />
    );
  const { figures } = data;
  if (figures.n < MIN_SETTLED_FOR_PERCENTAGE)
    return (
      <Card aria-labelledby="your-calibration">
        <CardHeader id="your-calibration" title="Calibration" />
        <p className="max-w-3xl text-muted text-pretty">
          {figures.n} of your predictions are settled. Calibration takes at least {MIN_SETTLED_FOR_PERCENTAGE}
          , because fewer say nothing. The public track record has them all.
        </p>
      </Card>
    );
  return <OwnCharts figures={figures} />;
}

function OwnCharts({ figures }: { figures: Figures }) {
  const [, setParams] = useSearchParams();
  return (
    <Suspense fallback={<SkeletonLines lines={8} />}>
      <FiguresView
        figures={figures}
        chosenBin={null}
        onChooseBin={(bin) => setParams(historySearchParams({ bin, outcome: "settled" }))}
      />
    </Suspense>
  );
}
