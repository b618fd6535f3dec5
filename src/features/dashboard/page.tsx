import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useSession } from "#lib/session.tsx";
import { IconButton } from "#ui/button.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { Menu } from "#ui/icons.tsx";
import { Logo } from "#ui/logo.tsx";
import { ScreenSpinner } from "#ui/spinner.tsx";
import { showToast } from "#ui/toast-store.ts";
import { AnalysisView } from "./analysis-view.tsx";
import { HistoryView } from "./history-view.tsx";
import { MetricsView } from "./metrics-view.tsx";
import { dashboardQuery } from "./queries.ts";
import { SampleBanner } from "./sample-banner.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useAnalysis } from "./use-analysis.ts";
import { isView, type View, viewTitles } from "./views.ts";
import { WelcomeView } from "./welcome-view.tsx";

/** The signed-in dashboard: a sidebar and one of four views, which the address names. */
export default function DashboardPage() {
  const [params, setParams] = useSearchParams();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [symbol, setSymbol] = useState(params.get("symbol")?.toUpperCase() ?? "");
  const input = useRef<HTMLInputElement>(null);
  const { refreshUser } = useSession();
  const queryClient = useQueryClient();
  const dashboard = useQuery(dashboardQuery());

  const named = params.get("view");
  const view: View = isView(named) ? named : params.has("symbol") ? "analysis" : "welcome";
  useEffect(() => {
    document.title = `${viewTitles[view]} · Beatcast`;
  }, [view]);

  const analysis = useAnalysis(
    useCallback(
      (ended, outcome) => {
        if (outcome.isDone)
          showToast({
            title: "Analysis Complete",
            description: `Generated earnings prediction for ${ended}`,
            tone: "success",
          });
        else
          showToast({
            title: "Analysis Failed",
            description: outcome.message ?? "Failed to analyze stock",
            tone: "destructive",
          });
        void queryClient.invalidateQueries({ queryKey: ["/api/dashboard"] });
        void queryClient.invalidateQueries({ queryKey: ["/api/predictions"] });
        void refreshUser().catch(() => undefined);
      },
      [queryClient, refreshUser],
    ),
  );

  const open = useCallback(
    (next: View, ticker?: string) => {
      setIsMenuOpen(false);
      if (ticker !== undefined) setSymbol(ticker);
      setParams(next === "welcome" ? {} : { view: next });
      scrollTo(0, 0);
      if (next === "analysis") setTimeout(() => input.current?.focus(), 0);
    },
    [setParams],
  );

  // "/" leads to the ticker from anywhere on the dashboard, as on many sites.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      open("analysis");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);

  if (dashboard.isPending) return <ScreenSpinner label="Loading dashboard..." />;

  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only focus:(not-sr-only fixed left-3 top-3 z-80 rounded-md bg-primary px-4 py-2 text-on-primary)"
      >
        Skip to content
      </a>
      <div className="hidden w-68 shrink-0 border-r border-line bg-surface lg:block">
        <div className="sticky top-0 h-dvh overflow-y-auto">
          <Sidebar view={view} onOpen={open} />
        </div>
      </div>
      <Drawer isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} title="Menu">
        <Sidebar view={view} onOpen={open} />
      </Drawer>
      <div className="min-w-0 flex-1">
        <header className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-canvas px-2 py-1.5 lg:hidden">
          <IconButton label="Open menu" onClick={() => setIsMenuOpen(true)}>
            <Menu />
          </IconButton>
          <Logo />
        </header>
        <main id="main" tabIndex={-1} className="page-width flex flex-col gap-6 py-6 outline-none sm:py-8">
          <SampleBanner
            dataMode={analysis.result?.dataMode ?? dashboard.data?.pending[0]?.dataMode ?? null}
          />
          {view === "welcome" && <WelcomeView dashboard={dashboard.data ?? null} onOpen={open} />}
          {view === "analysis" && (
            <AnalysisView
              dashboard={dashboard.data ?? null}
              analysis={analysis}
              symbol={symbol}
              onSymbol={setSymbol}
              input={input}
              onOpen={open}
            />
          )}
          {view === "history" && <HistoryView onOpen={open} />}
          {view === "metrics" && <MetricsView dashboard={dashboard.data ?? null} onOpen={open} />}
        </main>
      </div>
    </div>
  );
}
