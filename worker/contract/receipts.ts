import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";

const count = z.number().int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const witness = z.string().max(200);
const kind = z.enum(["rfc3161", "log-witness"]);
export type WitnessKind = z.infer<typeof kind>;

/**
 * What an outside witness gave for one checkpoint. It covers the checkpoint with the ledger's own signature
 * only, without the cosignatures of witnesses.
 */
const receiptSchema = z.object({
  witness,
  size: count,
  kind,
  digest,
  detail: z.string().max(600).nullable(),
  witnessedAt: z.iso.datetime(),
  receivedAt: z.iso.datetime(),
});

const MAX_RECEIPTS = 500;

export const receiptsQuerySchema = z.object({
  before: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
  limit: z.coerce.number().int().min(50).max(MAX_RECEIPTS).default(200),
});
export type ReceiptsQuery = z.infer<typeof receiptsQuerySchema>;

export const receiptsResponseSchema = z.object({
  dataMode: dataModeSchema,
  witnesses: z
    .array(
      z.object({
        witness,
        kind,
        receipts: count,
        size: count,
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
  before: z.coerce.number().int().min(1).max(1_000_000_000).default(1_000_000_000),
  limit: z.coerce.number().int().min(1).max(MAX_CHECKPOINTS).default(MAX_CHECKPOINTS),
});

export const checkpointsResponseSchema = z.object({
  checkpoints: z
    .array(z.object({ size: count, signedAt: z.iso.datetime(), note: z.string().max(2000) }))
    .max(MAX_CHECKPOINTS),
  next: count.nullable(),
});

export const checkpointParamsSchema = z.object({
  size: z.coerce.number().int().min(1).max(1_000_000_000),
});
