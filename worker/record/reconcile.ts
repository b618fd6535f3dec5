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
  asLocked,
  type LedgerWriter,
  type Locked,
  lockWaiting,
  writeLocks,
  writeSettlements,
} from "./write-entries.ts";

const WAITING_AT_ONCE = 60;
const ENTRIES_A_PAGE = 500;
const PAGES_A_RUN = 10;
/** After this time an entry's rows either exist or were lost by a kill. */
const SETTLED_DOWN_MS = 15 * 60_000;

type ReconcileDeps = Pick<RecordDeps, "db" | "ledgerId" | "files" | "newId"> & {
  ledger: LedgerWriter & { opened(after: number, limit: number): Promise<OpenedEntry[]> };
};

/** `restored` counts locks whose rows were lost; `settled` counts rows that did not say how they ended. */
type Repaired = { restored: number; settled: number };

/**
 * Rewrites rows that a kill left missing between the ledger and the database. Its progress is stored in the
 * database, so a restored database catches up from its own moment. `now` is the market's time. It may be repeated
 * or run twice at once.
 */
export async function reconcile(deps: ReconcileDeps, now: Date): Promise<Repaired> {
  const { db, ledgerId, ledger } = deps;
  const waiting = await waitingLocks(deps, now);
  if (waiting.length > 0) await lockWaiting(deps, waiting, now.getTime());
  const done: Repaired = { restored: 0, settled: 0 };
  const [check] = await db.select().from(ledgerChecks).where(eq(ledgerChecks.ledgerId, ledgerId));
  let after = check?.seq ?? 0;
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const entries = await ledger.opened(after, ENTRIES_A_PAGE);
    const old = entries.filter(({ body }) => Date.parse(body.time) < now.getTime() - SETTLED_DOWN_MS);
    const settled = old.flatMap(({ body }) => (body.type === "settlement" ? [body] : []));
    // Locks lost by a kill are restored immediately, because their reports are due soon.
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

/** Predictions that were stored while the ledger did not answer still wait for their lock. */
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
 * A settled prediction of a deleted account needs no row. An open one gets a row without an owner, so that it is
 * still settled.
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

/** A lock whose evidence file is missing stays lost, and the loss is logged. */
function lostEvidence(error: unknown, { id }: LockBody): null {
  if (!(error instanceof AppError)) throw error;
  logUnexpected(error, { lock: id });
  return null;
}

/** The lock's id names the company by its first ticker, and the company may have another ticker now. */
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
): Promise<Locked> {
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
  return asLocked(files, prediction, seq, lock);
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
