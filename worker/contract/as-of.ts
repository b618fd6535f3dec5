import { z } from "zod";
import { ledgerEntrySchema, revealedSchema } from "./ledger.ts";
import { MAX_PROVEN_ENTRIES } from "./rules.ts";

/** A past moment of the market; one instant has one spelling, so that it is cached once. */
export const asOfSchema = z.iso
  .datetime({ offset: true, error: "Give asOf as an ISO instant, as 2026-11-24T20:00:00Z." })
  .max(40)
  .transform((text) => new Date(text).toISOString())
  .optional()
  .describe("An instant: the answer has only what was locked, published or settled by then, with its proof.");

export const asOfQuerySchema = z.object({ asOf: asOfSchema });

const count = z.number().int().nonnegative();

/**
 * What an answer of a past moment rests on. `verifyKnown` of /ledger-verifier.mjs checks it, and nothing of it is newer
 * than `asOf` but the checkpoint, and what opens seals of predictions that are settled today.
 */
export const knownSchema = z.object({
  asOf: z.iso.datetime(),
  /** Time of the ledger's first entry. */
  recordBegan: z.iso.datetime(),
  /** Entries that the ledger had by then. */
  ledgerSize: count,
  /** The newest signed by then, if it holds all of `entries`; else the first signed that does, else the newest. */
  checkpoint: z
    .object({
      size: count,
      signedAt: z.iso.datetime(),
      note: z.string().max(2_000),
      key: z.string().max(300),
    })
    .nullable(),
  /** In order: locks and settlements of the answer, or the last one by then where it has none. `seq` less one is the leaf's index. */
  entries: z.array(ledgerEntrySchema).max(MAX_PROVEN_ENTRIES),
  /** Opens the seals of those locks whose settlement came later. */
  revealed: z.array(revealedSchema).max(MAX_PROVEN_ENTRIES),
  /** Proof of inclusion: roots of the largest subtrees of the checkpoint's tree without any of `entries`, left to right. */
  hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(20 * MAX_PROVEN_ENTRIES),
  /** Fields that are null because their value of then was not kept. */
  unknown: z.array(z.object({ field: z.string().max(60), reason: z.string().max(200) })).max(20),
});
export type Known = z.infer<typeof knownSchema>;
export type Unknown = Known["unknown"][number];

/** What the calendar said of a report then, also after its lock. */
export const reportThenSchema = z.object({
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date(),
  session: z.enum(["pre", "post"]).nullable(),
  isConfirmed: z.boolean(),
  movedFrom: z.iso.date().nullable(),
  consensusEps: z.number().nullable(),
  analystCount: z.number().int().nonnegative().nullable(),
  /** As it was first reported, or restated by then. */
  reportedEps: z.number().nullable(),
});
export type ReportThen = z.infer<typeof reportThenSchema>;
