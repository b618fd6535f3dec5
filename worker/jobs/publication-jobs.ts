import { continueOpenData } from "#predictions/open-data/open-data.ts";
import { refreshRecordFigures } from "#predictions/record-figures.ts";
import type { Deps } from "#worker/deps.ts";

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
