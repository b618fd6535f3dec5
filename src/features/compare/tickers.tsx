import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { tickersOf } from "#contract/compare.ts";
import { MAX_SEARCH_LENGTH } from "#contract/market.ts";
import { calendarDayNear } from "#lib/dates.ts";
import { useSession } from "#lib/session.tsx";
import { symbolQuery } from "#lib/symbols.ts";
import { Button } from "#ui/button.tsx";
import { Close } from "#ui/icons.tsx";
import { SuggestField } from "#ui/suggest-field.tsx";
import { addCompanyError, type ComparisonLocation } from "./comparison-location.ts";

type TickersProps = { place: ComparisonLocation; onChange: (symbols: readonly string[]) => void };

export function Tickers({ place, onChange }: TickersProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { user } = useSession();
  const typed = useDeferredValue(text.trim());
  const matches = useQuery({
    ...symbolQuery(typed),
    enabled: user !== null && typed.length > 0,
    placeholderData: keepPreviousData,
  });
  const { symbols } = place;

  // A person who arrives with one company wants to add another, so the field gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (symbols.length === 1) input.current?.focus({ preventScroll: true });
  }, []);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const problem = addCompanyError(text, place);
    setError(problem);
    if (problem === null) {
      onChange([...symbols, ...tickersOf(text).symbols.filter((symbol) => !symbols.includes(symbol))]);
      setText("");
    }
    input.current?.focus();
  };

  return (
    <div className="flex flex-col gap-3 print:hidden">
      <form noValidate onSubmit={add} className="flex max-w-md items-start gap-2">
        <div className="min-w-0 flex-1">
          <SuggestField
            label="Ticker to add"
            isLabelHidden
            placeholder="Add a ticker, such as MSFT"
            value={text}
            onValue={(value) => {
              setError(null);
              setText(value);
            }}
            suggestions={
              typed.length > 0
                ? (matches.data?.matches ?? []).map(({ symbol, name, reportDate }) => ({
                    value: symbol,
                    detail: name,
                    note: reportDate ? `reports ${calendarDayNear(reportDate)}` : undefined,
                  }))
                : []
            }
            error={error}
            input={input}
            maxLength={MAX_SEARCH_LENGTH}
          />
        </div>
        <Button type="submit">Add</Button>
      </form>
      {symbols.length > 0 && (
        <ul aria-label="Compared tickers" className="flex flex-wrap gap-2">
          {symbols.map((symbol) => (
            <li key={symbol}>
              <button
                type="button"
                aria-label={`Remove ${symbol}`}
                onClick={() => {
                  onChange(symbols.filter((candidate) => candidate !== symbol));
                  input.current?.focus();
                }}
                className="inline-flex min-h-11 items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm font-semibold hover:bg-sunken focus-ring"
              >
                {symbol} <Close className="size-4 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
