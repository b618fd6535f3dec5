import { keepPreviousData } from "@tanstack/react-query";
import { type SeasonCalendar, seasonCalendarSchema } from "#contract/calendar.ts";
import { send } from "./request.ts";

const REFRESH_MS = 5 * 60 * 1000;
/**
 * The interval of refreshes while a new deployment is still reading the past reports that its predictions need.
 */
const WAITING_REFRESH_MS = 5_000;

/** The first and last ISO day of the calendar that is requested, or null for this week and the next. */
export type RequestedDays = { from: string; to: string } | null;

/** Never served from the cache, because an upgraded plan reveals more. */
export const earningsCalendarQuery = (days: RequestedDays) => ({
  queryKey: ["/api/calendar", days] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const search = days ? `?${new URLSearchParams(days)}` : "";
    return checked(await (await send(`/api/calendar${search}`, { signal })).json());
  },
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: SeasonCalendar | undefined } }) =>
    state.data?.waitsFor ? WAITING_REFRESH_MS : REFRESH_MS,
  placeholderData: keepPreviousData,
});

/** Validating all 2,500 rows takes a slow phone a quarter of a second, so only the first ones are validated. */
const CHECKED_ROWS = 10;

/** Validates the answer with its first rows. Throws a ZodError. */
function checked(answer: Partial<SeasonCalendar>): SeasonCalendar {
  const { items } = answer;
  const first = Array.isArray(items) ? items.slice(0, CHECKED_ROWS) : items;
  return { ...seasonCalendarSchema.parse({ ...answer, items: first }), items: items ?? [] };
}
