import { type ReactNode, useState } from "react";
import { CALIBRATION_BINS } from "#contract/rules.ts";
import { percent } from "#lib/numbers.ts";
import { TextField } from "../field.tsx";

type FilterFormProps = {
  "aria-label": string;
  className: string;
  /** The ticker that the list shows now; empty for any. */
  symbol: string;
  onSymbol: (symbol: string) => void;
  /** The other filters; each applies at once. */
  children: ReactNode;
};

/** Filters of a list of predictions, the ticker first: it applies on Enter or blur. */
export function FilterForm({ symbol, onSymbol, children, ...form }: FilterFormProps) {
  const [typed, setTyped] = useState(symbol);
  const [applied, setApplied] = useState(symbol);
  // A cleared filter or a step back in the history shows in the field too.
  if (applied !== symbol) {
    setApplied(symbol);
    setTyped(symbol);
  }
  const apply = () => {
    if (typed.trim() !== symbol) onSymbol(typed.trim());
  };
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        label="Ticker"
        placeholder="Any"
        value={typed}
        maxLength={15}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value.toUpperCase())}
        onBlur={apply}
      />
      {children}
    </form>
  );
}

/** The bins of P(beat) that calibration counts, as choices of a filter; `any` names the first one, which is none. */
export function probabilityBins(any: string): { value: string; label: string }[] {
  const bins = Array.from({ length: CALIBRATION_BINS }, (_, bin) => ({
    value: String(bin),
    label: `${percent(bin / CALIBRATION_BINS)} to ${percent((bin + 1) / CALIBRATION_BINS)}`,
  }));
  return [{ value: "", label: any }, ...bins];
}
