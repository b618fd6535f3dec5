import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useDeferredValue, useState } from "react";
import { MAX_SEARCH_LENGTH } from "#contract/market.ts";
import { EMPTY_SYMBOL_MESSAGE } from "#contract/symbol.ts";
import { dayInSentence } from "#lib/dates.ts";
import { symbolQuery } from "#lib/symbols.ts";
import { showToast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { classes } from "#ui/classes.ts";
import { Search } from "#ui/icons.tsx";
import { SuggestField } from "#ui/suggest-field.tsx";
import { type Choice, CompanyChoice } from "./company-choice.tsx";
import { useCompanyLookup } from "./use-company-lookup.ts";

type TickerFormProps = {
  symbol: string;
  onSymbol: (symbol: string) => void;
  isRunning: boolean;
  isCompact: boolean;
  onSubmit: (symbol: string) => void;
  input: RefObject<HTMLInputElement | null>;
};

/**
 * The form that starts an analysis. It resolves a company's name to a ticker, and when several companies match,
 * the person chooses one. The typed text stays after an error.
 */
export function TickerForm({ symbol, onSymbol, isRunning, isCompact, onSubmit, input }: TickerFormProps) {
  const [error, setError] = useState<string | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const { isResolving, resolve } = useCompanyLookup();
  const deferredText = useDeferredValue(symbol.trim());
  const found = useQuery({
    ...symbolQuery(deferredText),
    enabled: deferredText.length > 0,
    placeholderData: keepPreviousData,
  });
  const matches = deferredText.length > 0 ? (found.data?.matches ?? []) : [];

  const change = (text: string) => {
    setError(null);
    setChoice(null);
    onSymbol(text);
  };
  const start = (ticker: string) => {
    change(ticker);
    onSubmit(ticker);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const text = symbol.trim();
    if (text === "") {
      setError(EMPTY_SYMBOL_MESSAGE);
      showToast({ title: "Symbol Required", description: EMPTY_SYMBOL_MESSAGE, tone: "destructive" });
      input.current?.focus();
      return;
    }
    const resolution = await resolve(text);
    // Nothing is started if the text was changed during the lookup.
    if (resolution === null || (input.current && input.current.value.trim() !== text)) return;
    if (resolution.kind === "ticker") return start(resolution.ticker);
    setError(resolution.kind === "failed" ? resolution.message : null);
    setChoice(resolution.kind === "choice" ? resolution.choice : null);
    if (resolution.kind === "failed") input.current?.focus();
  };

  return (
    <>
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        className={classes(
          "flex items-start gap-3",
          isCompact ? "flex-wrap gap-2" : "flex-col items-stretch sm:flex-row sm:items-start",
        )}
      >
        <div className={classes("min-w-0 flex-1", isCompact && "basis-36")}>
          <SuggestField
            label="Ticker"
            isLabelHidden={isCompact}
            placeholder="AAPL or Apple"
            hint={!isCompact && <span className="max-lg:hidden">Press / to get here from anywhere.</span>}
            value={symbol}
            onValue={change}
            suggestions={matches.map(({ symbol: value, name, reportDate }) => ({
              value,
              detail: name,
              note: reportDate ? `reports ${dayInSentence(reportDate, new Date())}` : undefined,
            }))}
            error={error}
            input={input}
            maxLength={MAX_SEARCH_LENGTH}
          />
        </div>
        <Button
          type="submit"
          isLoading={isRunning || isResolving}
          className={isCompact ? undefined : "sm:mt-7"}
        >
          {!isRunning && <Search className="size-4" />}
          {isRunning ? "Analyzing…" : "Analyze"}
        </Button>
      </form>
      {choice && <CompanyChoice choice={choice} onChoose={start} />}
    </>
  );
}
