import type { DashboardResponse } from "#contract/dashboard.ts";
import type { Rate } from "#contract/record.ts";
import { percent } from "#lib/numbers.ts";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { Progress } from "#ui/progress.tsx";
import { accuracyLabel } from "./scales.ts";

/** Shares of right calls with their numbers, intervals and the labels of the spec. */
export function AccuracyPanel({ dashboard }: { dashboard: DashboardResponse }) {
  const { scorecard, metrics, accuracyMetrics } = dashboard;
  const rows = [
    ["All calls", scorecard.accuracy],
    ["Beat calls", scorecard.beatCalls],
    ["Miss calls", scorecard.missCalls],
  ] as const;
  return (
    <Card aria-labelledby="accuracy">
      <CardHeader
        id="accuracy"
        title="Accuracy"
        description={
          scorecard.beatRate
            ? `Of the same reports ${percent(scorecard.beatRate.share, 1)} were beats: always saying “beat” would have been right as often.`
            : "No report of yours is out yet."
        }
      />
      <ul className="flex flex-col gap-4">
        {rows.map(([name, rate]) => (
          <AccuracyRow key={name} name={name} rate={rate} />
        ))}
      </ul>
      <dl className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label="Analyses" value={metrics.totalPredictions} />
        <Figure label="Right" value={scorecard.correct} />
        <Figure label="Wrong" value={scorecard.wrong} />
        <Figure label="Current streak" value={`${accuracyMetrics.currentStreak} days`} />
      </dl>
    </Card>
  );
}

function AccuracyRow({ name, rate }: { name: string; rate: Rate | null }) {
  return (
    <li>
      <div className="mb-1 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-medium">{name}</span>
        <span className="figures text-muted">
          {rate
            ? `${percent(rate.share, 1)}, ${accuracyLabel(100 * rate.share)} · ${rate.hits} of ${rate.n}, 95% interval ${percent(rate.low)} to ${percent(rate.high)}`
            : "—"}
        </span>
      </div>
      <Progress
        label={name}
        value={100 * (rate?.share ?? 0)}
        valueText={rate ? percent(rate.share, 1) : "not known"}
      />
    </li>
  );
}
