import type { MessageOf } from "#platform/messages.ts";
import { missingReceipts, pendingReceipts } from "#record/receipts/due-receipts.ts";
import { confirmReceipt, requestReceipt } from "#record/receipts/request-receipt.ts";
import type { Deps } from "../deps.ts";

/** UTC hour in which promised proofs are asked for: a Bitcoin block takes hours. */
const CONFIRM_HOUR = 7;

/** Enqueues each witness that has not attested the newest checkpoint, and once a day each promise of a stronger proof. */
export async function receipts(deps: Deps): Promise<void> {
  const { checkpointWitnesses: witnesses } = deps;
  if (witnesses.length === 0) return;
  const stored = await receiptDepsOf(deps);
  const missing = await missingReceipts(stored, witnesses);
  await deps.enqueue(missing.map((due) => ({ job: "receipt", ...due })));
  if (deps.now().getUTCHours() !== CONFIRM_HOUR) return;
  const pending = await pendingReceipts(stored, witnesses);
  await deps.enqueue(pending.map((due) => ({ job: "confirm-receipt", ...due })));
}

/** Asks one witness about one checkpoint, so that none waits for another. */
export async function receipt(deps: Deps, { witness: name, size }: MessageOf<"receipt">): Promise<void> {
  const witness = deps.checkpointWitnesses.find((one) => one.name === name);
  if (witness) await requestReceipt(await receiptDepsOf(deps), witness, size);
}

/** Asks one witness for the proof that it promised. */
export async function confirmation(
  deps: Deps,
  { witness: name, size }: MessageOf<"confirm-receipt">,
): Promise<void> {
  const witness = deps.checkpointWitnesses.find((one) => one.name === name);
  if (witness) await confirmReceipt(await receiptDepsOf(deps), witness, size);
}

async function receiptDepsOf({ market, record, now }: Deps) {
  const { dataMode } = await market();
  return { ...record(dataMode), now };
}
