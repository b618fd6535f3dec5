import { keepPreviousData } from "@tanstack/react-query";
import {
  type RecordListQuery,
  recordListSchema,
  recordSnapshotSchema,
  trackRecordSchema,
} from "#contract/record.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";

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

/** The verifier: one file for browsers and Node. */
const VERIFIER_ADDRESS = "/ledger-verifier.mjs";

type Verifier = typeof import("#ledger-verifier");

/** A verdict; where it is good, counts of what was verified and what cannot be seen without an older checkpoint. */
export type Verified = {
  verdict: Awaited<ReturnType<Verifier["verifyLedger"]>>;
  counts: ReturnType<Verifier["countsOf"]> | null;
  blindSpot: string | null;
  /** A signed checkpoint was checked. */
  isSigned: boolean;
};

/** Downloads and verifies the whole ledger in the browser as `npm run -s ledger:verify` does, against an older checkpoint if given. */
export async function verifyHere(since: string | null): Promise<Verified> {
  // The very file that anyone may download and read, so it is no part of the bundle.
  const address = VERIFIER_ADDRESS;
  const verifier: Verifier = await import(/* @vite-ignore */ address);
  const { entries, published } = await verifier.readLedger(verifier.reader(location.origin));
  const verdict = await verifier.verifyLedger(entries, published, { since });
  return {
    verdict,
    counts: verdict.isValid ? verifier.countsOf(entries) : null,
    blindSpot: since === null ? verifier.BLIND_SPOT : null,
    isSigned: Boolean(published.checkpoint),
  };
}

/** The newest signed checkpoint, as a signed note. */
export const CHECKPOINT_ADDRESS = "/api/track-record/checkpoint";

/** What anyone may download about the record, as JSON. */
export const recordDownloads = [
  { label: "Entries as JSON", href: "/api/track-record/ledger" },
  { label: "Daily roots as JSON", href: "/api/track-record/roots" },
  { label: "This page as JSON", href: "/api/track-record" },
  { label: "The verifier", href: VERIFIER_ADDRESS },
] as const;
