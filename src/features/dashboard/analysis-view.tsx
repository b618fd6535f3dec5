import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useId, useState } from "react";
import type { DashboardResponse } from "#contract/dashboard.ts";
import { BAD_SYMBOL_MESSAGE, EMPTY_SYMBOL_MESSAGE, symbolSchema } from "#contract/symbol.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { TextField } from "#ui/field.tsx";
import { Search } from "#ui/icons.tsx";
import { showToast } from "#ui/toast-store.ts";
import { AccuracyCards } from "./accuracy-cards.tsx";
import { Methodology } from "./methodology.tsx";
import { symbolQuery } from "./queries.ts";
import { RecentPredictions } from "./recent-predictions.tsx";
import { AnalysisResult } from "./results/analysis-result.tsx";
import { Citations } from "./results/citations.tsx";
import { EvidenceList } from "./results/evidence-list.tsx";
import { RiskFramework } from "./risk-framework.tsx";
import { SectionHeader } from "./section-header.tsx";
import { StageList } from "./stage-list.tsx";
import type { useAnalysis } from "./use-analysis.ts";
import type { OpenView } from "./views.ts";

type Props = {
  dashboard: DashboardResponse | null;
  analysis: ReturnType<typeof useAnalysis>;
  symbol: string;
  onSymbol: (symbol: string) => void;
  input: RefObject<HTMLInputElement | null>;
  onOpen: OpenView;
};

/** Ticker in, prediction out: the form, the stages while it runs, the result. */
export function AnalysisView({ dashboard, analysis, symbol, onSymbol, input, onOpen }: Props) {
  const [error, setError] = useState<string | null>(null);
  const { pending, stages, result, start, cancel } = analysis;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = symbolSchema.safeParse(symbol);
    if (parsed.success) {
      setError(null);
      onSymbol(parsed.data);
      void start(parsed.data);
      return;
    }
    const message = symbol.trim() === "" ? EMPTY_SYMBOL_MESSAGE : BAD_SYMBOL_MESSAGE;
    setError(message);
    if (message === EMPTY_SYMBOL_MESSAGE)
      showToast({ title: "Symbol Required", description: message, tone: "destructive" });
  };

  return (
    <>
      <SectionHeader
        title="Stock Analysis"
        text="The probability that the next report beats the analysts' consensus, beside what it would be for any company."
        onOpen={onOpen}
      />
      <Card as="div">
        <form onSubmit={submit} noValidate className="flex flex-col gap-3 sm:flex-row sm:items-start">
          <div className="min-w-0 flex-1">
            <TickerInput value={symbol} onChange={onSymbol} error={error} input={input} />
          </div>
          <Button type="submit" isLoading={pending !== null} className="sm:mt-7">
            {pending === null && <Search className="size-4" />}
            {pending === null ? "Analyze" : "Analyzing…"}
          </Button>
        </form>
        {pending !== null && <StageList symbol={pending} stages={stages} onCancel={cancel} />}
      </Card>

      {result && <AnalysisResult analysis={result} />}
      <AccuracyCards dashboard={dashboard} />
      <RecentPredictions dashboard={dashboard} onOpen={onOpen} />
      {result && <Citations data={result.comprehensiveMarketData} />}
      {result && <EvidenceList evidence={result.evidence} parts={result.parts} />}
      <div className="grid gap-6 lg:grid-cols-2">
        <Methodology />
        <RiskFramework />
      </div>
    </>
  );
}

type TickerInputProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  input: RefObject<HTMLInputElement | null>;
};

/** The ticker, with companies that match offered by the browser's own list. */
function TickerInput({ value, onChange, error, input }: TickerInputProps) {
  const listId = useId();
  const text = value.trim();
  const matches = useQuery({ ...symbolQuery(text), enabled: text.length > 0 });
  return (
    <>
      <TextField
        ref={input}
        label="Ticker"
        placeholder="AAPL"
        value={value}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
        error={error ?? undefined}
        list={listId}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
      />
      <datalist id={listId}>
        {(matches.data?.matches ?? []).map((match) => (
          <option key={match.symbol} value={match.symbol}>
            {match.name}
          </option>
        ))}
      </datalist>
    </>
  );
}
