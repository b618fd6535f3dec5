import { and, eq, inArray, isNull } from "drizzle-orm";
import type { LockBody } from "#contract/ledger.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { Appended, Draft } from "./ledger.ts";
import { firstLookAt, type NewRow } from "./store.ts";

/** The part of the ledger that writers need. */
export type LedgerWriter = {
  append(drafts: Draft[], nowMs: number): Promise<Appended[]> | Appended[];
};

/**
 * Puts predictions into the ledger that were stored while it did not answer, and marks them with its number. One refused
 * because its report is due stays unlocked. Safe to repeat.
 */
export async function lockStored(
  db: Database,
  ledger: LedgerWriter,
  lockIds: readonly string[],
  nowMs: number,
): Promise<Map<string, boolean>> {
  const found = await unlockedRows(db, lockIds);
  if (found.length === 0) return new Map();
  const answers = await ledger.append(
    found.map(({ draft }) => draft),
    nowMs,
  );
  const updates = found.map(({ row, draft }, i) => {
    const answer = answers[i];
    const isThisLock = and(eq(predictions.lockId, draft.id), isNull(predictions.ledgerSeq));
    return answer?.isAppended
      ? db
          .update(predictions)
          .set({ ledgerSeq: answer.entry.seq, dueAt: firstLookAt(row) })
          .where(isThisLock)
      : db
          .update(predictions)
          .set({ state: "unlocked", stateReason: answer?.reason ?? null, lockId: null, dueAt: null })
          .where(isThisLock);
  });
  const [first, ...others] = updates;
  if (first) await db.batch([first, ...others]);
  return new Map(found.map(({ draft }, i) => [draft.id, answers[i]?.isAppended === true]));
}

/** One row a lock: users who share a run share its lock. By the index on lock_id. */
async function unlockedRows(db: Database, lockIds: readonly string[]) {
  const rows = await db
    .select()
    .from(predictions)
    .where(and(inArray(predictions.lockId, [...lockIds]), isNull(predictions.ledgerSeq)))
    .groupBy(predictions.lockId);
  return rows.flatMap((row) => {
    const draft = draftOf(row);
    return draft ? [{ row, draft }] : [];
  });
}

/** What the ledger is given of a prediction; null for one that cannot be locked. */
export function draftOf(row: NewRow): Draft | null {
  const { lockId, fiscalQuarterEnd, reportsAt, evidenceHash } = row;
  if (!lockId || !fiscalQuarterEnd || !reportsAt) return null;
  return {
    type: "lock",
    format: 2,
    id: lockId,
    kind: kindOf(lockId),
    dataMode: row.dataMode,
    symbol: row.symbol,
    fiscalQuarterEnd,
    consensusEps: row.consensusEps,
    epsBasis: "consensus",
    probability: row.beatProbability,
    baseRate: row.baseRate,
    modelVersion: row.modelVersion,
    evidenceHash,
    reportsAt: reportsAt.toISOString(),
  };
}

/** By the name of the lock, which says it also where the person who asked is gone. */
function kindOf(lockId: string): LockBody["kind"] {
  const [name] = lockId.split(" ");
  return name === "record" || name === "replay" ? name : "analysis";
}
