import { and, count, desc, eq, isNotNull, sql } from "drizzle-orm";
import { type PriceObjection, priceObjections } from "#contract/prediction-markets.ts";
import { combinationRule, MAX_PAIRS, type VersusMarkets, type VersusPair } from "#contract/versus-markets.ts";
import { combinationProgress, versusFiguresOf } from "#model/versus-markets.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, recordScope } from "#platform/scope.ts";

/**
 * Returns how the locks with a comparable price turned out: our number, the traders' and their combination on the
 * same reports, as sealed at the lock. A void or open lock is no pair. Uses the index `predictions_with_prices`.
 */
export async function versusMarketsOf(
  db: Database,
  ledgerId: LedgerId,
): Promise<Omit<VersusMarkets, "dataMode">> {
  const withPrice = and(
    eq(predictions.scope, recordScope(ledgerId)),
    isNotNull(predictions.traderObjections),
  );
  const isSettled = and(withPrice, eq(predictions.state, "settled"));
  const [rows, objections, open] = await Promise.all([
    db
      .select({
        predictionId: predictions.id,
        // The ticker of then, as in the open data, so that anyone finds the same companies there.
        symbol: sql<string>`coalesce(${predictions.symbolAtPrediction}, ${predictions.symbol})`,
        companyName: predictions.companyName,
        fiscalQuarterEnd: sql<string>`${predictions.fiscalQuarterEnd}`,
        reportDate: sql<string>`${predictions.reportDate}`,
        ours: predictions.beatProbability,
        traders: sql<number>`${predictions.traderPrice}`,
        combined: sql<number>`${predictions.combinedProbability}`,
        baseRate: predictions.baseRate,
        outcome: sql<"beat" | "miss">`${predictions.actualResult}`,
      })
      .from(predictions)
      .where(and(isSettled, isNotNull(predictions.combinedProbability)))
      .orderBy(desc(predictions.reportDate), predictions.symbol)
      .limit(MAX_PAIRS),
    db
      .select({ names: sql<string>`${predictions.traderObjections}`, n: count() })
      .from(predictions)
      .where(and(isSettled, sql`${predictions.traderObjections} <> ''`))
      .groupBy(predictions.traderObjections),
    db
      .select({ n: count() })
      .from(predictions)
      .where(and(withPrice, eq(predictions.state, "pending"), isNotNull(predictions.combinedProbability))),
  ]);
  const pairs: VersusPair[] = rows;
  const figures =
    pairs.length === 0
      ? null
      : versusFiguresOf(pairs.map((pair) => ({ ...pair, isBeat: pair.outcome === "beat" })));
  return {
    figures,
    pairs,
    open: open[0]?.n ?? 0,
    notCompared: countedByObjection(objections),
    rule: { ...combinationRule, ...combinationProgress(figures) },
  };
}

/** Counts a lock under each objection to its price. */
function countedByObjection(rows: readonly { names: string; n: number }[]): VersusMarkets["notCompared"] {
  const counts: Partial<Record<PriceObjection, number>> = {};
  for (const { names, n } of rows)
    for (const name of names.split(" "))
      for (const objection of priceObjections.filter((known) => known === name))
        counts[objection] = (counts[objection] ?? 0) + n;
  return counts;
}
