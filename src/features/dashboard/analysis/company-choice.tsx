import type { CompanyMatch } from "#contract/symbol.ts";
import { dayInSentence } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";

export type Choice = {
  text: string;
  companies: readonly CompanyMatch[];
  isMatch: boolean;
  ticker: string | null;
};

export function CompanyChoice({ choice, onChoose }: { choice: Choice; onChoose: (symbol: string) => void }) {
  const { text, companies, isMatch, ticker } = choice;
  return (
    <section aria-label="Companies to choose from" className="mt-4">
      <p role="status" className="text-sm">
        {headingOf(text, companies.length, isMatch)}
      </p>
      <ul className="mt-2 grid gap-1 sm:grid-cols-2">
        {companies.map(({ symbol, name, reportDate }) => (
          <CompanyRow
            key={symbol}
            symbol={symbol}
            name={name}
            note={reportDate && `reports ${dayInSentence(reportDate, new Date())}`}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {ticker && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => onChoose(ticker)}>
          None of these: analyze {ticker} as typed
        </Button>
      )}
    </section>
  );
}

function headingOf(text: string, count: number, isMatch: boolean): string {
  if (isMatch) return `${count} companies match “${text}”. Choose one:`;
  return count === 0 ? `No company matches “${text}”.` : `No company matches “${text}”. The nearest names:`;
}

type CompanyRowProps = {
  symbol: string;
  name: string;
  note?: string | null;
  onChoose: (symbol: string) => void;
};

export function CompanyRow({ symbol, name, note, onChoose }: CompanyRowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={() => onChoose(symbol)}
        className="flex min-h-11 w-full items-baseline gap-3 rounded-md px-2 py-2 text-left hover:bg-sunken focus-ring"
      >
        <span className="w-16 shrink-0 font-semibold">{symbol}</span>
        <span className="min-w-0 flex-1">
          {name !== symbol && <span className="block truncate text-sm">{name}</span>}
          {note && <span className="block text-xs text-muted figures">{note}</span>}
        </span>
      </button>
    </li>
  );
}
