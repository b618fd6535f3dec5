import { and, eq, max } from "drizzle-orm";
import type { Database } from "#platform/db/client.ts";
import { checkpointReceipts } from "#platform/schema/receipts.ts";
import { type CheckpointWitness, type Receipt, type SignedCheckpoint, witnessError } from "./port.ts";

type DueReceipt = { witness: string; size: number };

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

type WitnessedLedger = {
  checkpoint(): Promise<SignedCheckpoint | null>;
  checkpointOf(size: number): Promise<SignedCheckpoint | null>;
  consistencyProof(old: number, size: number): Promise<readonly Uint8Array[]>;
};

export type ReceiptDeps = {
  db: Database;
  ledgerId: string;
  files: R2Bucket;
  ledger: WitnessedLedger;
  now: () => Date;
};

/**
 * Requests one witness's receipt for the checkpoint of `size` and stores it. If two requests overlap, the
 * receipt that is stored first stays. Throws AppError when the witness fails or has seen a larger ledger than
 * ours.
 */
export async function requestReceipt(
  deps: ReceiptDeps,
  witness: CheckpointWitness,
  size: number,
): Promise<void> {
  const { db, ledgerId, ledger } = deps;
  const checkpoint = await ledger.checkpointOf(size);
  if (!checkpoint || (await hasReceipt(deps, witness.name, size))) return;
  const [last] = await db
    .select({ size: max(checkpointReceipts.size) })
    .from(checkpointReceipts)
    .where(ofWitness(ledgerId, witness.name));
  const receipt = await witness.attest({
    checkpoint: { size, note: checkpoint.note },
    lastSize: last?.size ?? 0,
    proveConsistency: (old) => ledger.consistencyProof(old, size),
  });
  if (receipt) return storeReceipt(deps, witness, size, receipt);
  // A witness that has attested a larger tree than our newest checkpoint must have seen another ledger of the
  // same name.
  const newest = await ledger.checkpoint();
  if (newest?.size === size) throw witnessError(witness.name, "has seen a larger ledger than ours");
}

async function storeReceipt(
  { db, ledgerId, files, now }: ReceiptDeps,
  { name, kind }: CheckpointWitness,
  size: number,
  { bytes, witnessedAt, detail }: Receipt,
): Promise<void> {
  // The file is written first, so every row refers to a stored file.
  const digest = await writeReceipt(files, bytes);
  await db
    .insert(checkpointReceipts)
    .values({ ledgerId, witness: name, size, kind, digest, detail, witnessedAt, receivedAt: now() })
    .onConflictDoNothing();
}

async function hasReceipt({ db, ledgerId }: ReceiptDeps, witness: string, size: number): Promise<boolean> {
  const isRow = and(ofWitness(ledgerId, witness), eq(checkpointReceipts.size, size));
  const rows = await db
    .select({ size: checkpointReceipts.size })
    .from(checkpointReceipts)
    .where(isRow)
    .limit(1);
  return rows.length > 0;
}

function ofWitness(ledgerId: string, witness: string) {
  return and(eq(checkpointReceipts.ledgerId, ledgerId), eq(checkpointReceipts.witness, witness));
}

/** Stores the bytes and returns their name, which is their SHA-256 in hexadecimal. */
async function writeReceipt(files: R2Bucket, bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  const name = Buffer.from(digest).toString("hex");
  await files.put(keyOf(name), new Uint8Array(bytes));
  return name;
}

export async function readReceipt(files: R2Bucket, digest: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await files.get(keyOf(digest));
  return file && new Uint8Array(await file.arrayBuffer());
}

function keyOf(digest: string): string {
  return `receipts/${digest}`;
}
