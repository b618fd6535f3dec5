import { HOUR_MS } from "#contract/time.ts";
import { continueOpenData } from "#record/open-data/open-data.ts";
import { refreshRecordFigures } from "#record/record-figures.ts";
import type { MarketParts } from "../deps.ts";
import { newestSettled } from "../pages/settled-prediction.ts";
import { drawAhead } from "../pictures/stored-pictures.ts";

/** Computes the record's figures after a settlement, so that no reader waits for them. */
export async function figures({ record }: Pick<MarketParts, "record">): Promise<void> {
  await refreshRecordFigures(record);
}

/** Writes the files of settled predictions, once a night. */
export async function openDataFiles({
  record,
  settings,
  marketNow,
}: Pick<MarketParts, "record" | "settings" | "marketNow">): Promise<void> {
  const hasSources = settings.OPEN_DATA_SOURCE_COLUMNS === "on";
  await continueOpenData({ ...record, hasSources }, marketNow());
}

/** Pictures drawn by one message, and how far back it looks for what was settled. */
const PICTURES_A_MESSAGE = 20;
const PICTURES_LOOK_BACK_MS = 26 * HOUR_MS;
const MOST_SETTLED = 2_000;

/** Draws the pictures for sharing of what was settled lately, some a message. A missing one is drawn for its first reader. */
export async function sharePictures({
  record,
  origin,
  marketNow,
  enqueue,
}: Pick<MarketParts, "record" | "origin" | "marketNow" | "enqueue">): Promise<void> {
  const since = marketNow().getTime() - PICTURES_LOOK_BACK_MS;
  const settled = await newestSettled(record, { limit: MOST_SETTLED, since });
  const frame = { host: new URL(origin).hostname, isSample: record.dataMode === "sample" };
  let drawn = 0;
  for (const prediction of settled) {
    if (await drawAhead(record.files, prediction, frame)) drawn += 1;
    if (drawn === PICTURES_A_MESSAGE) return enqueue([{ job: "share-pictures" }]);
  }
}
