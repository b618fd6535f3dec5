import { and, desc, eq, inArray } from "drizzle-orm";
import { checkpointReceipts } from "#platform/schema/receipts.ts";
import type { CheckpointWitness } from "./port.ts";
import type { ReceiptDeps } from "./request-receipt.ts";

type DueReceipt = { witness: string; size: number };

/** A round, newest first; older ones were lost by their calendar. */
const MAX_PENDING = 50;

export async function missingReceipts(
  { db, ledgerId, ledger }: ReceiptDeps,
  witnesses: readonly CheckpointWitness[],
): Promise<DueReceipt[]> {
  const newest = await ledger.checkpoint();
  if (!newest) return [];
  const { size } = newest;
  const rows = await db
    .select({ witness: checkpointReceipts.witness })
    .from(checkpointReceipts)
    .where(and(eq(checkpointReceipts.ledgerId, ledgerId), eq(checkpointReceipts.size, size)));
  const there = new Set(rows.map(({ witness }) => witness));
  return witnesses.flatMap(({ name }) => (there.has(name) ? [] : [{ witness: name, size }]));
}

export async function pendingReceipts(
  { db, ledgerId }: ReceiptDeps,
  witnesses: readonly CheckpointWitness[],
): Promise<DueReceipt[]> {
  const names = witnesses.flatMap(({ name, confirm }) => (confirm ? [name] : []));
  if (names.length === 0) return [];
  return db
    .select({ witness: checkpointReceipts.witness, size: checkpointReceipts.size })
    .from(checkpointReceipts)
    .where(
      and(
        eq(checkpointReceipts.ledgerId, ledgerId),
        eq(checkpointReceipts.state, "pending"),
        inArray(checkpointReceipts.witness, names),
      ),
    )
    .orderBy(desc(checkpointReceipts.size))
    .limit(MAX_PENDING);
}
