import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useDeferredValue, useState } from "react";
import { BAD_SYMBOL_MESSAGE, EMPTY_SYMBOL_MESSAGE, symbolSchema } from "#contract/symbol.ts";
import { Button } from "#ui/button.tsx";
import { Search } from "#ui/icons.tsx";
import { SuggestField } from "#ui/suggest-field.tsx";
import { showToast } from "#ui/toast-store.ts";
import { symbolQuery } from "../queries.ts";

type TickerFormProps = {
  symbol: string;
  onSymbol: (symbol: string) => void;
  isRunning: boolean;
  onSubmit: (symbol: string) => void;
  input: RefObject<HTMLInputElement | null>;
};

/** The ticker with companies that match it, and the button that starts. What was typed stays after an error. */
export function TickerForm({ symbol, onSymbol, isRunning, onSubmit, input }: TickerFormProps) {
  const [error, setError] = useState<string | null>(null);
  const asked = useDeferredValue(symbol.trim());
  const found = useQuery({
    ...symbolQuery(asked),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  });
  const matches = asked.length > 0 ? (found.data?.matches ?? []) : [];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = symbolSchema.safeParse(symbol);
    if (parsed.success) {
      setError(null);
      onSubmit(parsed.data);
      return;
    }
    const isEmpty = symbol.trim() === "";
    setError(isEmpty ? EMPTY_SYMBOL_MESSAGE : BAD_SYMBOL_MESSAGE);
    if (isEmpty)
      showToast({ title: "Symbol Required", description: EMPTY_SYMBOL_MESSAGE, tone: "destructive" });
    input.current?.focus();
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 sm:flex-row sm:items-start">
      <div className="min-w-0 flex-1">
        <SuggestField
          label="Ticker"
          placeholder="AAPL or Apple"
          hint={<span className="max-lg:hidden">Press / to get here from anywhere.</span>}
          value={symbol}
          onValue={onSymbol}
          suggestions={matches.map((match) => ({ value: match.symbol, detail: match.name }))}
          error={error}
          input={input}
          maxLength={40}
        />
      </div>
      <Button type="submit" isLoading={isRunning} className="sm:mt-7">
        {!isRunning && <Search className="size-4" />}
        {isRunning ? "Analyzing…" : "Analyze"}
      </Button>
    </form>
  );
}
