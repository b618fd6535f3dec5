import { z } from "zod";
import { ledgerEntrySchema, revealedSchema } from "./ledger.ts";
import { MAX_PROVEN_ENTRIES } from "./rules.ts";

/**
 * Parses the past moment that a request is about. The result is in UTC, so equal moments have equal texts and
 * share one cached answer.
 */
export const asOfSchema = z.iso
  .datetime({ offset: true, error: "Give asOf as an ISO instant, as 2026-11-24T20:00:00Z." })
  .max(40)
  .transform((text) => new Date(text).toISOString())
  .optional()
  .describe("An instant: the answer has only what was locked, published or settled by then, with its proof.");

export const asOfQuerySchema = z.object({ asOf: asOfSchema });

const count = z.number().int().nonnegative();

/**
 * The ledger entries that an answer about a past moment relies on, for `verifyKnown` of /ledger-verifier.mjs. Only
 * the checkpoint and the revealed locks may be newer than `asOf`.
 */
export const knownSchema = z.object({
  asOf: z.iso.datetime(),
  recordBegan: z.iso.datetime(),
  ledgerSize: count,
  /**
   * The newest checkpoint that was signed by `asOf` and covers all `entries`. When there is none, the smallest
   * checkpoint that covers them, or else the newest one.
   */
  checkpoint: z
    .object({
      size: count,
      signedAt: z.iso.datetime(),
      note: z.string().max(2_000),
      key: z.string().max(300),
    })
    .nullable(),
  /**
   * The entries that lock or settle the answer's predictions, or the last entry at `asOf` when there are none.
   * The index of an entry's leaf in the Merkle tree is `seq` minus one.
   */
  entries: z.array(ledgerEntrySchema).max(MAX_PROVEN_ENTRIES),
  /** What the sealed locks in `entries` hide, for those that were settled after `asOf`. */
  revealed: z.array(revealedSchema).max(MAX_PROVEN_ENTRIES),
  /**
   * The proof that `entries` are in the checkpoint's Merkle tree: the roots of the largest subtrees that
   * contain none of them, from left to right.
   */
  hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(20 * MAX_PROVEN_ENTRIES),
  /** The fields of the answer that are null because their value at `asOf` was not stored. */
  unknown: z.array(z.object({ field: z.string().max(60), reason: z.string().max(200) })).max(20),
});
export type PointInTimeProof = z.infer<typeof knownSchema>;
export type UnknownField = PointInTimeProof["unknown"][number];

export const reportThenSchema = z.object({
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date(),
  session: z.enum(["pre", "post"]).nullable(),
  isConfirmed: z.boolean(),
  movedFrom: z.iso.date().nullable(),
  consensusEps: z.number().nullable(),
  analystCount: z.number().int().nonnegative().nullable(),
  reportedEps: z.number().nullable(),
});
export type PointInTimeReport = z.infer<typeof reportThenSchema>;
