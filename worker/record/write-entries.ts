import { and, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { LockBody, SettlementBody } from "#contract/ledger.ts";
import type { ForecastInput } from "#model/history.ts";
import type { Database } from "#platform/db/client.ts";
import { excludedColumns, valuesAsTable } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import type { AppendResult, LedgerDraft } from "./ledger.ts";
import {
  draftOf,
  isForecastEvidence,
  lockedRow,
  type NewPrediction,
  type NewRow,
  readEvidenceOf,
} from "./prediction-row.ts";
import { addTallies } from "./tallies.ts";

export type LedgerWriter = {
  append(drafts: LedgerDraft[], nowMs: number): Promise<AppendResult[]> | AppendResult[];
};

export type LockedPrediction = { prediction: NewPrediction; seq: number; lock: LockBody };

/**
 * Appends locks to the ledger. Returns for each prediction the lock as the ledger has it, the reason why it
 * was refused, or null if it cannot be locked. It is safe to retry.
 */
export async function appendLocks(
  { ledger, files }: { ledger: LedgerWriter; files: R2Bucket },
  wanted: readonly NewPrediction[],
  nowMs: number,
): Promise<(LockedPrediction | { reason: string } | null)[]> {
  const drafts = wanted.map(draftOf);
  const writable = drafts.filter((draft) => draft !== null);
  const answers = writable.length > 0 ? await ledger.append(writable, nowMs) : [];
  return Promise.all(
    drafts.map((draft, i) => {
      const answer = draft && answers[writable.indexOf(draft)];
      const prediction = wanted[i];
      if (!answer || !prediction) return null;
      if (!answer.isAppended) return { reason: answer.reason };
      return answer.lock && lockedPredictionOf(files, prediction, answer.entry.seq, answer.lock);
    }),
  );
}

/**
 * Returns a prediction with its lock from the ledger. If an interrupted run wrote the lock, the lock refers
 * to that run's evidence, so that evidence is read in place of the prediction's own.
 */
export async function lockedPredictionOf(
  files: R2Bucket,
  prediction: Omit<NewPrediction, "evidence"> & { evidence: NewPrediction["evidence"] | null },
  seq: number,
  lock: LockBody,
): Promise<LockedPrediction> {
  const { evidenceHash, id: lockId } = lock;
  const own = prediction.evidenceHash === evidenceHash ? prediction.evidence : null;
  const evidence = own ?? (await readEvidenceOf(files, evidenceHash));
  return { prediction: { ...prediction, lockId, evidence, evidenceHash }, seq, lock };
}

const {
  id: _id,
  scope: _scope,
  userId: _user,
  ledgerId: _ledger,
  requestKey: _request,
  createdAt: _created,
  ...predictedColumns
} = getTableColumns(predictions);

/**
 * Returns the statement that writes prediction rows. A stored row that waits for the ledger is completed. A
 * stored row that is already in the ledger, or that has another id, stays as it is.
 */
export function writeRows(db: Database, rows: readonly NewRow[]) {
  return db
    .insert(predictions)
    .select(valuesAsTable(predictions, rows))
    .onConflictDoUpdate({
      target: [predictions.scope, predictions.requestKey],
      set: excludedColumns(predictedColumns),
      setWhere: sql`predictions.ledger_seq IS NULL AND predictions.state = 'pending' AND predictions.id = excluded.id`,
    });
}

const {
  ledgerId: _market,
  symbol: _symbol,
  fiscalQuarterEnd: _quarter,
  // A lock says nothing about the interval, so the stored interval is kept.
  intervalLow: _low,
  intervalHigh: _high,
  intervalLimit: _limit,
  ...upcomingForecastColumns
} = getTableColumns(upcomingForecasts);

/** Returns the statements, for one batch, that write locks to their predictions and upcoming forecasts. */
export function writeLocks(db: Database, locked: readonly LockedPrediction[]) {
  const addUpcomingForecast = locked.flatMap(upcomingForecastRowsOf);
  const rows = locked.map(({ prediction, seq, lock }) => lockedRow(prediction, { seq, time: lock.time }));
  const ofForecastEvidence = db
    .insert(upcomingForecasts)
    .select(valuesAsTable(upcomingForecasts, addUpcomingForecast))
    .onConflictDoUpdate({
      target: [upcomingForecasts.ledgerId, upcomingForecasts.symbol, upcomingForecasts.fiscalQuarterEnd],
      set: excludedColumns(upcomingForecastColumns),
      setWhere: sql`upcoming_forecasts.ledger_seq IS NULL`,
    });
  return [writeRows(db, rows), ...(addUpcomingForecast.length > 0 ? [ofForecastEvidence] : [])] as const;
}

function upcomingForecastRowsOf({
  prediction: { owner, evidence },
  seq,
  lock,
}: LockedPrediction): (typeof upcomingForecasts.$inferInsert)[] {
  if (!isForecastEvidence(evidence)) return [];
  const { symbol, fiscalQuarterEnd, edgeVerdict, confidence, featureTier } = evidence;
  return [
    {
      ledgerId: owner.ledgerId,
      symbol,
      fiscalQuarterEnd,
      edgeVerdict,
      confidence,
      featureTier,
      beatProbability: lock.probability,
      baseRate: lock.baseRate,
      modelVersion: lock.modelVersion,
      consensusEps: lock.consensusEps,
      contextShift: (evidence.input as unknown as ForecastInput).contextShift?.logOdds ?? null,
      scoredAt: new Date(evidence.asOf),
      ledgerSeq: seq,
      lockedAt: new Date(lock.time),
    },
  ];
}

/**
 * Locks predictions that were stored while the ledger did not answer, and returns how many were locked. Those
 * that the ledger refuses get the state `unlocked`. It is safe to retry.
 */
export async function lockPendingPredictions(
  { db, ledger, files }: { db: Database; ledger: LedgerWriter; files: R2Bucket },
  lockIds: readonly string[],
  nowMs: number,
): Promise<number> {
  const rows = await db
    .select()
    .from(predictions)
    .where(and(inArray(predictions.lockId, [...lockIds]), isNull(predictions.ledgerSeq)));
  const waiting = await Promise.all(
    rows.map(async (row): Promise<NewPrediction> => {
      const { id, scope, userId, ledgerId, requestKey, createdAt, evidenceHash, lockId } = row;
      const evidence = await readEvidenceOf(files, evidenceHash);
      const owner = { id, scope, userId, ledgerId, requestKey, createdAt };
      return { owner, evidence, evidenceHash, lockId: lockId ?? "" };
    }),
  );
  const answers = await appendLocks({ ledger, files }, waiting, nowMs);
  const locked = answers.filter((answer): answer is LockedPrediction => answer !== null && "lock" in answer);
  const refused = rows.flatMap((row, i): NewRow[] => {
    const answer = answers[i];
    if (!answer || "lock" in answer) return [];
    return [{ ...row, state: "unlocked", stateReason: answer.reason, lockId: null, dueAt: null }];
  });
  if (locked.length > 0) await db.batch(writeLocks(db, locked));
  if (refused.length > 0) await writeRows(db, refused);
  return locked.length;
}

/** Writes settlements to their rows in one batch, and returns how many rows changed. It is safe to retry. */
export async function writeSettlements(db: Database, bodies: readonly SettlementBody[]): Promise<number> {
  const attempt = crypto.randomUUID().slice(0, 8);
  const lockIds = bodies.map((body) => body.lockId);
  const [settled] = await db.batch([settleRows(db, bodies, attempt), addTallies(db, lockIds, attempt)]);
  return settled.meta.changes;
}

function settleRows(db: Database, bodies: readonly SettlementBody[], attempt: string) {
  const rows = JSON.stringify(
    bodies.map(({ lockId, outcome, actualEps, source, reason, time }) =>
      outcome === "void"
        ? [lockId, "void", reason, null, null, null, Date.parse(time)]
        : [lockId, "settled", reason, outcome, actualEps, source, Date.parse(time)],
    ),
  );
  const names = ["lock_id", "state", "reason", "outcome", "eps", "source", "settled_at"];
  const cells = names.map((name, at) => sql`value ->> ${sql.raw(String(at))} AS ${sql.identifier(name)}`);
  return db
    .update(predictions)
    .set({
      state: sql`given.state`,
      stateReason: sql`given.reason`,
      actualResult: sql`given.outcome`,
      actualEps: sql`given.eps`,
      actualSource: sql`given.source`,
      isCorrect: sql`${predictions.predictionType} = given.outcome`,
      dueAt: null,
      settledAt: sql`given.settled_at`,
      settlementAttempt: attempt,
    })
    .from(sql`(SELECT ${sql.join(cells, sql`, `)} FROM json_each(${rows})) AS given`)
    .where(sql`${predictions.lockId} = given.lock_id AND ${predictions.state} IN ('pending', 'review')`);
}
