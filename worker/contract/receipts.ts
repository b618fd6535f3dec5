import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";

const count = z.number().int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const witness = z.string().max(200);
/** A time-stamping authority, a calendar of OpenTimestamps, a witness of transparency logs, or a public git repository. */
const kind = z.enum(["rfc3161", "opentimestamps", "log-witness", "git"]);
export type WitnessKind = z.infer<typeof kind>;

/** What an outsider gave for a checkpoint: it is of the checkpoint's bytes as the ledger alone signed them. */
const receiptSchema = z.object({
  witness,
  /** Entries of the checkpoint. */
  size: count,
  kind,
  /** `pending`: a Bitcoin block is still waited for. */
  state: z.enum(["complete", "pending"]),
  /** SHA-256 of the receipt, by which its bytes are read. */
  digest,
  detail: z.string().max(600).nullable(),
  /** When the witness says it saw the checkpoint. */
  witnessedAt: z.iso.datetime(),
  receivedAt: z.iso.datetime(),
});

const MAX_RECEIPTS = 500;

export const receiptsQuerySchema = z.object({
  /** Only checkpoints of fewer entries: `next` of the page before. */
  before: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
  limit: z.coerce.number().int().min(50).max(MAX_RECEIPTS).default(200),
});
export type ReceiptsQuery = z.infer<typeof receiptsQuerySchema>;

/** GET /api/track-record/receipts: the largest checkpoints first. */
export const receiptsResponseSchema = z.object({
  dataMode: dataModeSchema,
  /** Outsiders that hold something, with the first and the latest time they say, and the largest checkpoint. */
  witnesses: z
    .array(
      z.object({
        ...{ witness, kind, receipts: count, pending: count, size: count },
        since: z.iso.datetime(),
        latest: z.iso.datetime(),
      }),
    )
    .max(40),
  receipts: z.array(receiptSchema).max(MAX_RECEIPTS),
  next: count.nullable(),
});
export type ReceiptsResponse = z.infer<typeof receiptsResponseSchema>;

export const receiptParamsSchema = z.object({ digest });

const MAX_CHECKPOINTS = 500;

export const checkpointsQuerySchema = z.object({
  /** Only those of fewer entries: `next` of the page before. */
  before: z.coerce.number().int().min(1).max(1_000_000_000).default(1_000_000_000),
  limit: z.coerce.number().int().min(1).max(MAX_CHECKPOINTS).default(MAX_CHECKPOINTS),
});

/** GET /api/track-record/checkpoints: every checkpoint that was signed, the largest first, as the ledger alone signed it. */
export const checkpointsResponseSchema = z.object({
  checkpoints: z
    .array(z.object({ size: count, signedAt: z.iso.datetime(), note: z.string().max(2000) }))
    .max(MAX_CHECKPOINTS),
  next: count.nullable(),
});

export const checkpointParamsSchema = z.object({
  size: z.coerce.number().int().min(1).max(1_000_000_000),
});
