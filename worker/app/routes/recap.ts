import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { Recap } from "#contract/recap.ts";
import { recapOf } from "#record/recap.ts";
import { aftermathOf } from "#season/aftermath.ts";
import { filingChecksOf } from "#season/witness/filing-checks.ts";
import type { MarketParts } from "../deps.ts";

type Found = { item: PredictionHistoryItem; ledgerId: string };

/**
 * The recap of a settled prediction, in the market it was made in; null for any other. Asks the source for the share's move
 * where `mayAsk`, and only the source of that very market.
 */
export async function readRecap(
  { market, record, marketNow }: Pick<MarketParts, "market" | "record" | "marketNow">,
  { item, ledgerId }: Found,
  analysis: unknown,
  mayAsk: boolean,
): Promise<Recap | null> {
  const { state, stock, fiscalQuarterEnd, reportDate } = item;
  if (state !== "settled" || fiscalQuarterEnd === null) return null;
  const { db } = record;
  const isSameMarket = record.ledgerId === ledgerId;
  const [aftermath, checks] = await Promise.all([
    aftermathOf(
      { db, ledgerId },
      mayAsk && isSameMarket ? market : null,
      { symbol: stock.symbol, fiscalQuarterEnd, expectedDay: reportDate },
      marketNow(),
    ),
    filingChecksOf(db, ledgerId, stock.symbol),
  ]);
  const found = checks.find((one) => isSameQuarter(one.fiscalQuarterEnd, fiscalQuarterEnd));
  return recapOf(item, analysis, { ...aftermath, filing: found?.check ?? null });
}
