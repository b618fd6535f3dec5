import { and, asc, eq, gte, lt } from "drizzle-orm";
import type { SettledForecast } from "#model/recalibration.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { recordScope } from "#platform/scope.ts";

export type SettledPrediction = SettledForecast & { sector: string; modelVersion: string };

/** Settled in [from, before), oldest first. By scope, state and settlement. */
export async function settledBetween(
  { db, ledgerId }: { db: Database; ledgerId: string },
  from: Date,
  until: Date,
): Promise<SettledPrediction[]> {
  const rows = await db
    .select({
      beatProbability: predictions.beatProbability,
      actualResult: predictions.actualResult,
      sector: predictions.sector,
      modelVersion: predictions.modelVersion,
    })
    .from(predictions)
    .where(
      and(
        eq(predictions.scope, recordScope(ledgerId)),
        eq(predictions.state, "settled"),
        gte(predictions.settledAt, from),
        lt(predictions.settledAt, until),
      ),
    )
    .orderBy(asc(predictions.settledAt), asc(predictions.id));
  return rows.map(({ beatProbability, actualResult, sector, modelVersion }) => ({
    beatProbability,
    isBeat: actualResult === "beat",
    sector: sector ?? "Unknown",
    modelVersion,
  }));
}
