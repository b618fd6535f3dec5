import { dottedClass, symbolSchema } from "#contract/symbol.ts";
import type { EarningsEvent } from "../model/events.ts";

/** D1 takes statements of up to 100 kB; a row is some 60 characters. */
const ROWS_PER_STATEMENT = 500;

/**
 * SQL that loads events into `imported_quarters`. A report that is there already takes the new figures, so that a file
 * may be loaded again. A class of shares gets our dot (BRK-B becomes BRK.B). Symbols that are no tickers are refused, each named once.
 */
export function importStatements(
  events: readonly EarningsEvent[],
  source: string,
): { statements: string[]; loaded: number; refused: string[] } {
  const refused = new Set<string>();
  const rows = events.flatMap(({ symbol, reportDate, epsEstimate, epsActual }) => {
    const ticker = symbolSchema.safeParse(symbol);
    if (!ticker.success) {
      refused.add(symbol);
      return [];
    }
    return [
      `(${[quoted(dottedClass(ticker.data)), quoted(reportDate), epsEstimate, epsActual, quoted(source)].join(",")})`,
    ];
  });
  const statements: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    statements.push(
      `INSERT OR REPLACE INTO imported_quarters (symbol, report_date, eps_estimate, eps_actual, source) VALUES\n${rows
        .slice(from, from + ROWS_PER_STATEMENT)
        .join(",\n")};`,
    );
  return { statements, loaded: rows.length, refused: [...refused] };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
