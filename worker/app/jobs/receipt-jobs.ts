import type { MessageOf } from "#platform/messages.ts";
import { missingReceipts, pendingReceipts } from "#record/receipts/due-receipts.ts";
import { confirmReceipt, requestReceipt } from "#record/receipts/request-receipt.ts";
import type { MarketParts } from "../deps.ts";

type ReceiptParts = Pick<MarketParts, "record" | "checkpointWitnesses" | "now">;

/** UTC hour in which promised proofs are asked for: a Bitcoin block takes hours. */
const CONFIRM_HOUR = 7;

/** Enqueues each witness that has not attested the newest checkpoint, and once a day each promise of a stronger proof. */
export async function receipts(parts: ReceiptParts & Pick<MarketParts, "enqueue">): Promise<void> {
  const { checkpointWitnesses: witnesses, now, enqueue } = parts;
  if (witnesses.length === 0) return;
  const stored = storeOf(parts);
  const missing = await missingReceipts(stored, witnesses);
  await enqueue(missing.map((due) => ({ job: "receipt", ...due })));
  if (now().getUTCHours() !== CONFIRM_HOUR) return;
  const pending = await pendingReceipts(stored, witnesses);
  await enqueue(pending.map((due) => ({ job: "confirm-receipt", ...due })));
}

/** Asks one witness about one checkpoint, so that none waits for another. */
export async function receipt(
  parts: ReceiptParts,
  { witness: name, size }: MessageOf<"receipt">,
): Promise<void> {
  const witness = parts.checkpointWitnesses.find((one) => one.name === name);
  if (witness) await requestReceipt(storeOf(parts), witness, size);
}

/** Asks one witness for the proof that it promised. */
export async function confirmation(
  parts: ReceiptParts,
  { witness: name, size }: MessageOf<"confirm-receipt">,
): Promise<void> {
  const witness = parts.checkpointWitnesses.find((one) => one.name === name);
  if (witness) await confirmReceipt(storeOf(parts), witness, size);
}

function storeOf({ record, now }: ReceiptParts) {
  return { ...record, now };
}
