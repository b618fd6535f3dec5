import type { PredictionListQuery } from "#contract/dashboard.ts";
import { confidenceLevels } from "#contract/rules.ts";
import { Button } from "#ui/button.tsx";
import { FilterForm, probabilityBins } from "#ui/domain/prediction-filters.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { confidenceTitle, openStateNames } from "../scales.ts";
import { type Filters, isFiltered } from "./filters.ts";

const outcomes = [
  { value: "", label: "Any outcome" },
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
  { value: "", label: "Any confidence" },
  ...confidenceLevels.toReversed().map((value) => ({ value, label: confidenceTitle(value) })),
];
const bins = probabilityBins("Any probability");

type HistoryFiltersProps = {
  query: PredictionListQuery;
  /** Called with the changed filters; an empty text removes one. */
  onFilter: (changed: Partial<Record<keyof Filters, string>>) => void;
};

/** What narrows a person's predictions down; a choice applies at once. */
export function HistoryFilters({ query, onFilter }: HistoryFiltersProps) {
  return (
    <FilterForm
      aria-label="Filter the history"
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-6"
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
          className="justify-self-start"
          onClick={() => onFilter({ symbol: "", outcome: "", bin: "", confidence: "", from: "", to: "" })}
        >
          Clear filters
        </Button>
      )}
    </FilterForm>
  );
}
