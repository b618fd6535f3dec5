import { and, asc, count, desc, eq, gt, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import type { PredictionListQuery } from "#contract/dashboard.ts";
import { fixed } from "#contract/format.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { type PredictionStore, readSnapshot } from "#platform/files/evidence-file.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, userScope } from "#platform/scope.ts";
import { known, type Tables } from "#season/then.ts";
import { inBin } from "./tallies.ts";

type Row = typeof predictions.$inferSelect;

const itemColumns = {
  id: predictions.id,
  symbol: predictions.symbol,
  companyName: predictions.companyName,
  createdAt: predictions.createdAt,
  predictionType: predictions.predictionType,
  predictedProbability: predictions.predictedProbability,
  beatProbability: predictions.beatProbability,
  confidence: predictions.confidence,
  actualResult: predictions.actualResult,
  isCorrect: predictions.isCorrect,
  fiscalQuarterEnd: predictions.fiscalQuarterEnd,
  reportDate: predictions.reportDate,
  consensusEps: predictions.consensusEps,
  actualEps: predictions.actualEps,
  currency: predictions.currency,
  dataMode: predictions.dataMode,
  baseRate: predictions.baseRate,
  ledgerSeq: predictions.ledgerSeq,
  state: predictions.state,
  stateReason: predictions.stateReason,
} as const;

const sortColumns = {
  createdAt: predictions.createdAt,
  symbol: predictions.symbol,
  probability: predictions.predictedProbability,
  reportDate: predictions.reportDate,
} as const;

/** By user and time; another order sorts that person's rows. */
export async function listPredictions(
  db: Database,
  userId: string,
  query: PredictionListQuery,
): Promise<{ items: PredictionHistoryItem[]; total: number }> {
  const where = and(isOwn(userId), ...filtersOf(query));
  const direction = query.direction === "asc" ? asc : desc;
  const [rows, [counted]] = await db.batch([
    db
      .select(itemColumns)
      .from(predictions)
      .where(where)
      .orderBy(direction(sortColumns[query.sort]), desc(predictions.id))
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize),
    db.select({ total: count() }).from(predictions).where(where),
  ]);
  return { items: rows.map(historyItemOf), total: counted?.total ?? 0 };
}

export function latestQuery(db: Database, userId: string, limit: number, state?: "pending" | "settled") {
  return db
    .select(itemColumns)
    .from(predictions)
    .where(state ? isOwnAndIn(userId, statesOf[state]) : isOwn(userId))
    .orderBy(newestFirst(state))
    .limit(limit);
}

/** With its frozen analysis; null for anyone else's. Throws as `readSnapshot` does. */
export async function findPrediction(
  { db, files }: PredictionStore,
  userId: string,
  id: string,
  tables: Tables = [],
): Promise<{
  item: PredictionHistoryItem;
  ledgerId: LedgerId;
  lockId: string | null;
  analysis: Analysis;
  snapshotHash: string;
} | null> {
  const [row] = await known(db, tables)
    .select()
    .from(predictions)
    .where(and(eq(predictions.id, id), eq(predictions.userId, userId)))
    .limit(1);
  if (!row) return null;
  const { ledgerId, lockId, evidenceHash: snapshotHash } = row;
  const analysis = await readSnapshot(files, snapshotHash);
  return { item: historyItemOf(row), ledgerId, lockId, analysis, snapshotHash };
}

/** By `predictions_by_user`. */
export function isOwn(userId: string): SQL | undefined {
  return eq(predictions.userId, userId);
}

/** By `predictions_by_state`. */
export function isOwnAndIn(userId: string, states: readonly Row["state"][]): SQL | undefined {
  return and(eq(predictions.scope, userScope(userId)), inArray(predictions.state, [...states]));
}

/** The plus keeps the index on time out of use: it would read a long history for the few open predictions. */
function newestFirst(state: "pending" | "settled" | undefined): SQL {
  if (state === "settled") return desc(predictions.settledAt);
  return state === "pending" ? sql`+${predictions.createdAt} DESC` : desc(predictions.createdAt);
}

const statesOf = { pending: ["pending", "review"], settled: ["settled"] } as const;

function filtersOf({ symbol, outcome, bin, confidence, from, to }: PredictionListQuery): (SQL | undefined)[] {
  return [
    symbol ? eq(predictions.symbol, symbol.trim().toUpperCase()) : undefined,
    confidence ? eq(predictions.confidence, confidence) : undefined,
    from ? gte(predictions.createdAt, new Date(`${from}T00:00:00Z`)) : undefined,
    to ? lt(predictions.createdAt, new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS)) : undefined,
    outcome ? outcomeFilter(outcome) : undefined,
    bin === undefined ? undefined : inBin(bin),
  ];
}

function outcomeFilter(outcome: NonNullable<PredictionListQuery["outcome"]>): SQL {
  switch (outcome) {
    case "pending":
    case "settled":
    case "review":
    case "void":
    case "unlocked":
      return eq(predictions.state, outcome);
    case "beat":
    case "miss":
      return eq(predictions.actualResult, outcome);
    case "correct":
      return eq(predictions.isCorrect, true);
    case "wrong":
      return eq(predictions.isCorrect, false);
  }
}

export function historyItemOf(row: Pick<Row, keyof typeof itemColumns>): PredictionHistoryItem {
  return {
    id: row.id,
    stock: { symbol: row.symbol, name: row.companyName },
    createdAt: row.createdAt.toISOString(),
    predictionType: row.predictionType,
    probability: fixed(100 * row.predictedProbability, 1),
    beatProbability: row.beatProbability,
    confidence: row.confidence,
    actualResult: row.actualResult,
    isCorrect: row.isCorrect,
    fiscalQuarterEnd: row.fiscalQuarterEnd,
    reportDate: row.reportDate,
    consensusEps: row.consensusEps,
    actualEps: row.actualEps,
    currency: row.currency,
    dataMode: row.dataMode,
    baseRate: row.baseRate,
    isLocked: row.ledgerSeq !== null,
    state: row.state,
    stateReason: row.stateReason,
  };
}

/** A person's requests since then, one a prediction. */
export async function callsSince(
  db: Database,
  userId: string,
  since: Date,
): Promise<{ key: string; symbol: string; atMs: number }[]> {
  const rows = await db
    .select({ key: predictions.requestKey, symbol: predictions.symbol, at: predictions.createdAt })
    .from(predictions)
    .where(and(isOwn(userId), gte(predictions.createdAt, since)));
  return rows.map(({ key, symbol, at }) => ({ key, symbol, atMs: at.getTime() }));
}

/** By their ids, after the one given. */
export async function peopleWithPredictions(
  db: Database,
  after: string,
  since: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: predictions.userId })
    .from(predictions)
    .where(and(gt(predictions.userId, after), gte(predictions.createdAt, since)))
    .orderBy(asc(predictions.userId))
    .limit(limit);
  return rows.flatMap(({ userId }) => userId ?? []);
}
