import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { TOO_MANY_COMPARED_MESSAGE } from "#contract/compare.ts";
import { MAX_COMPARED } from "#contract/rules.ts";
import { usePageTitle } from "#lib/browser.ts";
import { useSession } from "#lib/session.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Layers } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";
import { comparisonQuery } from "./api.ts";
import { Columns, LoadingColumns } from "./columns.tsx";
import { canAddCompany, comparisonLocationOf, searchOf } from "./comparison-location.ts";
import { Tickers } from "./tickers.tsx";

export default function ComparePage() {
  const [params] = useSearchParams();
  const place = useMemo(() => comparisonLocationOf(params), [params]);
  usePageTitle(place.symbols.length > 0 ? `Compare ${place.symbols.join(", ")}` : "Compare");
  return (
    <AppShell>
      <div className="page-width flex flex-col gap-4 py-5 sm:py-8">
        <header>
          <h1 className="heading-1">Compare</h1>
          <p className="mt-1 text-muted">
            Up to {MAX_COMPARED} companies side by side, from the calendar and your own analyses. It uses up
            no analysis.
          </p>
        </header>
        <Comparison place={place} />
        <Disclosure variant="educational" />
      </div>
    </AppShell>
  );
}

function Comparison({ place }: { place: ReturnType<typeof comparisonLocationOf> }) {
  const { symbols, refused } = place;
  const navigate = useNavigate();
  const { isLoading: isSessionLoading } = useSession();
  const isTooMany = symbols.length > MAX_COMPARED;
  const asked = useQuery({
    ...comparisonQuery(symbols),
    enabled: symbols.length > 0 && !isTooMany && !isSessionLoading,
    placeholderData: keepPreviousData,
  });
  const go = (next: readonly string[]) => void navigate({ search: searchOf(next) }, { replace: true });
  const comparison = symbols.length > 0 && !isTooMany ? asked.data : undefined;
  const items = (comparison?.items ?? []).filter(({ symbol }) => symbols.includes(symbol));
  const unknown = (comparison?.unknown ?? []).filter((symbol) => symbols.includes(symbol));
  return (
    <>
      <Tickers place={place} onChange={go} />
      {isTooMany && (
        <Notice tone="warn" title={TOO_MANY_COMPARED_MESSAGE} isAnnounced>
          The address names {symbols.length}. Remove {symbols.length - MAX_COMPARED} of them.
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="warn" title={`Not a ticker: ${refused.join(", ")}`}>
          It was left out of the comparison.
        </Notice>
      )}
      {unknown.length > 0 && (
        <Notice tone="warn" title={`Nothing is stored for ${unknown.join(", ")}`} isAnnounced>
          {unknown.length === 1
            ? "The calendar has no report of it. It may be mistyped, or listed elsewhere."
            : "The calendar has no report of them. They may be mistyped, or listed elsewhere."}
        </Notice>
      )}
      {!isTooMany && <LoadFailure query={asked} name="The comparison" />}
      {symbols.length === 0 ? (
        <EmptyState
          icon={<Layers className="size-6" />}
          title="Choose the first company"
          text="Type a ticker above, or select companies in the calendar."
          action={<LinkButton href="/calendar">Open the calendar</LinkButton>}
        />
      ) : items.length > 0 && comparison ? (
        <Columns comparison={{ ...comparison, items }} isStale={asked.isPlaceholderData} />
      ) : (
        !isTooMany && !asked.error && unknown.length === 0 && <LoadingColumns columns={symbols.length} />
      )}
      {items.length === 1 && canAddCompany(place) && (
        <p className="text-sm text-muted">Add a second ticker above to compare.</p>
      )}
    </>
  );
}
