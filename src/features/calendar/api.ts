import { keepPreviousData } from "@tanstack/react-query";
import { seasonCalendarSchema } from "#contract/calendar.ts";
import { apiFetch } from "#lib/api.ts";

/** How long a calendar stays on screen before it is read again. */
const REFRESH_MS = 5 * 60 * 1000;

/** The reports between two days; of this week and the next without. Read anew by whoever comes: a plan opens more. */
export const calendarQuery = (days: { from: string; to: string } | null) => ({
  queryKey: ["/api/calendar", days] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(seasonCalendarSchema, days ? `/api/calendar?${new URLSearchParams(days)}` : "/api/calendar", {
      signal,
    }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
  placeholderData: keepPreviousData,
});
