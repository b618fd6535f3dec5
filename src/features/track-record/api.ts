import { keepPreviousData } from "@tanstack/react-query";
import {
  type RecordListQuery,
  recordListSchema,
  recordSnapshotSchema,
  trackRecordSchema,
} from "#contract/record.ts";
import { readLedger } from "#ledger/read.ts";
import { type Verdict, verifyLedger } from "#ledger/verify.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";
import { send } from "#lib/request.ts";

export type Outcome = RecordListQuery["outcome"];

export const trackRecordQuery = () => apiQuery(trackRecordSchema, "/api/track-record");

/** The predictions of one outcome, in pages. */
export const recordListQuery = (outcome: Outcome) => ({
  queryKey: ["/api/track-record/predictions", outcome] as const,
  queryFn: ({ pageParam }: { pageParam: string | null }) => {
    const before = pageParam === null ? "" : `&before=${encodeURIComponent(pageParam)}`;
    return apiFetch(recordListSchema, `/api/track-record/predictions?outcome=${outcome}${before}`);
  },
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next: string | null }) => last.next,
  placeholderData: keepPreviousData,
});

export const snapshotQuery = (id: string) =>
  apiQuery(recordSnapshotSchema, "/api/track-record/predictions", id);

/** Downloads the whole ledger and verifies it in the browser, as `npm run -s ledger:verify` does. */
export async function verifyHere(): Promise<Verdict> {
  const { entries, published } = await readLedger(async (path) => (await send(path)).json());
  return verifyLedger(entries, published);
}

/** What anyone may download about the record, as JSON. */
export const recordDownloads = [
  { label: "Entries as JSON", href: "/api/track-record/ledger" },
  { label: "Daily roots as JSON", href: "/api/track-record/roots" },
  { label: "This page as JSON", href: "/api/track-record" },
] as const;
