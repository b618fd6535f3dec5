import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#lib/request.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { History } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { historyQuery } from "./queries.ts";
import { PredictionTable } from "./recent-predictions.tsx";
import { SectionHeader } from "./section-header.tsx";
import type { OpenView } from "./views.ts";

/** All of a person's calls, newest first. */
export function HistoryView({ onOpen }: { onOpen: OpenView }) {
  const [page, setPage] = useState(1);
  const history = useQuery({ ...historyQuery(page), placeholderData: keepPreviousData });
  const pages = history.data ? Math.max(1, Math.ceil(history.data.total / history.data.pageSize)) : 1;
  return (
    <>
      <SectionHeader
        title="Prediction History"
        text="Every call you asked for, with what was then reported."
        onOpen={onOpen}
      />
      <Disclosure variant="educational" />
      {history.isPending && <SkeletonLines lines={5} />}
      {history.isError && (
        <Notice tone="danger" title="Your history could not be loaded" isAnnounced>
          {messageOf(history.error, "Please try again.")}
        </Notice>
      )}
      {history.data?.total === 0 && (
        <EmptyState
          icon={<History className="size-8" />}
          title="No Predictions Yet"
          text="Analyze a company before its report, and see here how the call turned out."
          action={<Button onClick={() => onOpen("analysis", "")}>Analyze Your First Stock</Button>}
        />
      )}
      {history.data && history.data.total > 0 && (
        <>
          <PredictionTable caption="Prediction history" items={history.data.items} />
          <nav aria-label="Pages" className="flex items-center justify-between gap-3">
            <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <span className="text-sm text-muted figures">
              Page {page} of {pages}, {history.data.total} in all
            </span>
            <Button variant="secondary" size="sm" disabled={page >= pages} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </nav>
        </>
      )}
    </>
  );
}
