import { sql } from "drizzle-orm";
import type { LockBody } from "#contract/ledger.ts";
import { lockOf, writeLocks } from "./lock-slate.ts";
import type { RecordDeps } from "./record.ts";

export type RestoreDeps = Pick<RecordDeps, "db" | "ledgerId" | "files" | "newId"> & {
  ledger: { openRecords(): Promise<{ seq: number; lock: LockBody }[]> };
};

/**
 * Writes the rows of locks of record that only the ledger has: a round died after its append, and nothing would settle
 * them. Answers how many. Safe to repeat. By the index on lock_id.
 */
export async function restoreLocks(deps: RestoreDeps): Promise<number> {
  const { db, ledgerId, ledger } = deps;
  const open = await ledger.openRecords();
  const ids = JSON.stringify(open.map(({ lock }) => lock.id));
  const rows = await db.all<{ lockId: string }>(sql`
    SELECT DISTINCT p.lock_id AS lockId FROM json_each(${ids}) AS j JOIN predictions AS p ON p.lock_id = j.value
      AND p.book = ${ledgerId}`);
  const known = new Set(rows.map(({ lockId }) => lockId));
  const lost = open.filter(({ lock }) => !known.has(lock.id));
  const locks = await Promise.all(lost.map(({ seq, lock }) => lockOf(deps, null, seq, lock)));
  if (locks.length > 0) await writeLocks(deps, locks);
  return locks.length;
}
