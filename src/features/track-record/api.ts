import { keepPreviousData } from "@tanstack/react-query";
import { driftSchema } from "#contract/drift.ts";
import { receiptsResponseSchema } from "#contract/receipts.ts";
import {
  type RecordListQuery,
  recordListQuerySchema,
  recordListSchema,
  recordSnapshotSchema,
  trackRecordSchema,
} from "#contract/record.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";

export type RecordFilters = Pick<
  RecordListQuery,
  "outcome" | "symbol" | "bin" | "confidence" | "sector" | "size" | "kind"
>;

const names = ["outcome", "symbol", "bin", "confidence", "sector", "size", "kind"] as const;
const ofEndedOnly = ["bin", "confidence"] as const;

export function filtersOf(params: URLSearchParams): RecordFilters {
  const { shape } = recordListQuerySchema;
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const parsed = shape[name].safeParse(params.get(name) || undefined);
    if (parsed.success && parsed.data !== undefined) found[name] = parsed.data;
  }
  const filters = { outcome: "settled", ...found } as RecordFilters;
  if (isOpen(filters)) for (const name of ofEndedOnly) delete filters[name];
  return filters;
}

export function isOpen({ outcome }: Pick<RecordFilters, "outcome">): boolean {
  return outcome === "pending" || outcome === "review";
}

export function withRecordFilters(
  params: URLSearchParams,
  changed: Partial<Record<keyof RecordFilters, string>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changed))
    if (value === "" || (name === "outcome" && value === "settled")) next.delete(name);
    else next.set(name, value);
  return next;
}

export const calibrationDriftQuery = () => apiQuery(driftSchema, "/api/track-record/drift");
export const trackRecordQuery = () => apiQuery(trackRecordSchema, "/api/track-record");

export const recordListQuery = (filters: RecordFilters) => ({
  queryKey: ["/api/track-record/predictions", filters] as const,
  queryFn: ({ pageParam }: { pageParam: string | null }) => {
    const pageQuery = { ...filters, before: pageParam };
    const query = new URLSearchParams(
      Object.entries(pageQuery).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
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

/** The address of the ledger's verifier, a file that runs in browsers and in Node. */
const VERIFIER_ADDRESS = "/ledger-verifier.mjs";

type Verifier = typeof import("#ledger-verifier");

/** The verdict, with counts of what was verified and a note on what this check cannot see. */
export type LedgerVerification = {
  verdict: Awaited<ReturnType<Verifier["verifyLedger"]>>;
  counts: ReturnType<Verifier["countsOf"]> | null;
  blindSpot: string | null;
  completeness: string;
  receipts: number;
  isSigned: boolean;
};

/**
 * Verifies the ledger in the browser as `npm run -s ledger:verify` does, and compares it with the copy that the
 * reader holds, if any.
 */
export async function verifyLedgerInBrowser(held: Uint8Array | null): Promise<LedgerVerification> {
  const address = VERIFIER_ADDRESS;
  const verifier: Verifier = await import(/* @vite-ignore */ address);
  const get = verifier.reader(location.origin);
  const { entries, published } = await verifier.readLedger(get);
  const receipts = await verifier.readReceipts(get);
  const isReceipt = held !== null && verifier.readReceipt(held) !== null;
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
