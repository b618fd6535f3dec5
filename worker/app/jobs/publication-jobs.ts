import { HOUR_MS } from "#contract/time.ts";
import { recordScope } from "#platform/scope.ts";
import { continueOpenData } from "#record/open-data/open-data.ts";
import { refreshRecordFigures } from "#record/record-figures.ts";
import type { Deps } from "../deps.ts";
import { newestSettled } from "../pages/settled-prediction.ts";
import { drawAhead } from "../pictures/stored-pictures.ts";

/** Computes the record's figures after a settlement, so that no reader waits for them. */
export async function figures(deps: Deps): Promise<void> {
  await refreshRecordFigures(deps.record((await deps.market()).dataMode));
}

/** Writes the files of settled predictions, once a night. */
export async function openDataFiles(deps: Deps): Promise<void> {
  const record = deps.record((await deps.market()).dataMode);
  const hasSources = deps.settings.OPEN_DATA_SOURCE_COLUMNS === "on";
  await continueOpenData({ ...record, hasSources }, deps.marketNow());
}

/** Pictures drawn by one message, and how far back it looks for what was settled. */
const PICTURES_A_MESSAGE = 20;
const PICTURES_LOOK_BACK_MS = 26 * HOUR_MS;
const MOST_SETTLED = 2_000;

/** Draws the pictures for sharing of what was settled lately, some a message. A missing one is drawn for its first reader. */
export async function sharePictures(deps: Deps): Promise<void> {
  const { dataMode } = await deps.market();
  const { db, ledgerId } = deps.record(dataMode);
  const since = deps.marketNow().getTime() - PICTURES_LOOK_BACK_MS;
  const settled = await newestSettled(db, recordScope(ledgerId), { limit: MOST_SETTLED, since });
  const frame = { host: new URL(deps.origin).hostname, isSample: dataMode === "sample" };
  let drawn = 0;
  for (const prediction of settled) {
    if (await drawAhead(deps.files, prediction, frame)) drawn += 1;
    if (drawn === PICTURES_A_MESSAGE) return deps.enqueue([{ job: "share-pictures" }]);
  }
}
