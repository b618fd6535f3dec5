import { and, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { LockBody } from "#contract/ledger.ts";
import { AppError } from "#platform/errors.ts";
import { logUnexpected } from "#platform/log.ts";
import { ledgerChecks, predictions } from "#platform/schema/predictions.ts";
import { recordScope } from "#platform/scope.ts";
import { currentTickerOf } from "#season/identity/company-id.ts";
import type { OpenedEntry } from "./ledger-seals.ts";
import { recordKey } from "./prediction-row.ts";
import type { RecordDeps } from "./record.ts";
import {
  type LedgerWriter,
  type LockedPrediction,
  lockedPredictionOf,
  lockPendingPredictions,
  writeLocks,
  writeSettlements,
} from "./write-entries.ts";

const WAITING_AT_ONCE = 60;
const ENTRIES_A_PAGE = 500;
const PAGES_A_RUN = 10;
/**
 * Once an entry is older than this, its rows either exist or were lost because the run that wrote it was
 * killed.
 */
const SETTLED_DOWN_MS = 15 * 60_000;

type ReconcileDeps = Pick<RecordDeps, "db" | "ledgerId" | "files" | "newId"> & {
  ledger: LedgerWriter & { opened(after: number, limit: number): Promise<OpenedEntry[]> };
};

/**
 * `restored` counts the locks whose lost rows were written again, and `settled` the rows whose missing
 * settlement was written.
 */
type Repaired = { restored: number; settled: number };

/**
 * Writes the database rows that are missing because a run was killed between writing to the ledger and to the
 * database, and locks predictions that still wait for the ledger. Its progress is stored in the database, so
 * a database that was restored from an older copy catches up. `now` is the market clock's time. It is safe to
 * retry and to run twice at once.
 */
export async function repairLedgerRows(deps: ReconcileDeps, now: Date): Promise<Repaired> {
  const { db, ledgerId, ledger } = deps;
  const waiting = await waitingLocks(deps, now);
  if (waiting.length > 0) await lockPendingPredictions(deps, waiting, now.getTime());
  const done: Repaired = { restored: 0, settled: 0 };
  const [check] = await db.select().from(ledgerChecks).where(eq(ledgerChecks.ledgerId, ledgerId));
  let after = check?.seq ?? 0;
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const entries = await ledger.opened(after, ENTRIES_A_PAGE);
    const old = entries.filter(({ body }) => Date.parse(body.time) < now.getTime() - SETTLED_DOWN_MS);
    const settled = old.flatMap(({ body }) => (body.type === "settlement" ? [body] : []));
    // Lost locks of the public record are restored without waiting, because their reports are due soon.
    done.restored += await restoreLocks(
      deps,
      entries.filter((entry) => old.includes(entry) || isOfRecord(entry)),
    );
    if (settled.length > 0) done.settled += await writeSettlements(db, settled);
    const last = old.at(-1);
    if (!last) break;
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
 * Returns the lock ids of predictions that were stored while the ledger did not answer and still wait for
 * their lock.
 */
async function waitingLocks({ db, ledgerId }: ReconcileDeps, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ lockId: predictions.lockId })
    .from(predictions)
    .where(
      and(
        eq(predictions.ledgerId, ledgerId),
        isNotNull(predictions.dueAt),
        lte(predictions.dueAt, now),
        isNull(predictions.ledgerSeq),
        isNotNull(predictions.lockId),
      ),
    )
    .limit(WAITING_AT_ONCE);
  return rows.flatMap(({ lockId }) => lockId ?? []);
}

function isOfRecord({ body }: OpenedEntry): boolean {
  return body.type === "lock" && body.kind === "record";
}

/**
 * Writes the missing rows of locks and returns how many. A settled analysis without a row belonged to a
 * deleted account and needs none; an open one gets a row without an owner, so that it is still settled.
 */
async function restoreLocks(deps: ReconcileDeps, entries: readonly OpenedEntry[]): Promise<number> {
  const locks = entries.flatMap(({ seq, body, isSettled }) =>
    body.type === "lock" && !(isSettled && body.kind === "analysis") ? [{ seq, lock: body }] : [],
  );
  const lost = await withoutRow(deps, locks);
  const tickers = await tickersOf(deps, lost);
  const evidences = await Promise.all(
    lost.map(({ seq, lock }) =>
      restored(deps, seq, lock, tickers.get(lock.id) ?? lock.symbol).catch((error: unknown) =>
        lostEvidence(error, lock),
      ),
    ),
  );
  const whole = evidences.filter((evidence) => evidence !== null);
  if (whole.length > 0) await deps.db.batch(writeLocks(deps.db, whole));
  return whole.length;
}

/**
 * Logs that a lock cannot be restored because its evidence cannot be read, and returns null. Throws any error
 * that is not an AppError.
 */
function lostEvidence(error: unknown, { id }: LockBody): null {
  if (!(error instanceof AppError)) throw error;
  logUnexpected(error, { lock: id });
  return null;
}

/**
 * Returns the current ticker of each lock's company, by lock id. The lock's id contains the company's id,
 * which is its first ticker, and the company may have another ticker now.
 */
async function tickersOf(
  { db, ledgerId }: ReconcileDeps,
  locks: readonly { lock: LockBody }[],
): Promise<Map<string, string>> {
  if (locks.length === 0) return new Map();
  const locksJson = JSON.stringify(
    locks.map(({ lock }) => [lock.id, lock.id.split(" ")[1] ?? "", lock.symbol]),
  );
  const rows = await db.all<{ id: string; ticker: string }>(sql`SELECT j.value ->> 0 AS id,
    coalesce((SELECT c.symbol FROM season_companies AS c WHERE c.ledger_id = ${ledgerId} AND c.company_id = j.value ->> 1),
      ${currentTickerOf(ledgerId, sql`j.value ->> 2`)}) AS ticker FROM json_each(${locksJson}) AS j`);
  return new Map(rows.map(({ id, ticker }) => [id, ticker]));
}

function restored(
  { ledgerId, files, newId }: ReconcileDeps,
  seq: number,
  lock: LockBody,
  ticker: string,
): Promise<LockedPrediction> {
  const { id: lockId, kind, evidenceHash } = lock;
  const id = newId();
  const owner =
    kind === "analysis"
      ? { scope: `deleted:${ledgerId}`, requestKey: id }
      : { scope: recordScope(ledgerId), requestKey: recordKey(ticker, lock.fiscalQuarterEnd) };
  const prediction = {
    owner: { ...owner, id, userId: null, ledgerId },
    evidence: null,
    evidenceHash,
    lockId,
  };
  return lockedPredictionOf(files, prediction, seq, lock);
}

async function withoutRow<One extends { lock: LockBody }>(
  { db, ledgerId }: ReconcileDeps,
  locks: readonly One[],
): Promise<One[]> {
  if (locks.length === 0) return [];
  const ids = JSON.stringify(locks.map(({ lock }) => lock.id));
  const rows = await db.all<{ lockId: string }>(sql`
    SELECT DISTINCT p.lock_id AS lockId FROM json_each(${ids}) AS j JOIN predictions AS p ON p.lock_id = j.value
      AND p.ledger_id = ${ledgerId}`);
  const lockIdsWithRow = new Set(rows.map(({ lockId }) => lockId));
  return locks.filter(({ lock }) => !lockIdsWithRow.has(lock.id));
}
