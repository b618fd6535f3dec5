import { successResponseSchema } from "#contract/security.ts";
import {
  importResponseSchema,
  importRules,
  type Watchlist,
  watchlistSchema,
  watchResponseSchema,
} from "#contract/watchlist.ts";
import { apiFetch } from "./api.ts";
import { send } from "./request.ts";

const BASE = "/api/watchlist";
const pathOf = (symbol: string) => `${BASE}/${encodeURIComponent(symbol)}`;

/** Never served from the cache, because dates and probabilities change by the hour. */
export const watchlistQuery = () => ({
  queryKey: [BASE] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Watchlist> =>
    apiFetch(watchlistSchema, BASE, { signal }),
  staleTime: 0,
});

export const watchCompany = ({ symbol, note }: { symbol: string; note?: string }) =>
  apiFetch(watchResponseSchema, pathOf(symbol), { method: "PUT", body: note === undefined ? {} : { note } });

export const unwatchCompany = (symbol: string) =>
  apiFetch(successResponseSchema, pathOf(symbol), { method: "DELETE" });

export const markWatchlistSeen = () => apiFetch(successResponseSchema, BASE, { method: "PUT", body: {} });

export async function importTickers(source: string | File) {
  const blob = new Blob([source], { type: "text/csv" });
  if (blob.size > importRules.maxBytes) throw new FileTooLarge();
  const response = await send(`${BASE}/import`, { method: "POST", body: blob });
  return importResponseSchema.parse(await response.json());
}

export class FileTooLarge extends Error {
  override readonly name = "FileTooLarge";
  override readonly message =
    `The file is larger than ${importRules.maxBytes / 1024} kB. Nothing was imported.`;
}
