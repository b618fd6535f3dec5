import type { MessageOf } from "#platform/messages.ts";
import { backUpLedger } from "#record/ledger-backup.ts";
import { continueOpenData } from "#record/open-data/open-data.ts";
import {
  confirmReceipt,
  missingReceipts,
  pendingReceipts,
  requestReceipt,
} from "#record/receipts/request-receipt.ts";
import { refreshRecordFigures } from "#record/record-figures.ts";
import type { MarketParts } from "../deps.ts";

/** So that no reader waits for them. */
export async function figures({ record }: Pick<MarketParts, "record">): Promise<void> {
  await refreshRecordFigures(record);
}

/** Files and database alone bring the ledger back. */
export async function ledgerBackup({ record }: Pick<MarketParts, "record">): Promise<void> {
  await backUpLedger(record.ledger, record.files, record.ledgerId);
}

export async function openDataFiles({
  record,
  settings,
  marketNow,
}: Pick<MarketParts, "record" | "settings" | "marketNow">): Promise<void> {
  const hasSources = settings.OPEN_DATA_SOURCE_COLUMNS === "on";
  await continueOpenData({ ...record, hasSources }, marketNow());
}

type ReceiptParts = Pick<MarketParts, "record" | "checkpointWitnesses" | "now">;

/** UTC. A promised proof takes hours: a Bitcoin block does. */
const CONFIRM_HOUR = 7;

/** Also, daily, each promise of a stronger proof. */
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

export async function receipt(
  parts: ReceiptParts,
  { witness: name, size }: MessageOf<"receipt">,
): Promise<void> {
  const witness = parts.checkpointWitnesses.find((one) => one.name === name);
  if (witness) await requestReceipt(storeOf(parts), witness, size);
}

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
