import { z } from "zod";
import { ledgerEntrySchema, revealedSchema } from "./ledger.ts";
import { MAX_PROVEN_ENTRIES } from "./rules.ts";

/** One instant has one spelling: it is cached once. */
export const asOfSchema = z.iso
  .datetime({ offset: true, error: "Give asOf as an ISO instant, as 2026-11-24T20:00:00Z." })
  .max(40)
  .transform((text) => new Date(text).toISOString())
  .optional()
  .describe("An instant: the answer has only what was locked, published or settled by then, with its proof.");

export const asOfQuerySchema = z.object({ asOf: asOfSchema });

const count = z.number().int().nonnegative();

/**
 * What an answer of a past moment rests on, for `verifyKnown` of /ledger-verifier.mjs. Only checkpoint and
 * revealed locks may be newer than `asOf`.
 */
export const knownSchema = z.object({
  asOf: z.iso.datetime(),
  recordBegan: z.iso.datetime(),
  ledgerSize: count,
  /** The newest signed by then that holds all `entries`; else the first signed that does, else the newest. */
  checkpoint: z
    .object({
      size: count,
      signedAt: z.iso.datetime(),
      note: z.string().max(2_000),
      key: z.string().max(300),
    })
    .nullable(),
  /** Locks and settlements of the answer, else the last entry by then. A leaf's index is `seq` less one. */
  entries: z.array(ledgerEntrySchema).max(MAX_PROVEN_ENTRIES),
  /** Opens seals of locks settled after `asOf`. */
  revealed: z.array(revealedSchema).max(MAX_PROVEN_ENTRIES),
  /** Proof of inclusion: roots of the checkpoint's largest subtrees without `entries`, left to right. */
  hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(20 * MAX_PROVEN_ENTRIES),
  /** Null because their value was not stored at the time. */
  unknown: z.array(z.object({ field: z.string().max(60), reason: z.string().max(200) })).max(20),
});
export type Known = z.infer<typeof knownSchema>;
export type Unknown = Known["unknown"][number];

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
