import type { MessageOf } from "#platform/messages.ts";
import { backUpLedger } from "#record/ledger-backup.ts";
import { writeOpenDataDaily } from "#record/open-data/open-data.ts";
import { missingReceipts, requestReceipt } from "#record/receipts/request-receipt.ts";
import { refreshRecordFigures } from "#record/record-figures.ts";
import type { MarketParts } from "../deps.ts";
import { publishedPartsOf } from "../settings/env.ts";

/** Recomputes the published figures of the track record in the background, so that no reader waits for them. */
export async function refreshFigures({ record }: Pick<MarketParts, "record">): Promise<void> {
  await refreshRecordFigures(record);
}

/** Backs the ledger up into files, so that it can be restored from the files and the database alone. */
export async function runLedgerBackup({ record }: Pick<MarketParts, "record">): Promise<void> {
  await backUpLedger(record.ledger, record.files, record.ledgerId);
}

export async function writeDailyOpenData({
  record,
  settings,
  marketNow,
}: Pick<MarketParts, "record" | "settings" | "marketNow">): Promise<void> {
  await writeOpenDataDaily({ ...record, ...publishedPartsOf(settings) }, marketNow());
}

type ReceiptParts = Pick<MarketParts, "record" | "checkpointWitnesses" | "now">;

/** Enqueues a request for each outside witness that has not attested the newest checkpoint. */
export async function enqueueReceiptRequests(
  parts: ReceiptParts & Pick<MarketParts, "enqueue">,
): Promise<void> {
  const { checkpointWitnesses: witnesses, enqueue } = parts;
  if (witnesses.length === 0) return;
  const missing = await missingReceipts(storeOf(parts), witnesses);
  await enqueue(missing.map((due) => ({ job: "receipt", ...due })));
}

export async function requestWitnessReceipt(
  parts: ReceiptParts,
  { witness: name, size }: MessageOf<"receipt">,
): Promise<void> {
  const witness = parts.checkpointWitnesses.find((candidate) => candidate.name === name);
  if (witness) await requestReceipt(storeOf(parts), witness, size);
}

function storeOf({ record, now }: ReceiptParts) {
  return { ...record, now };
}
