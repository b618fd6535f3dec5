import type { Compared } from "#contract/compare.ts";

/** Who stands in the column, and where more is: the reader's own analysis, or the company's page. */
export function Title({ symbol, name, sector, ownPredictionId }: Compared) {
  return (
    <header className="min-w-0 px-4 py-3">
      <h2 className="heading-3">{symbol}</h2>
      {name !== symbol && <p className="truncate text-sm">{name}</p>}
      <p className="text-xs text-muted">{sector ?? "Sector not known"}</p>
      <p className="mt-2 text-sm print:hidden">
        {ownPredictionId ? (
          <a href={`/dashboard/predictions/${encodeURIComponent(ownPredictionId)}`} className="link">
            Your analysis
          </a>
        ) : (
          <a href={`/dashboard?view=analysis&symbol=${encodeURIComponent(symbol)}`} className="link">
            Analyze {symbol}
          </a>
        )}
        <span aria-hidden="true" className="text-muted">
          {" · "}
        </span>
        <a href={`/stocks/${encodeURIComponent(symbol)}`} className="link">
          All reports
        </a>
      </p>
    </header>
  );
}
