import { comparisonSchema } from "#contract/compare.ts";
import { apiFetch } from "#lib/api.ts";

/** The companies side by side. Read anew by whoever comes: a plan and an analysis open more. */
export const comparisonQuery = (symbols: readonly string[]) => ({
  queryKey: ["/api/compare", ...symbols] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(comparisonSchema, `/api/compare?${new URLSearchParams({ s: symbols.join(",") })}`, { signal }),
  staleTime: 0,
});
