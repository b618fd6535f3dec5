import { keepPreviousData } from "@tanstack/react-query";
import { seasonMapSchema } from "#contract/calendar.ts";
import { apiFetch } from "#lib/api.ts";

/** `quarter` reads like "2026-Q3"; null means the current one. */
export const seasonMapQuery = (quarter: string | null) => ({
  queryKey: ["/api/season-map", quarter] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(seasonMapSchema, `/api/season-map${quarter ? `?quarter=${quarter}` : ""}`, { signal }),
  placeholderData: keepPreviousData,
});
