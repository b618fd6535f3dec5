import { type Comparison, comparisonSchema } from "#contract/compare.ts";
import { apiFetch } from "./api.ts";

/** Returns the query of one company's reports, with what the reader's plan includes. */
export const companyQuery = (symbol: string) => ({
  queryKey: ["/api/compare", "one", symbol] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(comparisonSchema, `/api/compare?${new URLSearchParams({ s: symbol })}`, { signal }),
});

/** Returns the query of the company's past reports, newest first. */
export const pastReportsQuery = (symbol: string) => ({
  ...companyQuery(symbol),
  select: ({ items }: Comparison) => items[0]?.pastReports ?? [],
});
