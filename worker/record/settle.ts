import { and, eq, gt, inArray, isNotNull, isNull, lte, min, or } from "drizzle-orm";
import type { SettlementBody } from "#contract/ledger.ts";
import type { Database } from "#platform/db/client.ts";
import { isAmong } from "#platform/db/client.ts";
import { users } from "#platform/schema/accounts.ts";
import { predictions, resultReports } from "#platform/schema/predictions.ts";
import type { LedgerId } from "#platform/scope.ts";
import { type FoundReport, findReported, type ReportedStore } from "#season/reported.ts";
import type { LedgerDraft } from "./ledger.ts";
import { FIRST_SETTLEMENT_CHECK_MS, recordKey } from "./prediction-row.ts";
import {
  decideSettlement,
  SETTLEMENT_CHECK_INTERVAL_MS,
  type SettlementDecision,
} from "./settlement-rule.ts";
import { type LedgerWriter, writeSettlements } from "./write-entries.ts";

const LOCKS_AT_ONCE = 500;

export type SettleDeps = ReportedStore & { ledgerId: LedgerId; ledger: LedgerWriter };

/**
 * Judges every due lock, and settles or voids those that can be decided. Returns how many were judged,
 * including those that still wait. It queries no source, because `pollOverdueReports` fills the store. `now`
 * is the market clock's time. Overlapping runs are safe.
 */
export async function settle(deps: SettleDeps, now: Date): Promise<number> {
  let count = 0;
  for (let after = ""; ; ) {
    const locks = await dueLocks(deps, now, after);
    const findings = await findReported(deps, locks, now);
    const turns = locks.flatMap((lock, i) => {
      const finding = findings[i];
      return finding && shouldJudgeNow(lock, finding, now) ? [{ lock, known: finding }] : [];
    });
    const reported = await recordKeysWithUserReports(
      deps.db,
      turns.flatMap(({ lock, known: finding }) => (finding.figures.length > 0 ? [] : [lock.symbol])),
    );
    const judged = turns.map(({ lock, known: finding }) => {
      const hasUserReports = reported.has(recordKey(lock.symbol, lock.fiscalQuarterEnd));
      return { lock, judgment: decideSettlement(lock, { ...finding, hasUserReports }, now) };
    });
    await appendSettlements(deps, judged, now);
    await postponeUndecided(deps.db, judged);
    count += judged.length;
    if (locks.length < LOCKS_AT_ONCE) return count;
    after = locks.at(-1)?.lockId ?? "";
  }
}

type JudgedLock = { lock: { lockId: string }; judgment: SettlementDecision };

/**
 * Appends the judgments that settle or void to the ledger, writes them to their rows, and returns them as the
 * ledger has them. A row that is already settled never changes.
 */
export async function appendSettlements(
  { db, ledger }: { db: Database; ledger: LedgerWriter },
  judged: readonly JudgedLock[],
  now: Date,
): Promise<readonly SettlementBody[]> {
  const drafts = judged.flatMap(({ lock, judgment }) => draftOf(lock.lockId, judgment));
  if (drafts.length === 0) return [];
  const answers = await ledger.append(drafts, now.getTime());
  const bodies = answers.flatMap((answer) =>
    answer.isAppended && answer.entry.body.type === "settlement" ? [answer.entry.body] : [],
  );
  if (bodies.length > 0) await writeSettlements(db, bodies);
  return bodies;
}

function draftOf(lockId: string, judgment: SettlementDecision): LedgerDraft[] {
  if (judgment.kind !== "settle" && judgment.kind !== "void") return [];
  const decided = judgment.decidedBy ? { decidedBy: judgment.decidedBy } : {};
  const head = { type: "settlement", id: `settles ${lockId}`, lockId, ...decided } as const;
  if (judgment.kind === "void")
    return [{ ...head, outcome: "void", actualEps: null, source: null, reason: judgment.reason }];
  const { outcome, actualEps, source, reason = null } = judgment;
  return [{ ...head, outcome, actualEps, source, reason }];
}

