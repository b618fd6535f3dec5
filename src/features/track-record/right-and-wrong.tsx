import { useInfiniteQuery } from "@tanstack/react-query";
import type { Figures, RecordKind } from "#contract/figures.ts";
import { number } from "#lib/numbers.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { LoadFailure } from "#ui/notice.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { recordListQuery } from "./api.ts";
import { RecordTable } from "./record-table.tsx";

/** Rows on each side. */
const SHOWN = 6;

/** The latest wrong and right predictions of one kind, given equal space. */
export function RightAndWrong({ kind, figures: { n, correct } }: { kind: RecordKind; figures: Figures }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Side outcome="wrong" title={`Latest wrong predictions, ${number(n - correct)} in all`} kind={kind} />
      <Side outcome="correct" title={`Latest right predictions, ${number(correct)} in all`} kind={kind} />
    </div>
  );
}

type SideProps = { outcome: "wrong" | "correct"; title: string; kind: RecordKind };

function Side({ outcome, title, kind }: SideProps) {
  const word = outcome === "wrong" ? "wrong" : "right";
  const list = useInfiniteQuery(recordListQuery({ outcome, kind }));
  const items = list.data?.pages[0]?.items.slice(0, SHOWN) ?? [];
  return (
    <Card aria-labelledby={`latest-${word}`}>
      <CardHeader id={`latest-${word}`} title={title} />
      {list.isPending && <SkeletonLines lines={5} />}
      {list.isError && (
        <LoadFailure
          title="The list could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.isSuccess && items.length === 0 && <p className="text-muted">No {word} prediction yet.</p>}
      {items.length > 0 && (
        <RecordTable caption={`Table of the latest ${word} predictions`} items={items} isShort />
      )}
    </Card>
  );
}
