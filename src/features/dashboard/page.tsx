import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { UNCONFIRMED_CALL_LIMIT } from "#contract/rules.ts";
import { dashboardQuery } from "#lib/dashboard.ts";
import { useUser } from "#lib/session.tsx";
import { ConfirmNotice } from "#ui/domain/confirm-notice.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { ScreenSpinner, SkeletonLines } from "#ui/loading.tsx";
import { type UsedAnalysis, useAnalysis } from "./analysis/use-analysis.ts";
import { DashboardFrame } from "./frame.tsx";
import { type OpenView, shareTargetTicker, type View, viewOfParams, viewPath, viewTitles } from "./views.ts";
import { WelcomeView } from "./welcome/welcome-view.tsx";

const AnalysisView = lazy(async () => ({
  default: (await import("./analysis/analysis-view.tsx")).AnalysisView,
}));
const HistoryView = lazy(async () => ({ default: (await import("./history/history-view.tsx")).HistoryView }));
const MetricsView = lazy(async () => ({ default: (await import("./metrics/metrics-view.tsx")).MetricsView }));
const PredictionView = lazy(async () => ({
  default: (await import("./prediction/prediction-view.tsx")).PredictionView,
}));

export default function DashboardPage() {
  const [params] = useSearchParams();
  const { id: predictionId } = useParams();
  const { state: place } = useLocation();
  const navigate = useNavigate();
  const dashboard = useQuery(dashboardQuery());
  const analysis = useAnalysis();
  const [symbol, setSymbol] = useState(
    params.get("symbol")?.toUpperCase() ?? shareTargetTicker(params) ?? "",
  );
  const view = predictionId ? "history" : viewOfParams(params);

  useEffect(() => {
    if (!predictionId) document.title = `${viewTitles[view]} · Beatcast`;
  }, [view, predictionId]);

  // If the view's change has removed the focused element, the focus moves to the content.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every change of view
  useEffect(() => {
    const isLost = document.activeElement === document.body || !document.activeElement?.isConnected;
    if (isLost && !place) document.getElementById("main")?.focus({ preventScroll: true });
  }, [view]);

  const open = useCallback<OpenView>(
    (next, ticker) => {
      if (ticker !== undefined) setSymbol(ticker);
      void navigate(viewPath(next), next === "analysis" ? { state: { focus: "ticker" } } : {});
      scrollTo(0, 0);
    },
    [navigate],
  );

  const analyze = (ticker: string) => {
    setSymbol(ticker);
    analysis.start(ticker);
    void navigate(`${viewPath("analysis")}&symbol=${encodeURIComponent(ticker)}`, { replace: true });
  };

  if (dashboard.isPending) return <ScreenSpinner label="Loading dashboard..." />;
  const data = dashboard.data ?? null;
  const views: Record<View, ReactNode> = {
    welcome: <WelcomeView dashboard={data} onOpen={open} />,
    analysis: (
      <AnalysisView
        dashboard={data}
        analysis={analysis}
        symbol={symbol}
        onSymbol={setSymbol}
        onAnalyze={analyze}
        onOpen={open}
      />
    ),
    history: <HistoryView onOpen={open} />,
    metrics: <MetricsView dashboard={data} onOpen={open} />,
  };
  return (
    <DashboardFrame view={view} onOpen={open}>
      <LoadFailure query={dashboard} name="Your dashboard">
        {" "}
        We try again every 30 seconds.
      </LoadFailure>
      {!(view === "analysis" && isReading(analysis)) && <ConfirmAddress />}
      <Suspense fallback={<SkeletonLines lines={8} />}>
        {predictionId ? <PredictionView key={predictionId} id={predictionId} /> : views[view]}
      </Suspense>
    </DashboardFrame>
  );
}

/** Returns whether an analysis is running or on the screen, which must not move. */
const isReading = ({ pending, isRestoring, result }: UsedAnalysis) =>
  pending !== null || isRestoring || result !== null;

function ConfirmAddress() {
  const { email, isEmailVerified, subscriptionTier, apiCallsUsed } = useUser();
  const isNeeded = subscriptionTier === "free" && apiCallsUsed >= UNCONFIRMED_CALL_LIMIT;
  if (isEmailVerified) return null;
  return (
    <div className="print:hidden">
      <ConfirmNotice
        email={email}
        title={isNeeded ? "Confirm your email address to continue" : "Please confirm your email address"}
      >
        {subscriptionTier === "free" &&
          `A free account gets ${UNCONFIRMED_CALL_LIMIT} analyses before its email address is confirmed. `}
        Open the link we emailed to {email}
        {isNeeded && ", then analyze again"}.
      </ConfirmNotice>
    </div>
  );
}
