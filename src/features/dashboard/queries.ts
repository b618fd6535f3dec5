import { dashboardResponseSchema, predictionListResponseSchema } from "#contract/dashboard.ts";
import {
  calendarResponseSchema,
  symbolSearchResponseSchema,
  trendingResponseSchema,
} from "#contract/market.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";

/** Spec section 9. */
const DASHBOARD_POLL_MS = 30_000;

/** Recent predictions and accuracy, read again every 30 s. */
export const dashboardQuery = () => ({
  ...apiQuery(dashboardResponseSchema, "/api/dashboard"),
  refetchInterval: DASHBOARD_POLL_MS,
});

/** One page of the history of predictions. */
export const historyQuery = (page: number) => ({
  queryKey: ["/api/predictions", page] as const,
  queryFn: () => apiFetch(predictionListResponseSchema, `/api/predictions?page=${page}`),
});

export const trendingQuery = () => apiQuery(trendingResponseSchema, "/api/market/trending");

export const calendarQuery = () => apiQuery(calendarResponseSchema, "/api/market/calendar");

/** Companies that match what has been typed. */
export const symbolQuery = (text: string) => ({
  queryKey: ["/api/symbols", text] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(symbolSearchResponseSchema, `/api/symbols?q=${encodeURIComponent(text)}`, { signal }),
});
