import { memo, useCallback, useState } from "react";
import { MAX_COMPARED } from "#contract/rules.ts";
import { useSession } from "#lib/session.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { WatchAllButton } from "#ui/domain/watch-button.tsx";
import { Check, Layers } from "#ui/icons.tsx";

export type Selection = {
  symbols: readonly string[];
  toggle: (symbol: string) => void;
  clear: () => void;
};

export function useSelection(): Selection {
  const [symbols, setSymbols] = useState<readonly string[]>([]);
  const toggle = useCallback(
    (symbol: string) =>
      setSymbols((chosen) =>
        chosen.includes(symbol)
          ? chosen.filter((selected) => selected !== symbol)
          : chosen.length < MAX_COMPARED
            ? [...chosen, symbol]
            : chosen,
      ),
    [],
  );
  return { symbols, toggle, clear: useCallback(() => setSymbols([]), []) };
}

export function isFull({ symbols }: Selection): boolean {
  return symbols.length >= MAX_COMPARED;
}

type SelectBoxProps = {
  symbol: string;
  isSelected: boolean;
  isClosed: boolean;
  isActive: boolean;
  onToggle: (symbol: string) => void;
};

export const SelectBox = memo(({ symbol, isSelected, isClosed, isActive, onToggle }: SelectBoxProps) => (
  <label className="grid w-10 shrink-0 cursor-pointer place-items-center border-b border-line print:hidden">
    <input
      type="checkbox"
      aria-label={`Compare ${symbol}`}
      checked={isSelected}
      disabled={isClosed}
      tabIndex={isActive ? 0 : -1}
      onChange={() => onToggle(symbol)}
      className="size-5 appearance-none rounded-sm border border-edge bg-surface [grid-area:1/1] checked:border-primary checked:bg-primary focus-ring disabled:opacity-40"
    />
    {isSelected && <Check className="pointer-events-none size-4 text-on-primary [grid-area:1/1]" />}
  </label>
));

export function SelectionBar({ selection }: { selection: Selection }) {
  const { symbols, clear } = selection;
  const { user } = useSession();
  if (symbols.length === 0) return null;
  return (
    <section
      aria-label="Chosen for the comparison"
      className="sticky bottom-18 z-20 lg:bottom-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-raised p-3 shadow-float print:hidden"
    >
      <p role="status" className="min-w-0 flex-1 text-sm">
        <strong className="font-semibold">{symbols.join(", ")}</strong>{" "}
        <span className="text-muted">
          {isFull(selection)
            ? `${MAX_COMPARED} of ${MAX_COMPARED}: the comparison is full`
            : `${symbols.length} of at most ${MAX_COMPARED}`}
        </span>
      </p>
      <Button variant="ghost" size="sm" onClick={clear}>
        Clear
      </Button>
      {user && <WatchAllButton symbols={symbols} />}
      <LinkButton href={`/compare?s=${symbols.map(encodeURIComponent).join(",")}`} size="sm">
        <Layers className="size-4" />
        Compare
      </LinkButton>
    </section>
  );
}
