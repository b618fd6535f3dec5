import { and, eq, inArray, isNull } from "drizzle-orm";
import type { LockBody } from "#contract/ledger.ts";
import type { Database } from "#db/client.ts";
import { predictions, snapshots } from "#db/schema/predictions.ts";
import { canonical } from "#ledger/canonical.ts";
import { sha256 } from "#ledger/format.ts";
import { HOUR_MS } from "#worker/time.ts";
import type { Appended, Draft } from "./ledger.ts";

/** The part of the ledger that writers need. */
export type LedgerWriter = {
  append(drafts: Draft[], nowMs: number): Promise<Appended[]> | Appended[];
};

/** A report is looked for an hour after it was due. */
export const FIRST_LOOK_MS = HOUR_MS;

/**
 * Puts stored predictions into the ledger and marks them with its number. They are read back from the store first, so
 * every lock has its snapshot. One refused because its report is due stays unlocked. Safe to repeat.
 */
export async function lockStored(
  db: Database,
  ledger: LedgerWriter,
  lockIds: readonly string[],
  nowMs: number,
): Promise<Map<string, boolean>> {
  const rows = await rowsOf(db, lockIds);
  const drafts = await Promise.all(rows.map(draftOf));
  if (drafts.length === 0) return new Map();
  const answers = await ledger.append(drafts, nowMs);
  const updates = rows.map((row, i) => {
    const answer = answers[i];
    const isThisLock = and(eq(predictions.lockId, row.lockId), isNull(predictions.ledgerSeq));
    return answer?.isAppended
      ? db
          .update(predictions)
          .set({ ledgerSeq: answer.entry.seq, dueAt: new Date(row.reportsAt.getTime() + FIRST_LOOK_MS) })
          .where(isThisLock)
      : db
          .update(predictions)
          .set({ state: "unlocked", stateReason: answer?.reason ?? null, lockId: null, dueAt: null })
          .where(isThisLock);
  });
  const [first, ...others] = updates;
  if (first) await db.batch([first, ...others]);
  return new Map(rows.map((row, i) => [row.lockId, answers[i]?.isAppended === true]));
}

/** SHA-256 of the canonical JSON of a snapshot, as the ledger keeps it. */
export async function evidenceHashOf(snapshotJson: string): Promise<string> {
  return sha256(canonical(JSON.parse(snapshotJson)));
}

type LockRow = Awaited<ReturnType<typeof rowsOf>>[number];

/** One row a lock: users who share a run share its lock. By the index on lock_id. */
async function rowsOf(db: Database, lockIds: readonly string[]) {
  const rows = await db
    .select({ prediction: predictions, analysis: snapshots.analysis })
    .from(predictions)
    .innerJoin(snapshots, eq(snapshots.id, predictions.snapshotId))
    .where(and(inArray(predictions.lockId, [...lockIds]), isNull(predictions.ledgerSeq)))
    .groupBy(predictions.lockId);
  return rows.flatMap(({ prediction, analysis }) => {
    const { lockId, fiscalQuarterEnd, reportsAt } = prediction;
    return lockId && fiscalQuarterEnd && reportsAt
      ? [{ ...prediction, lockId, fiscalQuarterEnd, reportsAt, analysis }]
      : [];
  });
}

async function draftOf(row: LockRow): Promise<Draft> {
  return {
    type: "lock",
    format: 2,
    id: row.lockId,
    kind: kindOf(row),
    dataMode: row.dataMode,
    symbol: row.symbol,
    fiscalQuarterEnd: row.fiscalQuarterEnd,
    consensusEps: row.consensusEps,
    epsBasis: "consensus",
    probability: row.beatProbability,
    baseRate: row.baseRate,
    modelVersion: row.modelVersion,
    evidenceHash: await evidenceHashOf(row.analysis),
    reportsAt: row.reportsAt.toISOString(),
  };
}

/** By the name of the lock, which says it also where the person who asked is gone. */
function kindOf({ lockId }: { lockId: string }): LockBody["kind"] {
  const [name] = lockId.split(" ");
  return name === "record" || name === "replay" ? name : "analysis";
}
