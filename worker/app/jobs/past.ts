import { type BackfillProgress, backfillProgress } from "#season/backfill.ts";
import type { MarketParts } from "../deps.ts";

/**
 * How far the past has been read that predictions rest on: nothing is scored or locked before `isPastRead`. A source that
 * gives no market has none to read.
 */
export async function pastOf({
  market,
  record,
  settings,
  marketNow,
}: Pick<MarketParts, "market" | "record" | "settings" | "marketNow">): Promise<BackfillProgress> {
  const progress = await backfillProgress(record, settings.SEASON_FROM, marketNow());
  return market.hasMarketReports ? progress : { ...progress, isPastRead: true };
}
