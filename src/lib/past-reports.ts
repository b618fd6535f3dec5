import { type Comparison, comparisonSchema } from "#contract/compare.ts";
import { apiFetch } from "./api.ts";

/** Returns the reports as the reader may see them. */
export const companyQuery = (symbol: string) => ({
  queryKey: ["/api/compare", "one", symbol] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(comparisonSchema, `/api/compare?${new URLSearchParams({ s: symbol })}`, { signal }),
});

/** Newest first. */
export const pastReportsQuery = (symbol: string) => ({
  ...companyQuery(symbol),
  select: ({ items }: Comparison) => items[0]?.pastReports ?? [],
});
