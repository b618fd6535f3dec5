import { and, eq, sql } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import type { ReferenceClassSummary } from "#contract/prediction.ts";
import { companySizes } from "#contract/rules.ts";
import type { Database } from "#db/client.ts";
import { predictions, snapshots } from "#db/schema/predictions.ts";
import { isoDay } from "#worker/time.ts";
import { type LedgerId, recordScope, userScope } from "./scope.ts";

/** Who a prediction is made for: a user, or the record (`replay`: the record of the simulated market, made later). */
export type Owner = { kind: "analysis"; userId: string } | { kind: "record" | "replay" };

type NewPrediction = {
  id: string;
  owner: Owner;
  ledgerId: LedgerId;
  /** Names the request; a repeated one stores nothing new. For the record it is company and quarter. */
  requestKey: string;
  analysis: Analysis;
  /** When it was asked for, in real time. */
  now: Date;
  /** The market's time, which reports are compared with. */
  marketNow: Date;
};

/** Why a prediction that the analysis meant to lock cannot be: nothing would tell its report from another. */
const NO_QUARTER_REASON =
  "We do not know which quarter the next report covers, so this prediction could not be settled.";

type Stored = { id: string; snapshotId: string | null; lockId: string | null; ledgerSeq: number | null };

/**
 * Stores the frozen analysis and the prediction in one batch; users of one run share its snapshot. Answers the row that
 * stands, the earlier one for a repeated request. lock.ts locks it afterwards.
 */
export async function storePrediction(db: Database, prediction: NewPrediction): Promise<Stored> {
  const row = rowOf(prediction);
  const [, , [stored]] = await db.batch([
    db.insert(snapshots).values(snapshotOf(prediction.analysis, prediction.now)).onConflictDoNothing(),
    db.insert(predictions).values(row).onConflictDoNothing(),
    db
      .select({
        id: predictions.id,
        snapshotId: predictions.snapshotId,
        lockId: predictions.lockId,
        ledgerSeq: predictions.ledgerSeq,
      })
      .from(predictions)
      .where(and(eq(predictions.scope, row.scope), eq(predictions.requestKey, row.requestKey))),
  ]);
  return (
    stored ?? { id: row.id, snapshotId: row.snapshotId ?? null, lockId: row.lockId ?? null, ledgerSeq: null }
  );
}

/** Those of many requests that have been stored. By the unique index on scope and request. */
export async function storedRequests(
  db: Database,
  scope: string,
  requestKeys: readonly string[],
): Promise<Set<string>> {
  const isAsked = sql`${predictions.requestKey} IN (SELECT value FROM json_each(${JSON.stringify(requestKeys)}))`;
  const rows = await db
    .select({ key: predictions.requestKey })
    .from(predictions)
    .where(and(eq(predictions.scope, scope), isAsked));
  return new Set(rows.map(({ key }) => key));
}

/** What a user's earlier request gave, as it was shown; null when there was none. By the same index. */
export async function findRequest(
  db: Database,
  userId: string,
  requestKey: string,
): Promise<{ symbol: string; analysis: Analysis } | null> {
  const [row] = await db
    .select({ symbol: predictions.symbol, analysis: snapshots.analysis })
    .from(predictions)
    .innerJoin(snapshots, eq(snapshots.id, predictions.snapshotId))
    .where(and(eq(predictions.scope, userScope(userId)), eq(predictions.requestKey, requestKey)))
    .limit(1);
  return row ? { symbol: row.symbol, analysis: JSON.parse(row.analysis) as Analysis } : null;
}

/** Names the prediction of record of a company's quarter. */
export function recordKey(symbol: string, fiscalQuarterEnd: string): string {
  return `${symbol} ${fiscalQuarterEnd}`;
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

function rowOf(prediction: NewPrediction): typeof predictions.$inferInsert {
  const { id, owner, ledgerId, requestKey, analysis, now, marketNow } = prediction;
  const { stock, earningsData, model } = analysis;
  const { beatProbability } = analysis.prediction;
  const reportsAt =
    earningsData.isStale || !earningsData.earningsDate ? null : new Date(earningsData.earningsDate);
  const isLockable =
    analysis.prediction.isLocked &&
    reportsAt !== null &&
    reportsAt > marketNow &&
    earningsData.fiscalQuarterEnd !== null;
  const userId = owner.kind === "analysis" ? owner.userId : null;
  const lockId = userId === null ? `${owner.kind} ${requestKey}` : analysis.id;
  return {
    id,
    scope: userId === null ? recordScope(ledgerId) : userScope(userId),
    userId,
    ledgerId,
    snapshotId: analysis.id,
    requestKey,
    symbol: stock.symbol,
    companyName: stock.name,
    sector: stock.sector,
    modelVersion: model.version,
    predictionType: analysis.prediction.predictionType,
    beatProbability,
    predictedProbability: Math.max(beatProbability, 1 - beatProbability),
    baseRate: model.baseRate,
    confidence: analysis.prediction.confidence,
    consensusEps: earningsData.analystConsensus,
    currency: earningsData.currency,
    fiscalQuarterEnd: earningsData.fiscalQuarterEnd,
    reportDate: reportsAt ? isoDay(reportsAt) : null,
    reportsAt,
    lockId: isLockable ? lockId : null,
    dataMode: analysis.dataMode,
    createdAt: now,
    state: isLockable ? "pending" : "unlocked",
    stateReason: isLockable ? null : (analysis.prediction.notLockedReason ?? NO_QUARTER_REASON),
    dueAt: isLockable ? marketNow : null,
    asOf: new Date(analysis.asOf),
    companySize: companySizeOf(model.referenceClass),
  };
}

/** A class's label begins with the size where it is known: "large, profitable, technology". */
function companySizeOf(referenceClass: ReferenceClassSummary | null): (typeof companySizes)[number] | null {
  return companySizes.find((size) => referenceClass?.label.startsWith(`${size},`)) ?? null;
}
