import { type ReactNode, useState } from "react";
import { TextField } from "../../field.tsx";

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
