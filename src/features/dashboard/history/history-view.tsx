import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { PredictionListQuery } from "#contract/dashboard.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import { MAX_COMPARED } from "#contract/rules.ts";
import { downloadFile } from "#lib/browser.ts";
import { counted } from "#lib/numbers.ts";
import { useAction } from "#lib/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Download, History, Layers } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { exportPredictions, historyQuery } from "../api.ts";
import { SectionHeader } from "../frame.tsx";
import { PredictionTable } from "../prediction/prediction-table.tsx";
import type { OpenView } from "../views.ts";
import {
  HistoryFilters,
  historySearchParams,
  isFiltered,
  parseHistoryParams,
  sortedBy,
} from "./history-filters.tsx";

export function HistoryView({ onOpen }: { onOpen: OpenView }) {
  const [params, setParams] = useSearchParams();
  const query = parseHistoryParams(params);
  const history = useQuery({ ...historyQuery(query), placeholderData: keepPreviousData });
  const show = (next: Partial<PredictionListQuery>) => setParams(historySearchParams({ ...query, ...next }));
  const isEmpty = history.data?.total === 0;
  return (
    <>
      <SectionHeader
        title="Prediction History"
        text="Every prediction you asked for, with the result once it was reported."
        onOpen={onOpen}
      />
      <Disclosure variant="educational" />
      {history.isPending && <SkeletonLines lines={5} />}
      {history.isError && <LoadFailure title="Your history could not be loaded" query={history} />}
      {isEmpty && !isFiltered(query) && (
        <EmptyState
          icon={<History className="size-8" />}
          title="No Predictions Yet"
          text="Analyze a company before its report, and see here how your prediction turned out."
          action={<Button onClick={() => onOpen("analysis", "")}>Analyze Your First Stock</Button>}
        />
      )}
      {history.data && (!isEmpty || isFiltered(query)) && (
        <>
          <HistoryFilters
            query={query}
            onFilter={(changed) =>
              setParams(
                historySearchParams({ ...query, ...(changed as Partial<PredictionListQuery>), page: 1 }),
              )
            }
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-sm text-muted figures">
              {counted(history.data.total, "prediction")}
            </p>
            <div className="flex flex-wrap gap-2">
              <CompareLink items={history.data.items} />
              <DownloadButton query={query} />
            </div>
          </div>
          {isEmpty ? (
            <p className="text-muted">No prediction fits these filters.</p>
          ) : (
            <PredictionTable
              caption="Prediction history"
              items={history.data.items}
              order={query}
              onSort={(column) => show(sortedBy(query, column))}
            />
          )}
          <Pager
            page={query.page}
            pages={Math.max(1, Math.ceil(history.data.total / history.data.pageSize))}
            onPage={(page) => show({ page })}
          />
        </>
      )}
    </>
  );
}

type PagerProps = { page: number; pages: number; onPage: (page: number) => void };

function Pager({ page, pages, onPage }: PagerProps) {
  if (pages <= 1 && page === 1) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className="text-sm text-muted figures">
        Page {page} of {pages}
      </span>
      <Button variant="secondary" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

function CompareLink({ items }: { items: readonly PredictionHistoryItem[] }) {
  const symbols = [...new Set(items.map(({ stock }) => stock.symbol))].slice(0, MAX_COMPARED);
  if (symbols.length < 2) return null;
  return (
    <LinkButton
      href={`/compare?s=${symbols.map(encodeURIComponent).join(",")}`}
      variant="secondary"
      size="sm"
    >
      <Layers className="size-4" />
      Compare {symbols.join(", ")}
    </LinkButton>
  );
}

function DownloadButton({ query }: { query: PredictionListQuery }) {
  const { isPending, message, run } = useAction({
    call: () => exportPredictions(query),
    failure: { fallback: "The file could not be created. Please try again." },
    onSuccess: (file) => downloadFile("beatcast-predictions.csv", file),
  });
  return (
    <>
      <Button variant="secondary" size="sm" isLoading={isPending} onClick={() => run()}>
        {!isPending && <Download className="size-4" />}
        Download CSV
      </Button>
      <ActionFailure message={message} />
    </>
  );
}
