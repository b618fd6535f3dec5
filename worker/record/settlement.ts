import { and, eq, inArray, isNotNull, isNull, lt, lte, min, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import { MarketError } from "#market/port.ts";
import type { Database } from "#platform/db/client.ts";
import { logUnexpected } from "#platform/log.ts";
import { users } from "#platform/schema/accounts.ts";
import { predictions, resultReports } from "#platform/schema/predictions.ts";
import type { LedgerId } from "#platform/scope.ts";
import { type AskWitnesses, witnessKey } from "#season/witness/witness.ts";
import { finish, type Judged } from "./finish-settlement.ts";
import { type LedgerWriter, lockStored } from "./lock.ts";
import type { AskSources } from "./reported.ts";
import { type Found, judge } from "./settlement-rule.ts";

export type SettlementDeps = {
  db: Database;
  ledger: LedgerWriter;
  ledgerId: LedgerId;
  ask: AskSources;
  /** What companies filed; nothing where nobody looks. */
  witnesses?: AskWitnesses | null;
  /** Whether the source's calendar of the whole market is read: what reports these days comes with it, and nobody is asked. */
  hasCalendar?: boolean;
};

/** Companies looked at in one go: one question to the source each, within the subrequests of one invocation. */
const COMPANIES_AT_ONCE = 40;
/** Locks of one company's quarter settled in one go; the rest stays due. */
const LOCKS_AT_ONCE = 60;
/** What the calendar lacks so many days after the report's begin is asked for. */
const CALENDAR_DAYS = 2;
/** After this the source is asked again. */
export const RETRY_MS = 6 * HOUR_MS;

type Due = { symbol: string; fiscalQuarterEnd: string };
type LockToSettle = { lockId: string; consensusEps: number; lockedAt: Date; reportsAt: Date };

/**
 * Locks what never reached the ledger, then settles a batch due at `now` (market time); answers how many companies it
 * looked at. Safe to run twice at once: the ledger takes one settlement a lock.
 */
export async function settleDue(deps: SettlementDeps, now: Date): Promise<number> {
  const { db, ledger, ledgerId } = deps;
  const unlocked = await neverLocked(db, ledgerId, now);
  if (unlocked.length > 0) await lockStored(db, ledger, unlocked, now.getTime());
  const due = await companiesToAsk(deps, now);
  for (const company of due) await settleCompany(deps, company, now);
  return due.length;
}

async function settleCompany(deps: SettlementDeps, due: Due, now: Date): Promise<void> {
  const { db, ledgerId, ask } = deps;
  const locks = await dueLocks(db, ledgerId, due, now);
  const found = await ask(due.symbol, due.fiscalQuarterEnd, now).catch((error: unknown) => {
    if (!(error instanceof MarketError)) logUnexpected(error, { job: "settlement", symbol: due.symbol });
    return null;
  });
  const ids = locks.map((lock) => lock.lockId);
  if (!found) return postpone(db, ids, new Date(now.getTime() + RETRY_MS));
  const witness =
    found.figures.length > 0 ? (await deps.witnesses?.([due], now))?.get(witnessKey(due)) : null;
  const whole: Found = { ...found, hasUserReports: await hasReports(db, due), witness };
  const judged = locks.map((lock) => ({ lock, judgement: judge(lock, whole, now) }));
  await finish(deps, judged, now);
  await adjourn(db, judged);
}

/** Puts off what cannot be decided yet: to the next look, or under review. One statement for all that share both. */
export async function adjourn(db: Database, judged: readonly Judged[]): Promise<void> {
  const undecided = judged.filter(({ judgement: { kind } }) => kind === "wait" || kind === "review");
  for (const alike of Map.groupBy(undecided, ({ judgement }) => JSON.stringify(judgement)).values()) {
    const [first] = alike;
    const ids = alike.map(({ lock }) => lock.lockId);
    if (first?.judgement.kind === "wait") await postpone(db, ids, first.judgement.lookAgainAt);
    if (first?.judgement.kind !== "review") continue;
    const { reason, lookAgainAt } = first.judgement;
    await db
      .update(predictions)
      .set({ state: "review", stateReason: reason, dueAt: lookAgainAt })
      .where(isOpen(ids));
  }
}

/** By the index on lock_id. */
function isOpen(lockIds: readonly string[]) {
  return and(
    sql`${predictions.lockId} IN (SELECT value FROM json_each(${JSON.stringify(lockIds)}))`,
    inArray(predictions.state, ["pending", "review"]),
  );
}

async function postpone(db: Database, lockIds: readonly string[], until: Date): Promise<void> {
  if (lockIds.length === 0) return;
  await db.update(predictions).set({ dueAt: until }).where(isOpen(lockIds));
}

/** By the index on what is due, as the two that follow. */
async function neverLocked(db: Database, ledgerId: LedgerId, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ lockId: predictions.lockId })
    .from(predictions)
    .where(and(isDue(ledgerId, now), isNull(predictions.ledgerSeq), isNotNull(predictions.lockId)))
    .limit(LOCKS_AT_ONCE);
  return rows.flatMap(({ lockId }) => lockId ?? []);
}

/** Companies whose figure nobody brings: where the calendar is read, those that it should have named two days ago. */
async function companiesToAsk(
  { db, ledgerId, hasCalendar = false }: SettlementDeps,
  now: Date,
): Promise<Due[]> {
  const isOverdue = lt(predictions.reportsAt, new Date(now.getTime() - CALENDAR_DAYS * DAY_MS));
  const rows = await db
    .selectDistinct({ symbol: predictions.symbol, fiscalQuarterEnd: predictions.fiscalQuarterEnd })
    .from(predictions)
    .where(and(isDue(ledgerId, now), hasCalendar ? isOverdue : undefined))
    .limit(COMPANIES_AT_ONCE);
  return rows.flatMap(({ symbol, fiscalQuarterEnd }) =>
    fiscalQuarterEnd ? [{ symbol, fiscalQuarterEnd }] : [],
  );
}

async function dueLocks(db: Database, ledgerId: LedgerId, due: Due, now: Date): Promise<LockToSettle[]> {
  const rows = await db
    .select({
      lockId: predictions.lockId,
      consensusEps: predictions.consensusEps,
      lockedAt: min(predictions.asOf),
      reportsAt: predictions.reportsAt,
    })
    .from(predictions)
    .where(
      and(
        isDue(ledgerId, now),
        eq(predictions.symbol, due.symbol),
        eq(predictions.fiscalQuarterEnd, due.fiscalQuarterEnd),
        isNotNull(predictions.ledgerSeq),
      ),
    )
    .groupBy(predictions.lockId)
    .limit(LOCKS_AT_ONCE);
  return rows.flatMap(({ lockId, consensusEps, lockedAt, reportsAt }) =>
    lockId && lockedAt && reportsAt ? [{ lockId, consensusEps, lockedAt, reportsAt }] : [],
  );
}

/** Whether a person with a confirmed address sent a figure in. */
async function hasReports(db: Database, { symbol, fiscalQuarterEnd }: Due): Promise<boolean> {
  const rows = await db
    .select({ eps: resultReports.eps })
    .from(resultReports)
    .innerJoin(users, and(eq(users.id, resultReports.userId), eq(users.emailVerified, true)))
    .where(
      and(
        eq(resultReports.symbol, symbol),
        eq(resultReports.fiscalQuarterEnd, fiscalQuarterEnd),
        isNull(resultReports.dismissedAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

function isDue(ledgerId: LedgerId, now: Date) {
  return and(eq(predictions.ledgerId, ledgerId), isNotNull(predictions.dueAt), lte(predictions.dueAt, now));
}
