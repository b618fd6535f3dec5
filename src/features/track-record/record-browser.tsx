import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RecordItem, TrackRecord } from "#contract/record.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { SelectField } from "#ui/field.tsx";
import { LoadFailure } from "#ui/notice.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { type Outcome, recordListQuery } from "./api.ts";
import { RecordTable } from "./record-table.tsx";

const outcomes: readonly { value: Outcome; label: string }[] = [
  { value: "settled", label: "All settled" },
  { value: "wrong", label: "Wrong" },
  { value: "correct", label: "Right" },
  { value: "pending", label: "Awaiting their report" },
  { value: "review", label: "Under review" },
  { value: "void", label: "Void" },
];

/** Every prediction of record, newest first. */
export function RecordBrowser() {
  const [outcome, setOutcome] = useState<Outcome>("settled");
  const list = useInfiniteQuery(recordListQuery(outcome));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card aria-labelledby="all-predictions">
      <CardHeader
        id="all-predictions"
        title="Every prediction of record"
        description="Each links to what was known and predicted at the time"
        aside={
          <SelectField
            label="Outcome"
            isLabelHidden
            value={outcome}
            options={outcomes}
            onChange={(event) => setOutcome(event.target.value as Outcome)}
          />
        }
      />
      {list.isPending && <SkeletonLines lines={5} />}
      {list.isError && (
        <LoadFailure
          title="The list could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.isSuccess && items.length === 0 && <p className="text-muted">None.</p>}
      {items.length > 0 && <RecordTable caption="Predictions of record" items={items} />}
      {list.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          isLoading={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Card>
  );
}

/** The latest wrong and right predictions, given equal space. */
export function RightAndWrong({ record }: { record: TrackRecord }) {
  const { correct, wrong } = record.scorecard;
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Side
        id="latest-wrong"
        title={`Latest wrong predictions, ${wrong} in all`}
        items={record.latestWrong}
        empty="No wrong prediction yet."
      />
      <Side
        id="latest-right"
        title={`Latest right predictions, ${correct} in all`}
        items={record.latestCorrect}
        empty="No right prediction yet."
      />
    </div>
  );
}

function Side(props: { id: string; title: string; items: RecordItem[]; empty: string }) {
  const { id, title, items, empty } = props;
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      {items.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <RecordTable
          caption={`Table of the ${id.replace("-", " ")} predictions`}
          items={items.slice(0, 6)}
          isShort
        />
      )}
    </Card>
  );
}
