import { and, eq, isNull, sql } from "drizzle-orm";
import type { DataMode } from "#contract/prediction.ts";
import { slate } from "#db/schema/slate.ts";
import { draftOf, lockOf, writeLocks } from "./lock-slate.ts";
import type { RecordDeps } from "./record.ts";

/** A prediction of the slate that is not on record though its report may be out. */
type Overdue = Omit<typeof slate.$inferSelect, "ledgerId"> & { reportsAt: Date };

/** No file has this name: a late draft never becomes an entry. */
const NO_EVIDENCE = "0".repeat(64);

/**
 * Finishes locks that reached the ledger before a round was killed; the others are marked as missed, since nothing is
 * locked late. Safe to repeat and to run twice at once.
 */
export async function finishOverdue(
  deps: Omit<RecordDeps, "now">,
  dataMode: DataMode,
  overdue: readonly Overdue[],
): Promise<{ finished: number; missed: number }> {
  const now = deps.marketNow();
  const late = overdue.filter(({ reportsAt }) => reportsAt <= now);
  if (late.length === 0) return { finished: 0, missed: 0 };
  // The ledger answers the entry of an id that it has, and refuses every other one: its report is due.
  const drafts = late.map((row) =>
    draftOf({ evidence: { ...row, dataMode, reportsAt: row.reportsAt.toISOString() }, hash: NO_EVIDENCE }),
  );
  const answers = await deps.ledger.append(drafts, now.getTime());
  const locks = await Promise.all(
    answers.flatMap((answer) =>
      answer.isAppended && answer.lock ? [lockOf(deps, null, answer.entry.seq, answer.lock)] : [],
    ),
  );
  const round = { locked: 0, refused: 0, statements: 0, rowsWritten: 0 };
  if (locks.length > 0) await writeLocks(deps, locks, round);
  const missed = late.filter((_, i) => answers[i]?.isAppended === false);
  if (missed.length > 0) await markMissed(deps, missed, now);
  return { finished: locks.length, missed: missed.length };
}

/** By the primary key. */
async function markMissed(
  { db, ledgerId }: Pick<RecordDeps, "db" | "ledgerId">,
  missed: readonly Overdue[],
  now: Date,
): Promise<void> {
  const keys = JSON.stringify(missed.map(({ symbol, fiscalQuarterEnd }) => [symbol, fiscalQuarterEnd]));
  const isMissed = sql`(${slate.symbol}, ${slate.fiscalQuarterEnd}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${keys}))`;
  await db
    .update(slate)
    .set({ missedAt: now })
    .where(and(eq(slate.ledgerId, ledgerId), isNull(slate.ledgerSeq), isMissed));
}
