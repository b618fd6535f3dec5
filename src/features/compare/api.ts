import { comparisonSchema } from "#contract/compare.ts";
import { apiFetch } from "#lib/api.ts";

/** Always read again: a plan and an analysis open more. */
export const comparisonQuery = (symbols: readonly string[]) => ({
  queryKey: ["/api/compare", ...symbols] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(comparisonSchema, `/api/compare?${new URLSearchParams({ s: symbols.join(",") })}`, { signal }),
  staleTime: 0,
});
