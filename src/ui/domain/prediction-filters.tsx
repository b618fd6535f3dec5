import { type ReactNode, useState } from "react";
import { CALIBRATION_BINS } from "#contract/rules.ts";
import { percent } from "#lib/numbers.ts";
import { classes } from "../classes.ts";
import { filterRowClasses, TextField } from "../field.tsx";

type FilterFormProps = {
  "aria-label": string;
  symbol: string;
  onSymbol: (symbol: string) => void;
  children: ReactNode;
};

export function FilterForm({ symbol, onSymbol, children, ...form }: FilterFormProps) {
  const [typed, setTyped] = useState(symbol);
  const [applied, setApplied] = useState(symbol);
  // Updates the field when the filter is changed elsewhere: when filters are cleared or the person goes back.
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
      className={classes(filterRowClasses, "items-end *:first:basis-28 md:*:first:basis-28")}
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

export function probabilityBins(any: string): { value: string; label: string }[] {
  const bins = Array.from({ length: CALIBRATION_BINS }, (_, bin) => ({
    value: String(bin),
    label: `${percent(bin / CALIBRATION_BINS)} to ${percent((bin + 1) / CALIBRATION_BINS)}`,
  }));
  return [{ value: "", label: any }, ...bins];
}
