import { keepPreviousData } from "@tanstack/react-query";
import { type RecordKind, recordFiguresSchema } from "#contract/figures.ts";
import { apiFetch } from "./api.ts";

/**
 * Returns the query of the track record's figures. A null `kind` stands for the kind with the most predictions.
 */
export const recordFiguresQuery = (kind: RecordKind | null) => ({
  queryKey: ["/api/track-record/figures", kind] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiFetch(recordFiguresSchema, `/api/track-record/figures${kind === null ? "" : `?kind=${kind}`}`, {
      signal,
    }),
  placeholderData: keepPreviousData,
});
