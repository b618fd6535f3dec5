import { eq, sql } from "drizzle-orm";
import type { LedgerEntry, LedgerHead, SettlementBody } from "#contract/ledger.ts";
import { logUnexpected } from "#platform/log.ts";
import { ledgerChecks } from "#platform/schema/predictions.ts";
import { writeSettlements } from "./finish-settlement.ts";
import { lockOf, writeLocks } from "./lock-slate.ts";
import type { RecordDeps } from "./record.ts";
import { withoutRow } from "./restore-locks.ts";

const ENTRIES_A_PAGE = 500;
const PAGES_A_RUN = 10;
/** Whoever appended an entry has written its rows by then, or never will. */
const SETTLED_DOWN_MS = 15 * 60_000;

type CatchUpDeps = Pick<RecordDeps, "db" | "ledgerId" | "files" | "newId"> & {
  ledger: {
    page(after: number, limit: number): Promise<{ entries: LedgerEntry[]; head: LedgerHead }>;
    find(id: string): Promise<LedgerEntry | null>;
  };
};

/**
 * Writes what the ledger says of settled predictions where rows lack it, each entry once. How far it looked stands in the
 * database: one that is restored is caught up from its own moment. Safe to repeat.
 */
export async function catchUpWithLedger(
  deps: CatchUpDeps,
  now: Date,
): Promise<{ settled: number; restored: number }> {
  const { db, ledgerId, ledger } = deps;
  const done = { settled: 0, restored: 0 };
  const [check] = await db.select().from(ledgerChecks).where(eq(ledgerChecks.ledgerId, ledgerId));
  let after = check?.seq ?? 0;
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const { entries } = await ledger.page(after, ENTRIES_A_PAGE);
    const old = entries.filter(({ body }) => Date.parse(body.time) < now.getTime() - SETTLED_DOWN_MS);
    const last = old.at(-1);
    if (!last) break;
    const bodies = old.flatMap(({ body }) => (body.type === "settlement" ? [body] : []));
    if (bodies.length > 0) {
      done.restored += await restoreSettledLocks(deps, bodies);
      done.settled += await writeSettlements(db, bodies);
    }
    after = last.seq;
    await db
      .insert(ledgerChecks)
      .values({ ledgerId, seq: after })
      .onConflictDoUpdate({
        target: ledgerChecks.ledgerId,
        set: { seq: sql`max(${ledgerChecks.seq}, excluded.seq)` },
      });
    if (old.length < ENTRIES_A_PAGE) break;
  }
  return done;
}

/**
 * Writes the rows of settled locks of record that have none. A user's settled prediction goes with the account, so a lack of
 * its row is no loss that could be known. By the index on lock_id.
 */
async function restoreSettledLocks(deps: CatchUpDeps, bodies: readonly SettlementBody[]): Promise<number> {
  const records = bodies.flatMap(({ revealed }) => (revealed.lock.kind === "record" ? [revealed] : []));
  const lost = await withoutRow(deps, records);
  const found = await Promise.all(
    lost.map(async ({ lock }) => {
      const entry = await deps.ledger.find(lock.id);
      // Without its evidence a row would lack what it must say: it stays lost, and the log says which.
      return (
        entry &&
        lockOf(deps, null, entry.seq, lock).catch((error: unknown) => {
          logUnexpected(error, { lock: lock.id });
          return null;
        })
      );
    }),
  );
  const locks = found.filter((lock) => lock !== null);
  if (locks.length > 0) await writeLocks(deps, locks);
  return locks.length;
}
