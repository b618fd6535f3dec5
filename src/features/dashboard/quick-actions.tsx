import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CalendarResponse, TrendingResponse } from "#contract/market.ts";
import { calendarDate } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Briefcase, Calendar, Compass, type Icon, Search, TrendUp } from "#ui/icons.tsx";
import { showToast } from "#ui/toast-store.ts";
import { calendarQuery, trendingQuery } from "./queries.ts";
import type { OpenView } from "./views.ts";

type Shown = { name: "trending"; list: TrendingResponse } | { name: "calendar"; list: CalendarResponse };

/** What people come for, one tap away. Lists open below; where the source has none, the toast says so. */
export function QuickActions({ onOpen }: { onOpen: OpenView }) {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Shown | null>(null);

  const showTrending = async () => {
    const list = await queryClient.fetchQuery(trendingQuery()).catch(() => null);
    if (list?.items?.length) setShown({ name: "trending", list });
    else
      showToast({
        title: "Coming Soon",
        description: "Trending stocks are not available from this market source.",
      });
  };
  const showCalendar = async () => {
    const list = await queryClient.fetchQuery(calendarQuery()).catch(() => null);
    if (list?.items?.length) setShown({ name: "calendar", list });
    else
      showToast({
        title: "Earnings Calendar",
        description: "Coming soon: this market source has no calendar.",
      });
  };
  const actions: { icon: Icon; title: string; text: string; run: () => void }[] = [
    {
      icon: Search,
      title: "Analyze Stock",
      text: "Get the probability of a beat",
      run: () => onOpen("analysis", ""),
    },
    {
      icon: TrendUp,
      title: "Trending Stocks",
      text: "What people look at today",
      run: () => void showTrending(),
    },
    {
      icon: Briefcase,
      title: "Track Portfolio",
      text: "Look at the companies you hold",
      run: () => onOpen("analysis"),
    },
    {
      icon: Compass,
      title: "Market Insights",
      text: "Mood of the whole market",
      run: () =>
        showToast({
          title: "Market Insights",
          description: "Every analysis ends with the market overview: look for the Fear and Greed Index.",
        }),
    },
    {
      icon: Calendar,
      title: "Earnings Calendar",
      text: "Reports of the next two weeks",
      run: () => void showCalendar(),
    },
  ];
  return (
    <section aria-label="Quick actions" className="flex flex-col gap-4">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {actions.map(({ icon: ActionIcon, title, text, run }) => (
          <li key={title}>
            <button
              type="button"
              onClick={run}
              className="flex h-full w-full flex-col items-start gap-2 rounded-lg border border-line bg-surface p-4 text-left shadow-card transition-colors duration-fast hover:bg-sunken focus-ring"
            >
              <ActionIcon className="size-6 text-primary" />
              <span className="font-semibold">{title}</span>
              <span className="text-sm text-muted">{text}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown && <MarketList shown={shown} onOpen={onOpen} onClose={() => setShown(null)} />}
    </section>
  );
}

function MarketList({ shown, onOpen, onClose }: { shown: Shown; onOpen: OpenView; onClose: () => void }) {
  const { name, list } = shown;
  const rows =
    shown.name === "calendar"
      ? (shown.list.items ?? []).map((item) => ({ ...item, note: calendarDate(item.reportDate) }))
      : (shown.list.items ?? []).map((item) => ({ ...item, note: null }));
  return (
    <Card aria-labelledby="market-list">
      <CardHeader
        id="market-list"
        title={name === "calendar" ? "Earnings Calendar" : "Trending Stocks"}
        description={`${list.source}${list.dataMode === "sample" ? ", simulated" : ""}`}
        aside={
          <Button variant="ghost" size="sm" onClick={onClose}>
            Close
          </Button>
        }
      />
      <ul className="grid gap-1 sm:grid-cols-2 lg:grid-cols-3">
        {rows.slice(0, 18).map((row) => (
          <li key={row.symbol}>
            <button
              type="button"
              onClick={() => onOpen("analysis", row.symbol)}
              className="flex min-h-11 w-full items-baseline gap-2 rounded-md px-2 py-2 text-left hover:bg-sunken focus-ring"
            >
              <span className="font-semibold">{row.symbol}</span>
              <span className="min-w-0 flex-1 truncate text-sm text-muted">{row.name}</span>
              {row.note && <span className="text-xs text-muted whitespace-nowrap">{row.note}</span>}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
