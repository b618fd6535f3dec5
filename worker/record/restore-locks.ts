import { sql } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import type { LockBody } from "#contract/ledger.ts";
import { HOUR_MS } from "#contract/time.ts";
import { readEvidence } from "#platform/files/evidence-file.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { lockOf, writeLocks } from "./lock-slate.ts";
import type { RecordDeps } from "./record.ts";
import { analysedOf, firstLookAt } from "./store.ts";

type Open = { seq: number; lock: LockBody };

export type RestoreDeps = Pick<RecordDeps, "db" | "ledgerId" | "files" | "newId"> & {
  ledger: { openRecords(): Promise<Open[]> };
};

/**
 * Writes the rows of locks of record that only the ledger has: a round died after its append, and nothing would settle
 * them. Answers how many. Safe to repeat.
 */
export async function restoreLocks(deps: RestoreDeps): Promise<number> {
  const lost = await withoutRow(deps, await deps.ledger.openRecords());
  const locks = await Promise.all(lost.map(({ seq, lock }) => lockOf(deps, null, seq, lock)));
  if (locks.length > 0) await writeLocks(deps, locks);
  return locks.length;
}

/** Locks compared with the rows at once. */
const LOCKS_AT_ONCE = 1_000;

/**
 * The same of analyses: a request died between its lock and its row. Whose it was is unknown, so the row names nobody.
 * Requests of the last hour are left alone.
 */
export async function restoreAnalyses(
  deps: Omit<RestoreDeps, "ledger"> & {
    ledger: { openAnalyses(after: string, before: string, limit: number): Promise<Open[]> };
  },
  marketNow: Date,
): Promise<number> {
  const before = new Date(marketNow.getTime() - HOUR_MS).toISOString();
  let restored = 0;
  for (let after = ""; ; ) {
    const open = await deps.ledger.openAnalyses(after, before, LOCKS_AT_ONCE);
    for (const one of await withoutRow(deps, open)) {
      await deps.db.insert(predictions).values(await ownerlessRow(deps, one));
      restored++;
    }
    if (open.length < LOCKS_AT_ONCE) return restored;
    after = open.at(-1)?.lock.id ?? "";
  }
}

async function ownerlessRow(
  { ledgerId, files, newId }: Pick<RecordDeps, "ledgerId" | "files" | "newId">,
  { seq, lock }: Open,
): Promise<typeof predictions.$inferInsert> {
  const figures = analysedOf(JSON.parse(await readEvidence(files, lock.evidenceHash)) as Analysis);
  const id = newId();
  return {
    ...figures,
    ...{ id, requestKey: id, ledgerId, lockId: lock.id, evidenceHash: lock.evidenceHash, ledgerSeq: seq },
    scope: `deleted:${ledgerId}`,
    userId: null,
    createdAt: figures.asOf,
    state: "pending",
    dueAt: firstLookAt(figures),
  };
}

/** Those that no row names. By the index on lock_id. */
export async function withoutRow<One extends { lock: LockBody }>(
  { db, ledgerId }: Pick<RecordDeps, "db" | "ledgerId">,
  locks: readonly One[],
): Promise<One[]> {
  const ids = JSON.stringify(locks.map(({ lock }) => lock.id));
  const rows = await db.all<{ lockId: string }>(sql`
    SELECT DISTINCT p.lock_id AS lockId FROM json_each(${ids}) AS j JOIN predictions AS p ON p.lock_id = j.value
      AND p.ledger_id = ${ledgerId}`);
  const known = new Set(rows.map(({ lockId }) => lockId));
  return locks.filter(({ lock }) => !known.has(lock.id));
}
