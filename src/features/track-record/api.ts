import { keepPreviousData } from "@tanstack/react-query";
import { driftSchema } from "#contract/drift.ts";
import { receiptsResponseSchema } from "#contract/receipts.ts";
import { recordListSchema, recordSnapshotSchema, trackRecordSchema } from "#contract/record.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";
import type { RecordFilters } from "./record-filters.ts";

export const driftQuery = () => apiQuery(driftSchema, "/api/track-record/drift");
export const trackRecordQuery = () => apiQuery(trackRecordSchema, "/api/track-record");

export const recordListQuery = (filters: RecordFilters) => ({
  queryKey: ["/api/track-record/predictions", filters] as const,
  queryFn: ({ pageParam }: { pageParam: string | null }) => {
    const asked = { ...filters, before: pageParam };
    const query = new URLSearchParams(
      Object.entries(asked).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    );
    return apiFetch(recordListSchema, `/api/track-record/predictions?${query}`);
  },
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next: string | null }) => last.next,
  placeholderData: keepPreviousData,
});

export const snapshotQuery = (id: string) =>
  apiQuery(recordSnapshotSchema, "/api/track-record/predictions", id);

const RECEIPTS_ADDRESS = "/api/track-record/receipts";

export const receiptsQuery = () => apiQuery(receiptsResponseSchema, RECEIPTS_ADDRESS);

export const receiptAddress = (digest: string) => `${RECEIPTS_ADDRESS}/${digest}`;

/** One file for browsers and Node. */
const VERIFIER_ADDRESS = "/ledger-verifier.mjs";

type Verifier = typeof import("#ledger-verifier");

/** With counts of what was verified and what cannot be seen. */
export type Verified = {
  verdict: Awaited<ReturnType<Verifier["verifyLedger"]>>;
  counts: ReturnType<Verifier["countsOf"]> | null;
  blindSpot: string | null;
  completeness: string;
  receipts: number;
  isSigned: boolean;
};

/** As `npm run -s ledger:verify`, against what the reader holds. */
export async function verifyHere(held: Uint8Array | null): Promise<Verified> {
  const address = VERIFIER_ADDRESS;
  const verifier: Verifier = await import(/* @vite-ignore */ address);
  const get = verifier.reader(location.origin);
  const { entries, published } = await verifier.readLedger(get);
  const receipts = await verifier.readReceipts(get);
  const isReceipt = held !== null && (await verifier.readReceipt(held)) !== null;
  const inHand = isReceipt ? { receipts: [held] } : { since: held && new TextDecoder().decode(held) };
  const verdict = await verifier.verifyLedger(entries, { ...published, receipts }, inHand);
  return {
    verdict,
    counts: verdict.isValid ? verifier.countsOf(entries) : null,
    blindSpot: held === null ? verifier.BLIND_SPOT : null,
    completeness: verifier.completenessOf(published.calendar),
    receipts: receipts.length,
    isSigned: Boolean(published.checkpoint),
  };
}

export const CHECKPOINT_ADDRESS = "/api/track-record/checkpoint";

export const recordDownloads = [
  { label: "Entries as JSON", href: "/api/track-record/ledger" },
  { label: "Daily roots as JSON", href: "/api/track-record/roots" },
  { label: "This page as JSON", href: "/api/track-record" },
  { label: "Receipts as JSON", href: RECEIPTS_ADDRESS },
  { label: "The verifier", href: VERIFIER_ADDRESS },
] as const;
