import { and, asc, count, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import type { PredictionListQuery } from "#contract/dashboard.ts";
import { fixed } from "#contract/format.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { type PredictionStore, readSnapshot } from "#platform/files/evidence-file.ts";
import {
  archivedPredictionYearsQuery,
  findUserPrediction,
  readArchivedYears,
} from "#platform/files/past-predictions.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, type UserId, userScopeSql } from "#platform/scope.ts";
import { type PointInTime, pointInTimePrediction } from "#season/point-in-time.ts";
import { comparatorFor, isUnfilteredByTime, matchesQuery, overlapsPeriod } from "./archive/filter.ts";
import { firstInDatabaseAndFiles, newestFirst, oldestFirst } from "./archive/newest.ts";
import { inBin } from "./tallies.ts";

type Row = typeof predictions.$inferSelect;

const itemColumns = {
  id: predictions.id,
  symbol: predictions.symbol,
  symbolAtPrediction: predictions.symbolAtPrediction,
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
  settledAt: predictions.settledAt,
} as const;

const sortColumns = {
  createdAt: predictions.createdAt,
  symbol: predictions.symbol,
  probability: predictions.predictedProbability,
  reportDate: predictions.reportDate,
} as const;

/**
 * A page that ends within this many rows is read from the first row on, because rows from archive files may
 * have to be merged between any two rows of the database.
 */
const ROWS_AT_ONCE = 1_000;

/**
 * Returns one page of a person's predictions from the database and the archive files. For an unfiltered list
 * by time it opens only the years that the page may need.
 */
export async function listPredictions(
  { db, files }: PredictionStore,
  userId: string,
  query: PredictionListQuery,
): Promise<{ items: PredictionHistoryItem[]; total: number }> {
  const { page, pageSize } = query;
  const [offset, end] = [(page - 1) * pageSize, page * pageSize];
  const isNear = end <= ROWS_AT_ONCE;
  let found = await databasePage(
    db,
    userId,
    query,
    isNear ? { limit: end, offset: 0 } : { limit: pageSize, offset },
  );
  const hasPast = found[2].length > 0;
  if (hasPast && !isNear) found = await databasePage(db, userId, query, { limit: end, offset: 0 });
  const [rows, [counted], years] = found;
  const totalInDatabase = counted?.total ?? 0;
  if (!hasPast) return { items: rows.slice(isNear ? offset : 0).map(historyItemOf), total: totalInDatabase };
  if (isUnfilteredByTime(query)) {
    const order = query.direction === "asc" ? oldestFirst : newestFirst;
    const all = await firstInDatabaseAndFiles({ db, files }, years, rows, { count: end, order });
    const total = totalInDatabase + years.reduce((sum, { n }) => sum + n, 0);
    return { items: all.slice(offset).map(historyItemOf), total };
  }
  const wanted = years.filter(({ firstAt, lastAt }) => overlapsPeriod(query, firstAt, lastAt));
  const past = (await readArchivedYears({ db, files }, wanted)).filter((row) => matchesQuery(query, row));
  const all = [...rows, ...past].toSorted(comparatorFor(query));
  return { items: all.slice(offset, end).map(historyItemOf), total: totalInDatabase + past.length };
}

/**
 * Reads one page of the database rows, their total and the person's archived years in one batch, so that all
 * three describe the same moment.
 */
function databasePage(
  db: Database,
  userId: string,
  query: PredictionListQuery,
  { limit, offset }: { limit: number; offset: number },
) {
  const where = and(isOfUser(userId), ...filtersOf(query));
  const direction = query.direction === "asc" ? asc : desc;
  return db.batch([
    db
      .select(itemColumns)
      .from(predictions)
      .where(where)
      .orderBy(direction(sortColumns[query.sort]), desc(predictions.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(predictions).where(where),
    archivedPredictionYearsQuery(db, userId),
  ]);
}

export function latestQuery(db: Database, userId: UserId, limit: number, state?: "pending" | "settled") {
  return db
    .select(itemColumns)
    .from(predictions)
    .where(state ? isOfUserInStates(userId, statesOf[state]) : isOfUser(userId))
    .orderBy(newestOf(state))
    .limit(limit);
}

/**
 * Returns a person's prediction with its analysis, or null when it belongs to another person or was made
 * after `moment`. Throws as `readSnapshot` does.
 */
export async function findPrediction(
  store: PredictionStore,
  userId: string,
  id: string,
  moment: PointInTime | null = null,
): Promise<{
  item: PredictionHistoryItem;
  ticker: string;
  ledgerId: LedgerId;
  lockId: string | null;
  analysis: Analysis;
  snapshotHash: string;
} | null> {
  const ownRow = await findUserPrediction(store, userId, id);
  const row = ownRow && moment ? pointInTimePrediction(ownRow, moment) : ownRow;
  if (!row) return null;
  const { ledgerId, lockId, evidenceHash: snapshotHash } = row;
  const analysis = await readSnapshot(store.files, snapshotHash);
  return { item: historyItemOf(row), ticker: row.symbol, ledgerId, lockId, analysis, snapshotHash };
}

/** Returns the condition for a person's predictions, which uses the index `predictions_by_user`. */
export function isOfUser(userId: UserId): SQL | undefined {
  return eq(predictions.userId, userId);
}

/**
 * Returns the condition for a person's predictions in these states, which uses the index
 * `predictions_by_state`.
 */
export function isOfUserInStates(userId: UserId, states: readonly Row["state"][]): SQL | undefined {
  return and(eq(predictions.scope, userScopeSql(userId)), inArray(predictions.state, [...states]));
}

/**
 * Returns the order that puts the newest predictions first. The unary plus keeps SQLite from sorting with the
 * index on creation time, which would read a long history to find a few open predictions.
 */
function newestOf(state: "pending" | "settled" | undefined): SQL {
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

/**
 * Returns the ticker to show: the one under which the prediction was made once it is settled or void, and the
 * company's current ticker before that.
 */
export function tickerShown({
  symbol,
  symbolAtPrediction,
  state,
}: Pick<Row, "symbol" | "symbolAtPrediction" | "state">): string {
  return state === "settled" || state === "void" ? (symbolAtPrediction ?? symbol) : symbol;
}

export function historyItemOf(
  row: Omit<Pick<Row, keyof typeof itemColumns>, "settledAt">,
): PredictionHistoryItem {
  return {
    id: row.id,
    stock: { symbol: tickerShown(row), name: row.companyName },
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

/**
 * Returns one entry for each prediction the person made at or after `since`, to rebuild a lost quota counter.
 */
export async function predictionCallsSince(
  { db, files }: PredictionStore,
  userId: string,
  since: Date,
): Promise<{ key: string; symbol: string; atMs: number }[]> {
  const { requestKey, symbol, createdAt } = predictions;
  const [rows, years] = await db.batch([
    db
      .select({ requestKey, symbol, createdAt })
      .from(predictions)
      .where(and(isOfUser(userId), gte(createdAt, since))),
    archivedPredictionYearsQuery(db, userId),
  ]);
  const recent = years.filter(({ lastAt }) => lastAt >= since);
  const past = await readArchivedYears({ db, files }, recent);
  return [...rows, ...past.filter(({ createdAt: at }) => at >= since)].map((row) => ({
    key: row.requestKey,
    symbol: row.symbol,
    atMs: row.createdAt.getTime(),
  }));
}

/**
 * Returns the ids of at most `limit` people who made a prediction at or after `since`, in ascending order,
 * starting after the id `after`.
 */
export async function peopleWithPredictions(
  db: Database,
  after: string,
  since: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT u.id AS id FROM users AS u WHERE u.id > ${after} AND (
      EXISTS (SELECT 1 FROM predictions AS p WHERE p.user_id = u.id AND p.created_at >= ${since.getTime()})
      OR EXISTS (SELECT 1 FROM past_predictions AS f WHERE f.user_id = u.id AND f.last_at >= ${since.getTime()}))
    ORDER BY u.id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}
