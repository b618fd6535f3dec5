import { sql } from "drizzle-orm";
import { givenRows } from "#platform/db/json-rows.ts";
import { type MissedReason, missedLocks } from "#platform/schema/slate.ts";
import type { RecordDeps } from "./record.ts";
import { type RestoreDeps, restoreLocks } from "./restore-locks.ts";

/** A report that may be out though it is not on record, and why. */
type Overdue = { symbol: string; fiscalQuarterEnd: string; reason: MissedReason };

/**
 * Finishes locks that reached the ledger before a round was killed, and answers how many; the others are stored as missed,
 * since nothing is locked late. Safe to repeat and to run twice at once.
 */
export async function finishOverdue(
  deps: RestoreDeps & Pick<RecordDeps, "marketNow">,
  overdue: readonly Overdue[],
): Promise<number> {
  if (overdue.length === 0) return 0;
  const finished = await restoreLocks(deps);
  await storeMissed(deps, overdue);
  return finished;
}

/** Only those that have no lock by now; the first reason stands. By the primary keys. */
async function storeMissed(
  { db, ledgerId, marketNow }: Pick<RecordDeps, "db" | "ledgerId" | "marketNow">,
  overdue: readonly Overdue[],
): Promise<void> {
  const missedAt = marketNow();
  const rows = overdue.map(({ symbol, fiscalQuarterEnd, reason }) => {
    return { ledgerId, symbol, fiscalQuarterEnd, reason, missedAt };
  });
  const isUnlocked = sql`NOT EXISTS (SELECT 1 FROM slate AS s WHERE s.ledger_id = given.ledger_id AND s.symbol = given.symbol
    AND s.fiscal_quarter_end = given.fiscal_quarter_end AND s.ledger_seq IS NOT NULL)`;
  await db
    .insert(missedLocks)
    .select(givenRows(missedLocks, rows, isUnlocked))
    .onConflictDoNothing();
}
