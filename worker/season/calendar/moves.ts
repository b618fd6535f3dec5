import type { Analysis } from "#contract/analysis.ts";
import { dottedClass } from "#contract/symbol.ts";
import { seasonMoves } from "#platform/schema/season.ts";
import type { SeasonStore } from "../store.ts";

type Analysed = Pick<Analysis, "asOf" | "stock" | "earningsData" | "impliedMove">;

export async function storeMoves({ db, ledgerId }: SeasonStore, analysis: Analysed): Promise<void> {
  const { stock, earningsData, impliedMove, asOf } = analysis;
  const { fiscalQuarterEnd, isStale } = earningsData;
  if (!impliedMove || !fiscalQuarterEnd || isStale) return;
  const seen = {
    impliedMovePercent: impliedMove.impliedMovePercent,
    pastMovePercent: impliedMove.averagePastMovePercent,
    seenAt: new Date(asOf),
  };
  await db
    .insert(seasonMoves)
    .values({ ledgerId, symbol: dottedClass(stock.symbol), fiscalQuarterEnd, ...seen })
    .onConflictDoUpdate({
      target: [seasonMoves.ledgerId, seasonMoves.symbol, seasonMoves.fiscalQuarterEnd],
      set: seen,
    });
}
