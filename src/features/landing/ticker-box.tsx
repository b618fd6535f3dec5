import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Comparison } from "#contract/compare.ts";
import { symbolSchema } from "#contract/symbol.ts";
import { calendarDate, calendarDayShort } from "#lib/dates.ts";
import { percent, perShare } from "#lib/numbers.ts";
import { companyQuery } from "#lib/past-reports.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Lock } from "#ui/icons.tsx";

const EXAMPLES = ["AAPL", "NVDA", "JPM", "WMT"];

/** Looks up a ticker and shows what a visitor may see of the company's next report. */
export function TickerBox() {
  const [typed, setTyped] = useState("");
  const [submitted, setAsked] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { data, isFetching, isError } = useQuery({
    ...companyQuery(submitted ?? ""),
    enabled: submitted !== null,
  });
  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    lookUp(typed);
  };
  const lookUp = (typed: string) => {
    setTyped(typed);
    const ticker = symbolSchema.safeParse(typed);
    setProblem(ticker.success ? null : "Enter a ticker, for example AAPL.");
    setAsked(ticker.success ? ticker.data : null);
  };
  return (
    <div className="rounded-lg border border-line bg-canvas p-4 sm:p-5">
      <form onSubmit={onSubmit} noValidate className="flex items-start gap-2">
        <div className="min-w-0 flex-1 sm:max-w-xs">
          <TextField
            label="Ticker"
            isLabelHidden
            placeholder="A ticker: AAPL"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={15}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={problem}
          />
        </div>
        <Button type="submit" isLoading={isFetching}>
          Look it up
        </Button>
      </form>
      <div role="status" className="mt-3 min-h-24 text-sm">
        {isError && <p className="text-muted">That did not work. Please try again.</p>}
        {data && submitted && <Answer asked={submitted} comparison={data} />}
        {!submitted && (
          <>
            <p className="text-muted">
              No account needed: the next report, its base rate and the last results. For example:
            </p>
            <p className="-ml-3 mt-1 flex">
              {EXAMPLES.map((symbol) => (
                <Button key={symbol} variant="ghost" size="sm" onClick={() => lookUp(symbol)}>
                  {symbol}
                </Button>
              ))}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

function Answer({ asked, comparison }: { asked: string; comparison: Comparison }) {
  const [company] = comparison.items;
  if (!company)
    return (
      <p className="text-muted">
        Our calendar has no report of {asked}. It may be mistyped, or listed elsewhere.
      </p>
    );
  const { symbol, name, report, prediction, pastReports } = company;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
      <div>
        <p className="text-base">
          <strong className="font-semibold">{symbol}</strong> <span className="text-muted">{name}</span>
        </p>
        {report && (
          <p className="text-muted">
            {report.outcome ? "Reported" : "Reports"} {calendarDate(report.reportDate)}, consensus{" "}
            {perShare(report.consensusEps, report.currency)}
          </p>
        )}
        {pastReports.length > 0 && (
          <ul aria-label="Last reports" className="mt-1.5 flex flex-wrap gap-1.5">
            {pastReports.map(({ reportDate, result }) => (
              <li key={reportDate} title={calendarDayShort(reportDate)}>
                <Badge tone={result === "beat" ? "positive" : result === "miss" ? "negative" : "neutral"}>
                  {result ?? "—"}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="sm:text-right">
        <p>
          Base rate{" "}
          <strong className="text-2xl font-semibold figures">
            {percent(report?.baseRate ?? prediction?.baseRate)}
          </strong>
        </p>
        <p className="flex items-center gap-1.5 text-muted sm:justify-end">
          <Lock className="size-3.5" /> Our probability opens with an account
        </p>
        <p className="mt-2 flex gap-2 sm:justify-end">
          <LinkButton href={`/stocks/${encodeURIComponent(symbol)}`} variant="secondary" size="sm">
            Its page
          </LinkButton>
          <LinkButton href="/auth?tab=signup" size="sm">
            Start free
          </LinkButton>
        </p>
      </div>
    </div>
  );
}
