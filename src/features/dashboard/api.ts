import { seasonAroundSchema } from "#contract/calendar.ts";
import { analysisChangeResponseSchema } from "#contract/compare.ts";
import {
  type PredictionListQuery,
  predictionDetailResponseSchema,
  predictionListResponseSchema,
} from "#contract/dashboard.ts";
import { ownFiguresSchema } from "#contract/figures.ts";
import {
  calendarResponseSchema,
  marketOverviewResponseSchema,
  trendingResponseSchema,
} from "#contract/market.ts";
import type { ResultReport } from "#contract/record.ts";
import { pricesResponseSchema } from "#contract/technical.ts";
import { userForecastResponseSchema, userForecastsSchema } from "#contract/user-forecasts.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";
import { send } from "#lib/request.ts";

export const historyQuery = (query: PredictionListQuery) => ({
  queryKey: ["/api/predictions", query] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(predictionListResponseSchema, `/api/predictions?${searchOf(query)}`, { signal }),
});

function searchOf(query: Partial<PredictionListQuery>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

export const ownFiguresQuery = () => apiQuery(ownFiguresSchema, "/api/predictions/figures");

export const predictionQuery = (id: string) =>
  apiQuery(predictionDetailResponseSchema, "/api/predictions", id);

/** Returns the query of the prices in a snapshot, which never change. */
export const pricesQuery = (snapshotHash: string) =>
  apiQuery(pricesResponseSchema, "/api/snapshots", snapshotHash, "prices");

export const changeQuery = (id: string) =>
  apiQuery(analysisChangeResponseSchema, "/api/predictions", id, "change");

export const trendingQuery = () => apiQuery(trendingResponseSchema, "/api/market/trending");

export const upcomingReportsQuery = () => apiQuery(calendarResponseSchema, "/api/market/calendar");

export const marketOverviewQuery = () => apiQuery(marketOverviewResponseSchema, "/api/market/overview");

export const seasonAroundQuery = (symbol: string) => apiQuery(seasonAroundSchema, "/api/season", symbol);

export const predictionKeys = [["/api/dashboard"], ["/api/predictions"]] as const;

/** Requests an analysis. A request that is sent again with the same key is counted once. */
export const requestAnalysis = (
  { symbol, requestKey }: { symbol: string; requestKey: string },
  signal: AbortSignal,
) =>
  send(`/api/analyze/${encodeURIComponent(symbol)}`, {
    method: "POST",
    headers: {
      accept: "text/event-stream",
      "content-type": "application/json",
      "idempotency-key": requestKey,
    },
    signal,
  });

export const exportPredictions = async (query: PredictionListQuery) =>
  (await send(`/api/predictions/export.csv?${searchOf(query)}`)).blob();

export const submitReportedResult = (id: string, body: ResultReport) =>
  send(`/api/predictions/${encodeURIComponent(id)}/report`, { method: "POST", body });

export const userForecastsQuery = () => apiQuery(userForecastsSchema, "/api/user-forecasts");

/**
 * Saves the person's own forecast of a report. `probability` is null when the person chose to see our
 * probability without a forecast. Only the first forecast of a report is kept.
 */
export const saveUserForecast = ({
  symbol,
  ...body
}: {
  symbol: string;
  fiscalQuarterEnd: string;
  probability: number | null;
}) =>
  apiFetch(userForecastResponseSchema, `/api/user-forecasts/${encodeURIComponent(symbol)}`, {
    method: "POST",
    body,
  });
