import { keepPreviousData } from "@tanstack/react-query";
import { seasonMapSchema } from "#contract/calendar.ts";
import { apiFetch } from "#lib/api.ts";

/**
 * Returns the query of the season map. `quarter` is a string such as "2026-Q3", or null for the current
 * quarter.
 */
export const seasonMapQuery = (quarter: string | null) => ({
  queryKey: ["/api/season-map", quarter] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(seasonMapSchema, `/api/season-map${quarter ? `?quarter=${quarter}` : ""}`, { signal }),
  placeholderData: keepPreviousData,
});
