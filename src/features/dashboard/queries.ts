import {
  dashboardResponseSchema,
  type PredictionListQuery,
  predictionDetailResponseSchema,
  predictionListResponseSchema,
} from "#contract/dashboard.ts";
import {
  calendarResponseSchema,
  marketOverviewResponseSchema,
  symbolSearchResponseSchema,
  trendingResponseSchema,
} from "#contract/market.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";

/** Spec section 9. */
const DASHBOARD_POLL_MS = 30_000;

/** Recent predictions and accuracy, polled every 30 s. */
export const dashboardQuery = () => ({
  ...apiQuery(dashboardResponseSchema, "/api/dashboard"),
  refetchInterval: DASHBOARD_POLL_MS,
});

/** One page of the history of predictions. */
export const historyQuery = (query: PredictionListQuery) => ({
  queryKey: ["/api/predictions", query] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(predictionListResponseSchema, `/api/predictions?${searchOf(query)}`, { signal }),
});

/** Filter and order as a query string; unset values are left out. */
export function searchOf(query: Partial<PredictionListQuery>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** A past prediction with its frozen analysis. */
export const predictionQuery = (id: string) =>
  apiQuery(predictionDetailResponseSchema, "/api/predictions", id);

export const trendingQuery = () => apiQuery(trendingResponseSchema, "/api/market/trending");

export const calendarQuery = () => apiQuery(calendarResponseSchema, "/api/market/calendar");

/** Fear and greed index, and the results of the season by sector. */
export const marketOverviewQuery = () => apiQuery(marketOverviewResponseSchema, "/api/market/overview");

/** Companies that match a typed text. */
export const symbolQuery = (text: string) => ({
  queryKey: ["/api/symbols", text] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(symbolSearchResponseSchema, `/api/symbols?q=${encodeURIComponent(text)}`, { signal }),
});
