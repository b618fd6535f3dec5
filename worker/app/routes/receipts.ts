import { unlockedQuerySchema, unlockedResponseSchema } from "#contract/calendar.ts";
import {
  checkpointParamsSchema,
  checkpointsQuerySchema,
  checkpointsResponseSchema,
  receiptParamsSchema,
  receiptsQuerySchema,
  receiptsResponseSchema,
} from "#contract/receipts.ts";
import { AppError } from "#platform/errors.ts";
import { listReceipts } from "#record/receipts/read-receipts.ts";
import { readReceipt } from "#record/receipts/request-receipt.ts";
import { unlockedReports } from "#season/upcoming/overdue-locks.ts";
import { type Operation, operation } from "../http/operation.ts";

const FOR_GOOD = "public, max-age=31536000, immutable";

export const receiptOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/track-record/checkpoints",
    access: "public",
    usesMarket: true,
    summary: "List every signed checkpoint of the ledger, as outsiders attest it, paged",
    rate: "record",
    query: checkpointsQuerySchema,
    response: checkpointsResponseSchema,
    handle: async ({ record, query: { before, limit } }) => {
      const page = await record.ledger.checkpoints(before, limit);
      const checkpoints = page.map(({ size, note, signedAt }) => ({
        size,
        note,
        signedAt: new Date(signedAt).toISOString(),
      }));
      return { checkpoints, next: page.length < limit ? null : (page.at(-1)?.size ?? null) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/track-record/checkpoints/:size",
    access: "public",
    usesMarket: true,
    summary: "Read one signed checkpoint, byte by byte as outsiders attest it",
    rate: "record",
    params: checkpointParamsSchema,
    raw: [{ status: 200, type: "text/plain" }],
    errors: ["not_found"],
    handle: async ({ record, params: { size } }) => {
      const checkpoint = await record.ledger.checkpointOf(size);
      if (!checkpoint) throw new AppError("not_found", "No checkpoint of that size was signed.");
      return new Response(checkpoint.note, {
        headers: { "content-type": "text/plain; charset=utf-8", "cache-control": FOR_GOOD },
      });
    },
  }),
  operation({
    method: "GET",
    path: "/api/track-record/receipts",
    access: "public",
    usesMarket: true,
    summary:
      "List what outside witnesses gave for the ledger's checkpoints, and since when each holds something",
    rate: "record",
    query: receiptsQuerySchema,
    response: receiptsResponseSchema,
    handle: async ({ record, query }) => ({
      dataMode: record.dataMode,
      ...(await listReceipts(record, query)),
    }),
  }),
  operation({
    method: "GET",
    path: "/api/track-record/receipts/:digest",
    access: "public",
    usesMarket: true,
    summary: "Read one receipt: a time stamp (.tsr) or cosignature lines",
    rate: "record",
    params: receiptParamsSchema,
    raw: [{ status: 200, type: "application/octet-stream" }],
    errors: ["not_found"],
    handle: async ({ record, params: { digest } }) => {
      const bytes = await readReceipt(record.files, digest);
      if (!bytes) throw new AppError("not_found", "There is no receipt with that hash.");
      return new Response(bytes, {
        headers: {
          "content-type": "application/octet-stream",
          "content-disposition": "attachment",
          "cache-control": FOR_GOOD,
        },
      });
    },
  }),
  operation({
    method: "GET",
    path: "/api/track-record/unlocked",
    access: "public",
    usesMarket: true,
    summary: "List the reports of the calendar that have no lock, with the reason",
    rate: "record",
    query: unlockedQuerySchema,
    response: unlockedResponseSchema,
    handle: async ({ record, marketNow, query: { from, to } }) => ({
      reports: await unlockedReports(record, { from, to, now: marketNow() }),
    }),
  }),
];
