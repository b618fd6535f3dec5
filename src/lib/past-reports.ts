import { comparisonSchema } from "#contract/compare.ts";
import { apiFetch } from "./api.ts";

/** A company's last reports, newest first; empty where none is stored. */
export const pastReportsQuery = (symbol: string) => ({
  queryKey: ["/api/compare", "past", symbol] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const search = new URLSearchParams({ s: symbol });
    const { items } = await apiFetch(comparisonSchema, `/api/compare?${search}`, { signal });
    return items[0]?.pastReports ?? [];
  },
});
