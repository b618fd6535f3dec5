import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ImportResponse, Watchlist, WatchlistEntry } from "#contract/watchlist.ts";
import { usePageTitle } from "#lib/browser.ts";
import { counted } from "#lib/numbers.ts";
import { useAction } from "#lib/use-action.ts";
import { importTickers, markWatchlistSeen, watchlistQuery } from "#lib/watchlist.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Bell, Briefcase } from "#ui/icons.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { AddCompanies } from "./add-companies.tsx";
import { WatchedCompany } from "./watched-company.tsx";

export default function WatchlistPage() {
  usePageTitle("Watchlist");
  return (
    <AppShell>
      <div className="page-width flex flex-col gap-5 py-5 sm:py-8">
        <WatchlistView />
      </div>
    </AppShell>
  );
}

function WatchlistView() {
  const asked = useQuery(watchlistQuery());
  const { data: list, error } = asked;
  const seenBefore = useSeenAtArrival(list);
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-4">
        <h1 className="heading-1">Watchlist</h1>
        <p className="flex">
          <LinkButton href="/alerts" variant="ghost" size="sm">
            <Bell className="size-4" /> Alerts
          </LinkButton>
          <LinkButton href="/calendar?own=only" variant="ghost" size="sm" className="max-sm:hidden">
            In the calendar
          </LinkButton>
        </p>
        <p className="mt-1 w-full text-muted">
          {list
            ? `${list.items.length} of ${counted(list.limit, "company", "companies")}`
            : "Companies you follow, next report first"}
        </p>
      </header>
      <LoadFailure query={asked} name="Your watchlist" />
      {!list && !error && <Loading />}
      {list && (
        <>
          <AddCompanies />
          {list.items.length === 0 && <Empty suggestions={list.suggestions} />}
          <ul aria-label="Watched companies" className="grid gap-3 xl:grid-cols-2">
            {list.items.map((item) => (
              <WatchedCompany
                key={item.symbol}
                item={item}
                seen={seenBefore.get(keyOf(item)) ?? null}
                today={list.today}
              />
            ))}
          </ul>
          {list.items.length > 0 && list.suggestions.length > 0 && (
            <Suggestions suggestions={list.suggestions} title="From your recent analyses" />
          )}
        </>
      )}
      {/* An empty list is shorter than its skeleton, so below the latter it would move. */}
      {(list || error) && <Disclosure variant="educational" />}
    </>
  );
}

/**
 * Returns what the person had seen of each company before this visit, and stores once per visit what is seen
 * now, for comparison at the next one.
 */
function useSeenAtArrival(list: Watchlist | undefined): ReadonlyMap<string, WatchlistEntry["seen"]> {
  const seenAtArrival = useRef<ReadonlyMap<string, WatchlistEntry["seen"]> | null>(null);
  const { run } = useAction({
    call: markWatchlistSeen,
    failure: { fallback: "" },
  });
  if (list && seenAtArrival.current === null)
    seenAtArrival.current = new Map(list.items.map((item) => [keyOf(item), item.seen]));
  const hasItems = list !== undefined && list.items.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, as soon as the list has companies
  useEffect(() => {
    if (hasItems) run();
  }, [hasItems]);
  return seenAtArrival.current ?? new Map();
}

function keyOf({ symbol, report }: WatchlistEntry): string {
  return `${symbol} ${report?.fiscalQuarterEnd ?? ""}`;
}

function Empty({ suggestions }: Pick<Watchlist, "suggestions">) {
  return (
    <EmptyState
      icon={<Briefcase className="size-6" />}
      title="Your watchlist is empty"
      text="Add tickers above, import your broker's file, or pick companies in the calendar. We alert you before they report."
      action={
        suggestions.length > 0 ? (
          <Suggestions suggestions={suggestions} title="From your recent analyses" />
        ) : undefined
      }
    />
  );
}

function Suggestions({ suggestions, title }: Pick<Watchlist, "suggestions"> & { title: string }) {
  const queryClient = useQueryClient();
  const add = useAction<string, ImportResponse>({
    call: importTickers,
    success: ({ added }) => ({ title: "Added to your watchlist", description: added.join(", ") }),
    failure: { fallback: "The watchlist could not be changed. Please try again." },
    refresh: () => queryClient.invalidateQueries({ queryKey: watchlistQuery().queryKey }),
  });
  return (
    <section aria-label={title} className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">{title}:</span>
      {suggestions.map(({ symbol, name }) => (
        <Button
          key={symbol}
          variant="secondary"
          size="sm"
          title={name}
          disabled={add.isPending}
          onClick={() => add.run(symbol)}
        >
          Add {symbol}
        </Button>
      ))}
      {suggestions.length > 1 && (
        <Button
          size="sm"
          isLoading={add.isPending}
          onClick={() => add.run(suggestions.map(({ symbol }) => symbol).join(" "))}
        >
          Add all {suggestions.length}
        </Button>
      )}
      <ActionFailure message={add.message} />
    </section>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span role="status" className="sr-only">
        Loading your watchlist…
      </span>
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-32 w-full" />
      ))}
    </div>
  );
}
