import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { DashboardResponse } from "#contract/dashboard.ts";
import { UNCONFIRMED_CALL_LIMIT } from "#contract/rules.ts";
import { useUser } from "#lib/session.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Printer } from "#ui/icons.tsx";
import { ConfirmNotice } from "#widgets/confirm-notice.tsx";
import { SectionHeader } from "../frame.tsx";
import { AccuracyCards } from "../metrics/accuracy-cards.tsx";
import { RecentPredictions } from "../prediction/prediction-table.tsx";
import { AnalysisResult } from "../results/analysis-result.tsx";
import { Sources } from "../results/sources.tsx";
import type { OpenView } from "../views.ts";
import { Methodology, RiskFramework } from "./methodology.tsx";
import { StageList } from "./stage-list.tsx";
import { TickerForm } from "./ticker-form.tsx";
import type { UsedAnalysis } from "./use-analysis.ts";

type Props = {
  /** Null after a failed load. */
  dashboard: DashboardResponse | null;
  analysis: UsedAnalysis;
  symbol: string;
  onSymbol: (symbol: string) => void;
  /** Starts an analysis and puts its ticker into the URL. */
  onAnalyze: (symbol: string) => void;
  onOpen: OpenView;
};

/** The ticker form, the stages of the running analysis and its result. */
export function AnalysisView({ dashboard, analysis, symbol, onSymbol, onAnalyze, onOpen }: Props) {
  const { pending, stages, text, result, cancel } = analysis;
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLDivElement>(null);
  const isAwaited = useRef(false);
  const { key, state } = useLocation();

  // Every navigation has its own key, so opening the view twice focuses twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (Reflect.get(Object(state), "focus") === "ticker") input.current?.focus();
  }, [key]);

  // Moves the focus to the result, unless the user is busy elsewhere on the page.
  useEffect(() => {
    if (pending !== null) isAwaited.current = true;
    else if (result && isAwaited.current) {
      isAwaited.current = false;
      if (document.activeElement === document.body || document.activeElement?.closest("form"))
        heading.current?.focus();
    }
  }, [pending, result]);

  return (
    <>
      <SectionHeader
        title="Stock Analysis"
        text="The probability that the next report beats the analysts' consensus, beside what it would be for any company."
        onOpen={onOpen}
      />
      <div className="empty:hidden print:hidden">
        <UnconfirmedNotice />
      </div>
      <Card as="div" className="print:hidden">
        <TickerForm
          symbol={symbol}
          onSymbol={onSymbol}
          isRunning={pending !== null}
          onSubmit={onAnalyze}
          input={input}
        />
        {pending !== null && (
          <StageList
            symbol={pending}
            stages={stages}
            text={text}
            onCancel={() => {
              cancel();
              input.current?.focus();
            }}
          />
        )}
      </Card>

      {result && (
        <div
          ref={heading}
          tabIndex={-1}
          className="flex scroll-mt-6 flex-wrap items-center justify-between gap-3 rounded-md outline-none"
        >
          <p className="text-sm text-muted">Result for {result.stock.symbol}</p>
          <Button variant="ghost" size="sm" className="print:hidden" onClick={() => print()}>
            <Printer className="size-4" />
            Print
          </Button>
        </div>
      )}
      {result && <AnalysisResult analysis={result} />}
      <div className="contents print:hidden">
        {dashboard && (
          <>
            <AccuracyCards dashboard={dashboard} />
            <RecentPredictions dashboard={dashboard} />
          </>
        )}
      </div>
      {result && <Sources analysis={result} />}
      <div className="grid gap-6 print:hidden lg:grid-cols-2">
        <Methodology />
        <RiskFramework />
      </div>
    </>
  );
}

/** Shown when a free account has used up its analyses without a confirmed address. */
function UnconfirmedNotice() {
  const { email, isEmailVerified, subscriptionTier, apiCallsUsed } = useUser();
  if (isEmailVerified || subscriptionTier !== "free" || apiCallsUsed < UNCONFIRMED_CALL_LIMIT) return null;
  return (
    <ConfirmNotice email={email} title="Confirm your email address to go on">
      A free account has {UNCONFIRMED_CALL_LIMIT} analyses before its address is confirmed. Open the link we
      mailed to {email}, then analyze again.
    </ConfirmNotice>
  );
}
