import { and, count, desc, eq, lt, max, min } from "drizzle-orm";
import type { ReceiptsQuery, ReceiptsResponse } from "#contract/receipts.ts";
import { checkpointReceipts } from "#platform/schema/receipts.ts";
import { type ReceiptDeps, readReceipt } from "./request-receipt.ts";

type Stored = Pick<ReceiptDeps, "db" | "ledgerId">;

export async function listReceipts(
  stored: Stored,
  { before, limit }: ReceiptsQuery,
): Promise<Omit<ReceiptsResponse, "dataMode">> {
  const { db, ledgerId } = stored;
  const ofLedger = eq(checkpointReceipts.ledgerId, ledgerId);
  const rows = await db
    .select()
    .from(checkpointReceipts)
    .where(before === undefined ? ofLedger : and(ofLedger, lt(checkpointReceipts.size, before)))
    .orderBy(desc(checkpointReceipts.size), checkpointReceipts.witness)
    .limit(limit + 1);
  const page = wholeSizes(rows, limit);
  return {
    witnesses: await witnessesOf(stored),
    receipts: page.map(({ witness, size, kind, digest, detail, witnessedAt, receivedAt }) => ({
      witness,
      size,
      kind,
      digest,
      detail,
      witnessedAt: witnessedAt.toISOString(),
      receivedAt: receivedAt.toISOString(),
    })),
    next: page.length < rows.length ? (page.at(-1)?.size ?? null) : null,
  };
}

/**
 * Returns a page that holds all receipts of each of its checkpoint sizes or none, because the next page
 * begins at a size.
 */
function wholeSizes<Row extends { size: number }>(rows: readonly Row[], limit: number): readonly Row[] {
  const beyond = rows[limit];
  return beyond ? rows.filter(({ size }) => size > beyond.size) : rows;
}

async function witnessesOf({ db, ledgerId }: Stored): Promise<ReceiptsResponse["witnesses"]> {
  const rows = await db
    .select({
      witness: checkpointReceipts.witness,
      kind: checkpointReceipts.kind,
      receipts: count(),
      size: max(checkpointReceipts.size),
      since: min(checkpointReceipts.witnessedAt),
      latest: max(checkpointReceipts.witnessedAt),
    })
    .from(checkpointReceipts)
    .where(eq(checkpointReceipts.ledgerId, ledgerId))
    .groupBy(checkpointReceipts.witness)
    .limit(40);
  return rows.map(({ size, since, latest, ...row }) => ({
    ...row,
    size: size ?? 0,
    since: new Date(since ?? 0).toISOString(),
    latest: new Date(latest ?? 0).toISOString(),
  }));
}

export async function cosignatureLines(
  { db, ledgerId, files }: Stored & { files: R2Bucket },
  size: number,
): Promise<string> {
  const rows = await db
    .select({ digest: checkpointReceipts.digest })
    .from(checkpointReceipts)
    .where(
      and(
        eq(checkpointReceipts.ledgerId, ledgerId),
        eq(checkpointReceipts.size, size),
        eq(checkpointReceipts.kind, "log-witness"),
      ),
    )
    .orderBy(checkpointReceipts.witness);
  const lines = await Promise.all(rows.map(({ digest }) => readReceipt(files, digest)));
  return lines.map((line) => (line ? Buffer.from(line).toString() : "")).join("");
}
