import { and, eq, isNull, sql } from "drizzle-orm";
import { slate } from "#db/schema/slate.ts";
import type { RecordDeps } from "./record.ts";
import { type RestoreDeps, restoreLocks } from "./restore-locks.ts";

/** A prediction of the slate that is not on record though its report may be out. */
type Overdue = { symbol: string; fiscalQuarterEnd: string };

/**
 * Finishes locks that reached the ledger before a round was killed, and answers how many; the others are marked as missed,
 * since nothing is locked late. Safe to repeat and to run twice at once.
 */
export async function finishOverdue(
  deps: RestoreDeps & Pick<RecordDeps, "marketNow">,
  overdue: readonly Overdue[],
): Promise<number> {
  if (overdue.length === 0) return 0;
  const finished = await restoreLocks(deps);
  await markMissed(deps, overdue, deps.marketNow());
  return finished;
}

/** Only those that have no lock by now. By the primary key. */
async function markMissed(
  { db, ledgerId }: Pick<RecordDeps, "db" | "ledgerId">,
  overdue: readonly Overdue[],
  now: Date,
): Promise<void> {
  const keys = JSON.stringify(overdue.map(({ symbol, fiscalQuarterEnd }) => [symbol, fiscalQuarterEnd]));
  const isOverdue = sql`(${slate.symbol}, ${slate.fiscalQuarterEnd}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${keys}))`;
  await db
    .update(slate)
    .set({ missedAt: now })
    .where(and(eq(slate.ledgerId, ledgerId), isNull(slate.ledgerSeq), isOverdue));
}
