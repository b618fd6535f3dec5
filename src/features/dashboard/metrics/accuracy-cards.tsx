import { type ReactNode, useState } from "react";
import type { DashboardResponse } from "#contract/dashboard.ts";
import { type PredictionHistoryItem, tossUpNote } from "#contract/prediction.ts";
import { hasEnoughForPercentage, type Rate } from "#contract/record.ts";
import { calendarDate, shortDate } from "#lib/dates.ts";
import { counted, MISSING, number, percent } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { OutcomeBadge } from "../prediction/badges.tsx";
import { Panel, pairClasses } from "../results/sections/section.tsx";
import { accuracyLabel } from "../scales.ts";
import { ReportResult } from "./report-result.tsx";

/** How many items are shown before the list is unfolded. The specification sets this value. */
const SHOWN = 3;

type AccuracyCardsProps = {
  dashboard: DashboardResponse;
  isFolding?: boolean;
  /** A folding section that stands beside the performance on a wide screen. */
  children?: ReactNode;
};

export function AccuracyCards({ dashboard, isFolding = false, children }: AccuracyCardsProps) {
  const { metrics, scorecard } = dashboard;
  return (
    <section aria-label="Your record" className="flex flex-col gap-4">
      {metrics.settledPredictions === 0 ? (
        <UnsettledCounts total={metrics.totalPredictions} />
      ) : (
        <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <AccuracyCard title="Pattern Recognition" rate={scorecard.accuracy} />
          <li className="rounded-lg border border-line bg-surface p-4 shadow-card">
            <p className="text-sm text-muted">Total Analyses</p>
            <p className="mt-1 text-2xl font-semibold figures">{metrics.totalPredictions}</p>
            <p className="text-sm text-muted">{metrics.settledPredictions} settled</p>
          </li>
          <AccuracyCard title="Beat Analysis" rate={scorecard.beatCalls} />
          <AccuracyCard title="Miss Analysis" rate={scorecard.missCalls} />
        </ul>
      )}
      <div className={children ? pairClasses : "contents"}>
        <Panel
          isFolding={isFolding}
          id="recognition"
          title="Pattern Recognition Performance"
          description="Your predictions and how they turned out"
          finding={`${counted(metrics.totalPredictions, "prediction")}, ${number(metrics.settledPredictions, 0)} settled`}
          control={<ReportResult awaited={dashboard.pending} />}
        >
          <div className="grid gap-6 md:grid-cols-2">
            <OutcomeList
              title="Awaiting Earnings Results"
              items={dashboard.pending}
              empty="You are not waiting for any report."
            />
            <OutcomeList
              title="Recent Results"
              items={dashboard.settled}
              empty="None of your predictions has been settled yet."
            />
          </div>
        </Panel>
        {children}
      </div>
    </section>
  );
}

/** Says in one line what four cards would, while no prediction is settled. */
function UnsettledCounts({ total }: { total: number }) {
  const names = ["Pattern Recognition", "Beat Analysis", "Miss Analysis"];
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 rounded-lg border border-line bg-surface px-4 py-3 text-sm text-muted shadow-card">
      <li>
        Total Analyses <strong className="font-semibold text-ink figures">{total}</strong>
      </li>
      {names.map((name) => (
        <li key={name}>{name}: none settled yet</li>
      ))}
    </ul>
  );
}

function AccuracyCard({ title, rate }: { title: string; rate: Rate | null }) {
  const [figure, note] = accuracyTexts(rate);
  return (
    <li className="rounded-lg border border-line bg-surface p-4 shadow-card">
      <p className="text-sm text-muted">{title}</p>
      <p className="mt-1 text-2xl font-semibold figures">{figure}</p>
      <p className="text-sm text-muted">{note}</p>
    </li>
  );
}

function accuracyTexts(rate: Rate | null): [figure: string, note: string] {
  if (!rate) return [MISSING, "none settled yet"];
  const counts = `${rate.hits} of ${rate.n}`;
  if (!hasEnoughForPercentage(rate)) return [counts, "right; too few for a percentage"];
  return [percent(rate.share, 1), `${accuracyLabel(100 * rate.share)}, ${counts}`];
}

function OutcomeList({
  title,
  items,
  empty,
}: {
  title: string;
  items: PredictionHistoryItem[];
  empty: string;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, SHOWN);
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {items.length === 0 && <p className="text-sm text-muted">{empty}</p>}
      <ul className="flex flex-col divide-y divide-line text-sm">
        {shown.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="font-semibold">{item.stock.symbol}</span>
            <Badge>
              {item.predictionType} {item.probability}%{tossUpNote(item.beatProbability)}
            </Badge>
            {item.state !== "pending" && <OutcomeBadge {...item} />}
            <span className="ml-auto text-muted">
              {item.reportDate ? `Report ${calendarDate(item.reportDate)}` : shortDate(item.createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {items.length > SHOWN && (
        <button type="button" className="link mt-2 text-sm" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${items.length}`}
        </button>
      )}
    </div>
  );
}
