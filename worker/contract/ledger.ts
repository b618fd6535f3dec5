import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

const share = z.number().min(0).max(1);
const id = z.string().min(1).max(60);

const subjectFields = {
  type: z.literal("lock"),
  id,
  /**
   * `record`: made by the daily job; only these count in headline figures. `analysis`: made for a user.
   * `replay`: computed for the simulated market after the report.
   */
  kind: z.enum(["record", "analysis", "replay"]),
  dataMode: dataModeSchema,
  symbol: z.string().max(15),
  fiscalQuarterEnd: z.iso.date(),
  /**
   * The earliest time at which the report may be published, in UTC. A lock at or after this time is refused.
   */
  reportsAt: z.iso.datetime(),
  time: z.iso.datetime(),
};

const lockBodySchema = z.object({
  ...subjectFields,
  /** EPS is on the basis of the source's consensus, which is usually adjusted (non-GAAP). */
  epsBasis: z.literal("consensus"),
  probability: share,
  baseRate: share,
  modelVersion: z.string().max(40),
  /** SHA-256 of the canonical JSON of the stored evidence. */
  evidenceHash: digestSchema,
  /** The consensus that the reported figure is compared with. */
  consensusEps: z.number(),
});
export type LockBody = z.infer<typeof lockBodySchema>;

/**
 * A lock as it is published before the report. Its settlement reveals the rest of its contents, such as the
 * probability.
 */
const sealedLockBodySchema = z.strictObject({
  ...subjectFields,
  /** SHA-256 of the canonical JSON of `{ lock, nonce }`, where the nonce is 256 random bits. */
  seal: digestSchema,
});
export type SealedLockBody = z.infer<typeof sealedLockBodySchema>;

export const revealedSchema = z.strictObject({ lock: lockBodySchema, nonce: digestSchema });
export type Revealed = z.infer<typeof revealedSchema>;

const settlementBodySchema = z.object({
  type: z.literal("settlement"),
  id,
  lockId: id,
  outcome: z.enum(["beat", "miss", "void"]),
  actualEps: z.number().nullable(),
  source: z.string().max(80).nullable(),
  reason: z.string().max(200).nullable(),
  decidedBy: z.literal("operator").optional(),
  revealed: revealedSchema,
  time: z.iso.datetime(),
});
export type SettlementBody = z.infer<typeof settlementBodySchema>;

const ledgerBodySchema = z.discriminatedUnion("type", [sealedLockBodySchema, settlementBodySchema]);
export type LedgerBody = z.infer<typeof ledgerBodySchema>;

export const ledgerEntrySchema = z.object({
  seq: z.number().int().positive(),
  previousHash: digestSchema,
  /** SHA-256 of the canonical JSON of `{ seq, previousHash, body }`. */
  hash: digestSchema,
  body: ledgerBodySchema,
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** The number and hash of the newest entry. `hash` is 64 zeros for an empty ledger. */
export const ledgerHeadSchema = z.object({ seq: z.number().int().nonnegative(), hash: digestSchema });
export type LedgerHead = z.infer<typeof ledgerHeadSchema>;

/** The Merkle root over one UTC day's entries, published when the day is over. */
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

export const ledgerPageSchema = z.object({
  entries: z.array(ledgerEntrySchema).max(MAX_LEDGER_PAGE),
  head: ledgerHeadSchema,
});
export type LedgerPage = z.infer<typeof ledgerPageSchema>;

export const ledgerDayParamsSchema = z.object({ date: z.iso.date() });

export const ledgerRootsResponseSchema = z.object({
  roots: z.array(ledgerRootSchema).max(4000),
});
