import { type BackfillProgress, backfillProgress } from "#season/backfill.ts";
import type { Deps } from "../deps.ts";

/**
 * How far the past has been read that predictions rest on: nothing is scored or locked before `isPastRead`. A source that
 * gives no market has none to read.
 */
export async function pastOf({ market, record, settings, marketNow }: Deps): Promise<BackfillProgress> {
  const { dataMode, hasMarketReports } = await market();
  const { db, ledgerId } = record(dataMode);
  const progress = await backfillProgress({ db, ledgerId }, settings.SEASON_FROM, marketNow());
  return hasMarketReports ? progress : { ...progress, isPastRead: true };
}
