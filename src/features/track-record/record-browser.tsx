import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { SelectField } from "#ui/field.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { type Outcome, recordListQuery } from "./queries.ts";
import { RecordTable } from "./record-table.tsx";

const outcomes: readonly { value: Outcome; label: string }[] = [
  { value: "settled", label: "All settled" },
  { value: "wrong", label: "Wrong" },
  { value: "correct", label: "Right" },
  { value: "pending", label: "Awaiting their report" },
  { value: "review", label: "Under review" },
  { value: "void", label: "Void" },
];

/** Every prediction of record, newest first, each with its snapshot. */
export function RecordBrowser() {
  const [outcome, setOutcome] = useState<Outcome>("settled");
  const list = useInfiniteQuery(recordListQuery(outcome));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card aria-labelledby="all-predictions">
      <CardHeader
        id="all-predictions"
        title="Every prediction of record"
        description="Each leads to what was known and said at the time"
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
      {list.isSuccess && items.length === 0 && <p className="text-muted">There is none.</p>}
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
