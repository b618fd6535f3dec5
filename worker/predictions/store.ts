import { and, eq } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import type { Database } from "#db/client.ts";
import { predictions, snapshots } from "#db/schema/predictions.ts";

export type NewPrediction = {
  id: string;
  userId: string;
  /** Names the request; a repeated one stores nothing new. */
  requestKey: string;
  analysis: Analysis;
  now: Date;
};

/**
 * Stores the frozen analysis and the user's prediction in one batch. Several users of one run share its snapshot.
 * Returns the prediction's id: the earlier one when this request has been stored before (by the unique index on user and
 * request).
 */
export async function storePrediction(db: Database, prediction: NewPrediction): Promise<string> {
  const { analysis, userId, requestKey } = prediction;
  const [, , [stored]] = await db.batch([
    db.insert(snapshots).values(snapshotOf(analysis, prediction.now)).onConflictDoNothing(),
    db.insert(predictions).values(rowOf(prediction)).onConflictDoNothing(),
    db
      .select({ id: predictions.id })
      .from(predictions)
      .where(and(eq(predictions.userId, userId), eq(predictions.requestKey, requestKey))),
  ]);
  return stored?.id ?? prediction.id;
}

function snapshotOf(analysis: Analysis, now: Date): typeof snapshots.$inferInsert {
  return {
    id: analysis.id,
    symbol: analysis.stock.symbol,
    dataMode: analysis.dataMode,
    modelVersion: analysis.model.version,
    asOf: new Date(analysis.asOf),
    createdAt: now,
    analysis: JSON.stringify(analysis),
  };
}

function rowOf({ id, userId, requestKey, analysis, now }: NewPrediction): typeof predictions.$inferInsert {
  const { stock, prediction, earningsData, model } = analysis;
  return {
    id,
    userId,
    snapshotId: analysis.id,
    requestKey,
    symbol: stock.symbol,
    companyName: stock.name,
    predictionType: prediction.predictionType,
    beatProbability: prediction.beatProbability,
    baseRate: model.baseRate,
    confidence: prediction.confidence,
    consensusEps: earningsData.analystConsensus,
    currency: earningsData.currency,
    fiscalQuarterEnd: earningsData.fiscalQuarterEnd,
    reportDate: earningsData.isStale ? null : (earningsData.earningsDate?.slice(0, 10) ?? null),
    isLocked: prediction.isLocked,
    dataMode: analysis.dataMode,
    createdAt: now,
  };
}
