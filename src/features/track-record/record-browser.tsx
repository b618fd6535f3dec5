import { useInfiniteQuery } from "@tanstack/react-query";
import type { Figures, RecordKind } from "#contract/figures.ts";
import type { RecordListQuery } from "#contract/record.ts";
import { companySizes, confidenceLevels } from "#contract/rules.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { FilterForm, probabilityBins } from "#ui/domain/prediction-filters.tsx";
import { groupName } from "#ui/domain/record-figures/texts.ts";
import { SelectField } from "#ui/field.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { isOpen, type RecordFilters, recordListQuery } from "./api.ts";
import { RecordTable } from "./record-table.tsx";

const outcomes: readonly { value: RecordListQuery["outcome"]; label: string }[] = [
  { value: "settled", label: "All settled" },
  { value: "wrong", label: "Wrong" },
  { value: "correct", label: "Right" },
  { value: "pending", label: "Awaiting their report" },
  { value: "review", label: "Under review" },
  { value: "void", label: "Void" },
];
const bins = probabilityBins("Any");
const confidences = [
  { value: "", label: "Any" },
  ...confidenceLevels.toReversed().map((value) => ({ value, label: groupName("confidence", value) })),
];
const sizes = [
  { value: "", label: "Any" },
  ...companySizes.map((value) => ({ value, label: groupName("size", value) })),
];

type RecordBrowserProps = {
  filters: RecordFilters & { kind: RecordKind };
  onFilter: (changed: Partial<Record<keyof RecordFilters, string>>) => void;
  groups: Figures["groups"];
};

export function RecordBrowser({ filters, onFilter, groups }: RecordBrowserProps) {
  const list = useInfiniteQuery(recordListQuery(filters));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card aria-labelledby="all-predictions">
      <CardHeader
        id="all-predictions"
        title="Every prediction of record"
        description="Each links to what was known and predicted at the time"
      />
      <div className="mb-4">
        <Filters filters={filters} onFilter={onFilter} groups={groups} />
      </div>
      {list.isPending && <SkeletonLines lines={5} />}
      {list.isError && <LoadFailure title="The list could not be loaded" query={list} />}
      {list.isSuccess && items.length === 0 && (
        <p role="status" className="text-muted">
          No prediction matches.
        </p>
      )}
      {items.length > 0 && <RecordTable caption="Predictions of record" items={items} kind={filters.kind} />}
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

function Filters({ filters, onFilter, groups }: RecordBrowserProps) {
  const sectors = groups.find(({ by }) => by === "sector")?.groups ?? [];
  const { outcome: _outcome, kind: _kind, ...otherFilters } = filters;
  return (
    <FilterForm
      aria-label="Filter the predictions"
      symbol={filters.symbol ?? ""}
      onSymbol={(symbol) => onFilter({ symbol })}
    >
      <SelectField
        label="Outcome"
        value={filters.outcome}
        options={outcomes}
        onChange={(event) => onFilter({ outcome: event.target.value })}
      />
      {!isOpen(filters) && (
        <>
          <SelectField
            label="Probability of a beat"
            value={String(filters.bin ?? "")}
            options={bins}
            onChange={(event) => onFilter({ bin: event.target.value })}
          />
          <SelectField
            label="Confidence"
            value={filters.confidence ?? ""}
            options={confidences}
            onChange={(event) => onFilter({ confidence: event.target.value })}
          />
        </>
      )}
      <SelectField
        label="Sector"
        value={filters.sector ?? ""}
        options={[
          { value: "", label: "Any" },
          ...sectors.filter(({ key }) => key !== "Unknown").map(({ key }) => ({ value: key, label: key })),
        ]}
        onChange={(event) => onFilter({ sector: event.target.value })}
      />
      <SelectField
        label="Company size"
        value={filters.size ?? ""}
        options={sizes}
        onChange={(event) => onFilter({ size: event.target.value })}
      />
      {Object.keys(otherFilters).length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="!flex-none"
          onClick={() => onFilter({ symbol: "", bin: "", confidence: "", sector: "", size: "" })}
        >
          Clear filters
        </Button>
      )}
    </FilterForm>
  );
}
