import { comparisonSchema } from "#contract/compare.ts";
import { apiFetch } from "#lib/api.ts";

/** Never served from the cache, because an upgraded plan or a new analysis reveals more. */
export const comparisonQuery = (symbols: readonly string[]) => ({
  queryKey: ["/api/compare", ...symbols] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(comparisonSchema, `/api/compare?${new URLSearchParams({ s: symbols.join(",") })}`, { signal }),
  staleTime: 0,
});
