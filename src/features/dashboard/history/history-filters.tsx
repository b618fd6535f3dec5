import { type PredictionListQuery, predictionListQuerySchema } from "#contract/dashboard.ts";
import { confidenceLevels } from "#contract/rules.ts";
import { Button } from "#ui/button.tsx";
import { FilterForm, probabilityBins } from "#ui/domain/prediction-filters.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { confidenceTitle, openStateNames } from "../scales.ts";

const outcomes = [
  { value: "", label: "Any" },
  { value: "pending", label: "Pending" },
  { value: "settled", label: "Settled" },
  { value: "beat", label: "Beat" },
  { value: "miss", label: "Miss" },
  { value: "correct", label: "Correct" },
  { value: "wrong", label: "Wrong" },
  { value: "review", label: openStateNames.review },
  { value: "void", label: openStateNames.void },
  { value: "unlocked", label: openStateNames.unlocked },
];
const confidences = [
  { value: "", label: "Any" },
  ...confidenceLevels.toReversed().map((value) => ({ value, label: confidenceTitle(value) })),
];
const bins = probabilityBins("Any");

type HistoryFiltersProps = {
  query: PredictionListQuery;
  onFilter: (changed: Partial<Record<keyof Filters, string>>) => void;
};

export function HistoryFilters({ query, onFilter }: HistoryFiltersProps) {
  return (
    <FilterForm
      aria-label="Filter the history"
      symbol={query.symbol ?? ""}
      onSymbol={(symbol) => onFilter({ symbol })}
    >
      <SelectField
        label="Outcome"
        options={outcomes}
        value={query.outcome ?? ""}
        onChange={(event) => onFilter({ outcome: event.target.value })}
      />
      <SelectField
        label="Confidence"
        options={confidences}
        value={query.confidence ?? ""}
        onChange={(event) => onFilter({ confidence: event.target.value })}
      />
      <SelectField
        label="Probability of a beat"
        options={bins}
        value={String(query.bin ?? "")}
        onChange={(event) => onFilter({ bin: event.target.value })}
      />
      <TextField
        label="From"
        type="date"
        value={query.from ?? ""}
        max={query.to}
        onChange={(event) => onFilter({ from: event.target.value })}
      />
      <TextField
        label="Until"
        type="date"
        value={query.to ?? ""}
        min={query.from}
        onChange={(event) => onFilter({ to: event.target.value })}
      />
      {isFiltered(query) && (
        <Button
          variant="ghost"
          size="sm"
          className="!flex-none"
          onClick={() => onFilter({ symbol: "", outcome: "", bin: "", confidence: "", from: "", to: "" })}
        >
          Clear filters
        </Button>
      )}
    </FilterForm>
  );
}

type Filters = Pick<PredictionListQuery, "symbol" | "outcome" | "bin" | "confidence" | "from" | "to">;
type SortColumn = PredictionListQuery["sort"];

export function parseHistoryParams(params: URLSearchParams): PredictionListQuery {
  const { shape } = predictionListQuerySchema;
  const valid = Object.entries(Object.fromEntries(params)).filter(([name, value]) => {
    const field = Reflect.get(shape, name) as (typeof shape)[keyof typeof shape] | undefined;
    return value !== "" && field?.safeParse(value).success;
  });
  return predictionListQuerySchema.parse(Object.fromEntries(valid));
}

export function historySearchParams(query: Partial<PredictionListQuery>): URLSearchParams {
  const defaults: Partial<PredictionListQuery> = predictionListQuerySchema.parse({});
  const params = new URLSearchParams({ view: "history" });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "" && value !== Reflect.get(defaults, name))
      params.set(name, String(value));
  return params;
}

export function sortedBy(query: PredictionListQuery, column: SortColumn): PredictionListQuery {
  const first = column === "symbol" ? "asc" : "desc";
  const otherDirection = query.direction === "asc" ? "desc" : "asc";
  return { ...query, sort: column, direction: query.sort === column ? otherDirection : first, page: 1 };
}

export function isFiltered({ symbol, outcome, bin, confidence, from, to }: Filters): boolean {
  return [symbol, outcome, bin, confidence, from, to].some((value) => value !== undefined);
}
