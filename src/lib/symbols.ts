import { symbolSearchResponseSchema } from "#contract/market.ts";
import { apiFetch } from "./api.ts";

export const symbolQuery = (text: string) => ({
  queryKey: ["/api/symbols", text] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(symbolSearchResponseSchema, `/api/symbols?q=${encodeURIComponent(text)}`, { signal }),
});
