import { useQueryClient } from "@tanstack/react-query";
import { type Ref, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CalendarResponse, MarketOverview, TrendingResponse } from "#contract/market.ts";
import { showToast } from "#lib/toast.ts";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { Briefcase, Calendar, Compass, type Icon, Search, TrendUp } from "#ui/icons.tsx";
import { marketOverviewQuery, trendingQuery, upcomingReportsQuery } from "../api.ts";
import type { OpenView } from "../views.ts";
import { CalendarList, MarketOverviewCard, TrendingList } from "./market-lists.tsx";

type ShownList =
  | { name: "trending"; list: TrendingResponse }
  | { name: "calendar"; list: CalendarResponse }
  | { name: "overview"; list: MarketOverview };

type Failure = { title: string; error: unknown; isFetching: boolean; refetch: () => void };

export function QuickActions({ onOpen }: { onOpen: OpenView }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [shown, setShown] = useState<ShownList | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setShown(null);
    opener.current?.focus();
  };

  const load = <List,>(title: string, call: () => Promise<List>, open: (list: List) => void) => {
    setFailure((last) => last && { ...last, isFetching: true });
    call().then(
      (list) => {
        setFailure(null);
        open(list);
      },
      (error: unknown) => {
        setShown(null);
        setFailure({ title, error, isFetching: false, refetch: () => load(title, call, open) });
      },
    );
  };
  const showTrending = () => {
    if (shown?.name === "trending") return close();
    load(
      "Trending stocks could not be loaded",
      () => queryClient.fetchQuery(trendingQuery()),
      (list) => {
        if (list.items?.length) return setShown({ name: "trending", list });
        showToast(
          list.items
            ? { title: "Trending Stocks", description: "The market source lists none right now." }
            : {
                title: "Coming Soon",
                description: "Trending stocks are not available from this market source.",
              },
        );
      },
    );
  };
  const showCalendar = () => {
    if (shown?.name === "calendar") return close();
    load(
      "The earnings calendar could not be loaded",
      () => queryClient.fetchQuery(upcomingReportsQuery()),
      (list) => {
        if (list.items?.length) return setShown({ name: "calendar", list });
        const description = list.items
          ? "No report is expected in the next two weeks."
          : "Coming soon: this market source has no calendar.";
        showToast({ title: "Earnings Calendar", description });
      },
    );
  };
  const showOverview = () => {
    if (shown?.name === "overview") return close();
    load(
      "The market overview could not be loaded",
      // The overview is always read again, because every published report changes the season's figures.
      () => queryClient.fetchQuery({ ...marketOverviewQuery(), staleTime: 0 }),
      (list) => setShown({ name: "overview", list }),
    );
  };

  return (
    <section aria-label="Quick actions" className="flex flex-col gap-4">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        <Action
          icon={Search}
          title="Analyze Stock"
          text="See the probability of a beat"
          onRun={() => onOpen("analysis", "")}
        />
        <Action
          icon={TrendUp}
          title="Trending Stocks"
          text="What is getting attention today"
          isOpen={shown?.name === "trending"}
          ref={shown?.name === "trending" ? opener : undefined}
          onRun={() => showTrending()}
        />
        <Action
          icon={Briefcase}
          title="Track Portfolio"
          text="Follow the companies you own"
          onRun={() => void navigate("/watchlist")}
        />
        <Action
          icon={Compass}
          title="Market Insights"
          text="Market mood and the season so far"
          isOpen={shown?.name === "overview"}
          ref={shown?.name === "overview" ? opener : undefined}
          onRun={() => showOverview()}
        />
        <Action
          icon={Calendar}
          title="Earnings Calendar"
          text="Reports of the next two weeks"
          isOpen={shown?.name === "calendar"}
          ref={shown?.name === "calendar" ? opener : undefined}
          onRun={() => showCalendar()}
        />
      </ul>
      {failure && <LoadFailure title={failure.title} query={failure} />}
      {shown?.name === "trending" && <TrendingList list={shown.list} onOpen={onOpen} onClose={close} />}
      {shown?.name === "overview" && <MarketOverviewCard list={shown.list} onClose={close} />}
      {shown?.name === "calendar" && <CalendarList list={shown.list} onOpen={onOpen} onClose={close} />}
    </section>
  );
}

type ActionProps = {
  icon: Icon;
  title: string;
  text: string;
  /** Whether the tile's list is open. `isOpen` is undefined for a tile without a list. */
  isOpen?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
  onRun: () => void;
};

function Action({ icon: ActionIcon, title, text, isOpen, ref, onRun }: ActionProps) {
  return (
    <li>
      <button
        ref={ref}
        type="button"
        onClick={onRun}
        aria-expanded={isOpen}
        className="flex h-full w-full flex-col items-start gap-1 rounded-lg border border-line bg-surface p-3 text-left text-sm shadow-card transition-colors duration-fast hover:bg-sunken focus-ring aria-expanded:border-primary"
      >
        <span className="flex items-center gap-2 font-semibold">
          <ActionIcon className="size-4.5 text-primary" />
          {title}
        </span>
        <span className="text-xs text-muted">{text}</span>
      </button>
    </li>
  );
}
