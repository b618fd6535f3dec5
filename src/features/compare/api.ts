import { comparisonSchema } from "#contract/compare.ts";
import { symbolSearchResponseSchema } from "#contract/market.ts";
import { apiFetch } from "#lib/api.ts";

/** The companies side by side. Read anew by whoever comes: a plan and an analysis open more. */
export const comparisonQuery = (symbols: readonly string[]) => ({
  queryKey: ["/api/compare", ...symbols] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(comparisonSchema, `/api/compare?${new URLSearchParams({ s: symbols.join(",") })}`, { signal }),
  staleTime: 0,
});

export const symbolQuery = (text: string) => ({
  queryKey: ["/api/symbols", text] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(symbolSearchResponseSchema, `/api/symbols?q=${encodeURIComponent(text)}`, { signal }),
});
