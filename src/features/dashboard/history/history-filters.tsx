import { useState } from "react";
import type { PredictionListQuery } from "#contract/dashboard.ts";
import { CALIBRATION_BINS, confidenceLevels } from "#contract/rules.ts";
import { percent } from "#lib/numbers.ts";
import { Button } from "#ui/button.tsx";
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

const bins = [
  { value: "", label: "Any probability" },
  ...Array.from({ length: CALIBRATION_BINS }, (_, bin) => ({
    value: String(bin),
    label: `${percent(bin / CALIBRATION_BINS)} to ${percent((bin + 1) / CALIBRATION_BINS)}`,
  })),
];

type HistoryFiltersProps = {
  query: PredictionListQuery;
  /** Called with the changed filters; an empty text removes one. */
  onFilter: (changed: Partial<Record<keyof Filters, string>>) => void;
};

/** Filters of the history. A choice applies at once, the ticker on Enter or blur. */
export function HistoryFilters({ query, onFilter }: HistoryFiltersProps) {
  const [symbol, setSymbol] = useState(query.symbol ?? "");
  const applySymbol = () => {
    if (symbol.trim() !== (query.symbol ?? "")) onFilter({ symbol: symbol.trim() });
  };
  return (
    <form
      aria-label="Filter the history"
      onSubmit={(event) => {
        event.preventDefault();
        applySymbol();
      }}
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-6"
    >
      <TextField
        label="Ticker"
        placeholder="Any"
        value={symbol}
        maxLength={15}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setSymbol(event.target.value.toUpperCase())}
        onBlur={applySymbol}
      />
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
          onClick={() => {
            setSymbol("");
            onFilter({ symbol: "", outcome: "", bin: "", confidence: "", from: "", to: "" });
          }}
        >
          Clear filters
        </Button>
      )}
    </form>
  );
}
