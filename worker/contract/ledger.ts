import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";

/** SHA-256 as 64 hexadecimal digits. */
const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

const share = z.number().min(0).max(1);
const id = z.string().min(1).max(60);

const subjectFields = {
  type: z.literal("lock"),
  id,
  /**
   * `record`: the daily job's, which alone makes the headline figures; `analysis`: one that a user asked for; `replay`:
   * on the simulated market only, computed later as of its date, and never taken for a real one.
   */
  kind: z.enum(["record", "analysis", "replay"]),
  dataMode: dataModeSchema,
  symbol: z.string().max(15),
  fiscalQuarterEnd: z.iso.date(),
  /** UTC instant of the expected report; a lock at or after it is refused. */
  reportsAt: z.iso.datetime(),
  time: z.iso.datetime(),
};

const lockBodySchema = z.object({
  ...subjectFields,
  /** `consensus`: on the basis on which the source's analysts estimate, which is usually adjusted (non-GAAP). */
  epsBasis: z.literal("consensus"),
  probability: share,
  baseRate: share,
  modelVersion: z.string().max(40),
  /** SHA-256 of the canonical JSON of the whole snapshot. */
  evidenceHash: digestSchema,
  /** The consensus at the lock, which the reported figure is measured against. */
  consensusEps: z.number(),
});
export type LockBody = z.infer<typeof lockBodySchema>;

/** The entry of a lock: a commitment. What it says is revealed by its settlement. */
const sealedLockBodySchema = z.strictObject({
  ...subjectFields,
  /** SHA-256 of the canonical JSON of `{ lock, nonce }`: the whole lock, and 256 random bits. */
  seal: digestSchema,
});
export type SealedLockBody = z.infer<typeof sealedLockBodySchema>;

export const revealedSchema = z.strictObject({ lock: lockBodySchema, nonce: digestSchema });
export type Revealed = z.infer<typeof revealedSchema>;

/** How a locked prediction ended: settled by a reported figure, or void without one. */
const settlementBodySchema = z.object({
  type: z.literal("settlement"),
  id,
  lockId: id,
  outcome: z.enum(["beat", "miss", "void"]),
  actualEps: z.number().nullable(),
  source: z.string().max(80).nullable(),
  /** Why it is void, or why an operator decided it; null when the rule settled it. */
  reason: z.string().max(200).nullable(),
  decidedBy: z.literal("operator").optional(),
  revealed: revealedSchema,
  time: z.iso.datetime(),
});
export type SettlementBody = z.infer<typeof settlementBodySchema>;

const ledgerBodySchema = z.discriminatedUnion("type", [sealedLockBodySchema, settlementBodySchema]);
export type LedgerBody = z.infer<typeof ledgerBodySchema>;

/** One row of the ledger: its body and the hash that chains it to the row before. */
export const ledgerEntrySchema = z.object({
  /** 1 for the first. */
  seq: z.number().int().positive(),
  previousHash: digestSchema,
  /** SHA-256 of the canonical JSON of `{ seq, previousHash, body }`. */
  hash: digestSchema,
  body: ledgerBodySchema,
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** Where the chain ends; `hash` of 64 zeros for an empty ledger. */
export const ledgerHeadSchema = z.object({ seq: z.number().int().nonnegative(), hash: digestSchema });
export type LedgerHead = z.infer<typeof ledgerHeadSchema>;

/** The Merkle root over the hashes of one UTC day's entries, published once the day is over. */
export const ledgerRootSchema = z.object({
  date: z.iso.date(),
  root: digestSchema,
  firstSeq: z.number().int().positive(),
  lastSeq: z.number().int().positive(),
});
export type LedgerRoot = z.infer<typeof ledgerRootSchema>;

const MAX_LEDGER_PAGE = 500;

export const ledgerQuerySchema = z.object({
  after: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_LEDGER_PAGE).default(MAX_LEDGER_PAGE),
});

/** GET /api/track-record/ledger: entries after a number, in order. */
export const ledgerPageSchema = z.object({
  entries: z.array(ledgerEntrySchema).max(MAX_LEDGER_PAGE),
  head: ledgerHeadSchema,
});
export type LedgerPage = z.infer<typeof ledgerPageSchema>;

export const ledgerDayParamsSchema = z.object({ date: z.iso.date() });

/** GET /api/track-record/roots: newest first. */
export const ledgerRootsResponseSchema = z.object({
  roots: z.array(ledgerRootSchema).max(4000),
});
