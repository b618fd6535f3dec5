import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import type { ReferenceClassSummary } from "#contract/prediction.ts";
import { companySizes } from "#contract/rules.ts";
import { HOUR_MS, isoDay } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { builtOnce } from "#platform/db/one-statement.ts";
import { type PredictionStore, readSnapshot } from "#platform/files/snapshots.ts";
import { users } from "#platform/schema/accounts.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, recordScope, userScope } from "#platform/scope.ts";

/** Who a prediction is made for: a user, or the record (`replay`: the record of the simulated market, made later). */
export type Owner = { kind: "analysis"; userId: string } | { kind: "record" | "replay" };

/** A report is looked for an hour after it was due. */
export const FIRST_LOOK_MS = HOUR_MS;

export type NewRow = typeof predictions.$inferInsert;

type NewPrediction = {
  id: string;
  owner: Owner;
  ledgerId: LedgerId;
  /** Names the request; a repeated one stores nothing new. For the record it is company and quarter. */
  requestKey: string;
  analysis: Analysis;
  /** Names the file of the frozen analysis. */
  evidenceHash: string;
  /** When it was asked for, in real time. */
  now: Date;
  /** The market's time, which reports are compared with. */
  marketNow: Date;
};

/** Why a prediction that the analysis meant to lock cannot be: nothing would tell its report from another. */
const NO_QUARTER_REASON =
  "We do not know which quarter the next report covers, so this prediction could not be settled.";

type Stored = { id: string; evidenceHash: string; lockId: string | null; ledgerSeq: number | null };

const underKnownLock = builtOnce(insertUnderKnownLock);

/**
 * Stores a prediction whose lock another one of the same run put into the ledger: then in one statement. Answers the request's
 * row, also an earlier one, or null. Throws where the owner's account is gone.
 */
export async function storeUnderKnownLock(db: Database, row: NewRow): Promise<Stored | null> {
  const stored = row.lockId ? await insertedUnderKnownLock(db, row) : null;
  if (stored) return stored;
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, row.userId ?? ""));
  const [[earlier], [found]] = await db.batch([storedRow(db, row), owner]);
  if (row.userId && !found) throw new Error(`The owner of ${row.id} is gone.`);
  return earlier ?? null;
}

async function insertedUnderKnownLock(db: Database, row: NewRow): Promise<Stored | null> {
  const cells = Object.entries(getTableColumns(predictions)).map(([key, column]) => {
    const value: unknown = key === "dueAt" ? firstLookAt(row) : Reflect.get(row, key);
    return [key, value === null || value === undefined ? null : column.mapToDriverValue(value)];
  });
  const { results } = await underKnownLock(db, Object.fromEntries(cells)).all<Stored>();
  return results[0] ?? null;
}

/** By the index on lock_id. A conflict writes what is there already, so that the earlier row is returned. */
function insertUnderKnownLock(): SQL {
  const columns = Object.entries(getTableColumns(predictions));
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const cells = columns.map(([key]) => (key === "ledgerSeq" ? sql`known.ledger_seq` : sql.placeholder(key)));
  return sql`INSERT INTO ${predictions} (${sql.join(names, sql`, `)})
    SELECT ${sql.join(cells, sql`, `)} FROM (SELECT ledger_seq FROM predictions
      WHERE lock_id = ${sql.placeholder("lockId")} AND ledger_id = ${sql.placeholder("ledgerId")} AND ledger_seq IS NOT NULL LIMIT 1) AS known
      WHERE true
    ON CONFLICT (scope, request_key) DO UPDATE SET request_key = excluded.request_key
    RETURNING id, evidence_hash AS "evidenceHash", lock_id AS "lockId", ledger_seq AS "ledgerSeq"`;
}

/** Stores a prediction; answers the row that stands, the earlier one for a repeated request. One round trip. */
export async function storePrediction(db: Database, row: NewRow): Promise<Stored> {
  const [, [stored]] = await db.batch([
    db.insert(predictions).values(row).onConflictDoNothing(),
    storedRow(db, row),
  ]);
  const { id, evidenceHash, lockId = null, ledgerSeq = null } = row;
  return stored ?? { id, evidenceHash, lockId, ledgerSeq };
}