async function postponeUndecided(db: Database, judged: readonly JudgedLock[]): Promise<void> {
  const undecided = judged.filter(({ judgment: { kind } }) => kind === "wait" || kind === "review");
  for (const alike of Map.groupBy(undecided, ({ judgment }) => JSON.stringify(judgment)).values()) {
    const [first] = alike;
    if (first?.judgment.kind !== "wait" && first?.judgment.kind !== "review") continue;
    const { judgment } = first;
    const lockIds = alike.map(({ lock }) => lock.lockId);
    const review = judgment.kind === "review" && { state: "review" as const, stateReason: judgment.reason };
    await db
      .update(predictions)
      .set({ ...review, dueAt: judgment.lookAgainAt })
      .where(and(isAmong(predictions.lockId, lockIds), inArray(predictions.state, ["pending", "review"])));
  }
}

type DueLock = Awaited<ReturnType<typeof dueLocks>>[number];

/**
 * Returns whether to judge a lock now. With a figure, a pending lock is judged at once, and a lock under
 * review only when it is due, because the same figure would give the same review. Without a figure, a lock
 * must be due and a source must have been queried since then.
 */
function shouldJudgeNow(
  { state, dueAt }: DueLock,
  { figures, askedAt, ended }: FoundReport,
  now: Date,
): boolean {
  // Sources are not queried about a delisted company, so there is no query to wait for.
  if (ended && figures.length === 0) return dueAt <= now;
  if (figures.length > 0) return state === "pending" || dueAt <= now;
  return dueAt <= now && askedAt !== null && askedAt >= dueAt;
}

/**
 * Returns a page of the locks that are due, or whose report has been out for an hour and that are due within
 * six hours. The page is ordered by lock id and starts after `after`. Uses the index `predictions_due`.
 */
async function dueLocks({ db, ledgerId }: SettleDeps, now: Date, after: string) {
  const rows = await db
    .select({
      lockId: predictions.lockId,
      symbol: predictions.symbol,
      fiscalQuarterEnd: predictions.fiscalQuarterEnd,
      consensusEps: predictions.consensusEps,
      currency: predictions.currency,
      lockedAt: min(predictions.asOf),
      reportsAt: predictions.reportsAt,
      dueAt: predictions.dueAt,
      state: predictions.state,
    })
    .from(predictions)
    .where(
      and(
        eq(predictions.ledgerId, ledgerId),
        lte(predictions.dueAt, new Date(now.getTime() + SETTLEMENT_CHECK_INTERVAL_MS)),
        or(
          lte(predictions.dueAt, now),
          lte(predictions.reportsAt, new Date(now.getTime() - FIRST_SETTLEMENT_CHECK_MS)),
        ),
        gt(predictions.lockId, after),
        isNotNull(predictions.dueAt),
        isNotNull(predictions.ledgerSeq),
        isNotNull(predictions.fiscalQuarterEnd),
        isNotNull(predictions.asOf),
      ),
    )
    .groupBy(predictions.lockId)
    .orderBy(predictions.lockId)
    .limit(LOCKS_AT_ONCE);
  return rows.flatMap(({ lockId, fiscalQuarterEnd, lockedAt, reportsAt, dueAt, ...row }) =>
    lockId && fiscalQuarterEnd && lockedAt && reportsAt && dueAt
      ? [{ ...row, lockId, fiscalQuarterEnd, lockedAt, reportsAt, dueAt }]
      : [],
  );
}

/**
 * Returns the record keys (ticker and fiscal quarter) for which a person with a confirmed email address has
 * reported a result.
 */
async function recordKeysWithUserReports(db: Database, symbols: readonly string[]): Promise<Set<string>> {
  if (symbols.length === 0) return new Set();
  const { symbol, fiscalQuarterEnd } = resultReports;
  const rows = await db
    .selectDistinct({ symbol, fiscalQuarterEnd })
    .from(resultReports)
    .innerJoin(users, and(eq(users.id, resultReports.userId), eq(users.emailVerified, true)))
    .where(and(isAmong(symbol, symbols), isNull(resultReports.dismissedAt)));
  return new Set(rows.map((row) => recordKey(row.symbol, row.fiscalQuarterEnd)));
}
