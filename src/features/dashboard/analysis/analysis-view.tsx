import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { DashboardResponse } from "#contract/dashboard.ts";
import { useUser } from "#lib/session.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { classes } from "#ui/classes.ts";
import { Notice } from "#ui/notice.tsx";
import { SectionHeader } from "../frame.tsx";
import { AccuracyCards } from "../metrics/accuracy-cards.tsx";
import { RecentPredictions } from "../prediction/prediction-table.tsx";
import { AnalysisResult } from "../results/analysis-result.tsx";
import { ResultSkeleton } from "../results/result-skeleton.tsx";
import { SeasonSection } from "../results/season-section.tsx";
import type { OpenView } from "../views.ts";
import { Methodology, RiskFramework } from "./methodology.tsx";
import { StageList } from "./stage-list.tsx";
import { TickerForm } from "./ticker-form.tsx";
import type { UsedAnalysis } from "./use-analysis.ts";

type Props = {
  /** The dashboard's data, or null when it could not be loaded. */
  dashboard: DashboardResponse | null;
  analysis: UsedAnalysis;
  symbol: string;
  onSymbol: (symbol: string) => void;
  onAnalyze: (symbol: string) => void;
  onOpen: OpenView;
};

export function AnalysisView({ dashboard, analysis, symbol, onSymbol, onAnalyze, onOpen }: Props) {
  const { pending, stages, text, result, predictionId, isRestoring, cancel } = analysis;
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLDivElement>(null);
  const isAwaited = useRef(false);
  const { key, state } = useLocation();

  // Every navigation has a key of its own, so a second navigation to this page focuses the field again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (Reflect.get(Object(state), "focus") === "ticker") input.current?.focus();
  }, [key]);

  // When the result appears, its heading gets the focus, unless the person is in another field.
  useEffect(() => {
    if (pending !== null) isAwaited.current = true;
    else if (result && isAwaited.current) {
      isAwaited.current = false;
      if (document.activeElement === document.body || document.activeElement?.closest("form"))
        heading.current?.focus();
    }
  }, [pending, result]);

  const isCompact = pending !== null || isRestoring || result !== null;
  return (
    <>
      <div className={isCompact ? "flex items-start gap-2 print:hidden sm:gap-6" : "flex flex-col gap-6"}>
        <SectionHeader
          title="Stock Analysis"
          text="The probability that the next report beats the analysts' consensus, beside the base rate of comparable companies."
          onOpen={onOpen}
          isCompact={isCompact}
        />
        <Card
          as="div"
          className={classes(
            "print:hidden",
            isCompact && "min-w-0 flex-1 !border-0 !bg-transparent !p-0 !shadow-none",
          )}
        >
          <TickerForm
            symbol={symbol}
            onSymbol={onSymbol}
            isRunning={pending !== null}
            isCompact={isCompact}
            onSubmit={onAnalyze}
            input={input}
          />
        </Card>
      </div>
      {pending === null && <LastFailure failure={analysis.failure} />}
      {pending !== null && (
        <Card as="div" className="print:hidden">
          <StageList
            symbol={pending}
            stages={stages}
            text={text}
            onCancel={() => {
              cancel();
              input.current?.focus();
            }}
          />
        </Card>
      )}
      {!result && (pending !== null || isRestoring) && <ResultSkeleton />}
      {result && (
        <div ref={heading} tabIndex={-1} className="rounded-md outline-none">
          <p className="sr-only">Result for {result.stock.symbol}</p>
          {/* The key makes another analysis a new article, so its parts do not animate from the old ones. */}
          <AnalysisResult
            key={result.id}
            analysis={result}
            predictionId={predictionId}
            season={<SeasonSection symbol={result.stock.symbol} />}
            record={dashboard && <Record dashboard={dashboard} isFolding />}
            recordLinks={dashboard ? recordLinks : []}
          />
        </div>
      )}
      {!result && dashboard && <Record dashboard={dashboard} isFolding={false} />}
      <div className={classes("grid print:hidden lg:grid-cols-2", result ? "gap-4" : "gap-6")}>
        <Methodology isFolding={result !== null} />
        <RiskFramework isFolding={result !== null} analysis={result} />
      </div>
    </>
  );
}

/**
 * Says why the last analysis failed, because the toast is gone in seconds, or that the quota is used up. The latter
 * without a failure only when the page opens, because it must not push down an analysis that is on the screen.
 */
function LastFailure({ failure }: Pick<UsedAnalysis, "failure">) {
  const { apiCallsUsed, apiCallsLimit } = useUser();
  const isSpent = apiCallsLimit !== null && apiCallsUsed >= apiCallsLimit;
  const [wasSpent] = useState(isSpent);
  if (failure && !failure.isQuotaSpent)
    return (
      <Notice tone="danger" title={`No analysis of ${failure.symbol}`}>
        {failure.text}
      </Notice>
    );
  if (!failure && !(wasSpent && isSpent)) return null;
  return (
    <div className="print:hidden">
      <Notice
        tone="warn"
        isAnnounced
        title="No analyses left in this period"
        action={
          <LinkButton href="/subscribe?upgrade=true" variant="secondary" size="sm">
            See the plans
          </LinkButton>
        }
      >
        {failure?.text ??
          `You have used all ${apiCallsLimit} of them. More come with the next period, or at once with a larger plan.`}
      </Notice>
    </div>
  );
}

const recordLinks = [
  { id: "recognition", name: "Your record" },
  { id: "recent-predictions", name: "Recent" },
];

function Record({ dashboard, isFolding }: { dashboard: DashboardResponse; isFolding: boolean }) {
  const recent = <RecentPredictions dashboard={dashboard} isFolding={isFolding} />;
  return (
    <div className="contents print:hidden">
      <AccuracyCards dashboard={dashboard} isFolding={isFolding}>
        {isFolding && recent}
      </AccuracyCards>
      {!isFolding && recent}
    </div>
  );
}