/** By the unique index on scope and request. */
function storedRow(db: Database, { scope, requestKey }: Pick<NewRow, "scope" | "requestKey">) {
  return db
    .select({
      id: predictions.id,
      evidenceHash: predictions.evidenceHash,
      lockId: predictions.lockId,
      ledgerSeq: predictions.ledgerSeq,
    })
    .from(predictions)
    .where(and(eq(predictions.scope, scope), eq(predictions.requestKey, requestKey)));
}

/** When a locked prediction's report is looked for first. */
export function firstLookAt({ reportsAt }: Pick<NewRow, "reportsAt">): Date | null {
  return reportsAt ? new Date(reportsAt.getTime() + FIRST_LOOK_MS) : null;
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
  { db, files }: PredictionStore,
  userId: string,
  requestKey: string,
): Promise<{ symbol: string; analysis: Analysis; evidenceHash: string } | null> {
  const [row] = await db
    .select({ symbol: predictions.symbol, evidenceHash: predictions.evidenceHash })
    .from(predictions)
    .where(and(eq(predictions.scope, userScope(userId)), eq(predictions.requestKey, requestKey)))
    .limit(1);
  return row ? { ...row, analysis: await readSnapshot(files, row.evidenceHash) } : null;
}

/** Names the prediction of record of a company's quarter. */
export function recordKey(symbol: string, fiscalQuarterEnd: string): string {
  return `${symbol} ${fiscalQuarterEnd}`;
}

/** The row of a prediction that is in no ledger yet: due at once where it can be locked, so that the jobs find it. */
export function rowOf(prediction: NewPrediction): NewRow {
  const { id, owner, ledgerId, requestKey, analysis, evidenceHash, now, marketNow } = prediction;
  const figures = analysedOf(analysis);
  const { reportsAt, fiscalQuarterEnd } = figures;
  const isLockable =
    analysis.prediction.isLocked && reportsAt !== null && reportsAt > marketNow && fiscalQuarterEnd !== null;
  const userId = owner.kind === "analysis" ? owner.userId : null;
  const lockId = userId === null ? `${owner.kind} ${requestKey}` : analysis.id;
  return {
    ...figures,
    ...{ id, userId, ledgerId, requestKey, evidenceHash },
    scope: userId === null ? recordScope(ledgerId) : userScope(userId),
    lockId: isLockable ? lockId : null,
    createdAt: now,
    state: isLockable ? "pending" : "unlocked",
    stateReason: isLockable ? null : (analysis.prediction.notLockedReason ?? NO_QUARTER_REASON),
    dueAt: isLockable ? marketNow : null,
  };
}

/** What a row says of its analysis. */
export function analysedOf({ stock, earningsData, model, prediction, dataMode, asOf }: Analysis) {
  const { beatProbability } = prediction;
  const reportsAt =
    earningsData.isStale || !earningsData.earningsDate ? null : new Date(earningsData.earningsDate);
  return {
    symbol: stock.symbol,
    companyName: stock.name,
    sector: stock.sector,
    modelVersion: model.version,
    predictionType: prediction.predictionType,
    beatProbability,
    predictedProbability: Math.max(beatProbability, 1 - beatProbability),
    baseRate: model.baseRate,
    confidence: prediction.confidence,
    consensusEps: earningsData.analystConsensus,
    currency: earningsData.currency,
    fiscalQuarterEnd: earningsData.fiscalQuarterEnd,
    reportDate: reportsAt ? isoDay(reportsAt) : null,
    reportsAt,
    dataMode,
    asOf: new Date(asOf),
    companySize: companySizeOf(model.referenceClass),
  };
}

/** A class's label begins with the size where it is known: "large, profitable, technology". */
function companySizeOf(referenceClass: ReferenceClassSummary): (typeof companySizes)[number] | null {
  return companySizes.find((size) => referenceClass.label.startsWith(`${size},`)) ?? null;
}
