import { and, eq, inArray } from "drizzle-orm";
import type { SettlementBody } from "#contract/ledger.ts";
import { REPORT_NEEDS_EMAIL_MESSAGE, type ResultReport } from "#contract/record.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import { findUserPrediction } from "#platform/files/past-predictions.ts";
import { users } from "#platform/schema/accounts.ts";
import { predictions, resultReports } from "#platform/schema/predictions.ts";
import type { LedgerId } from "#platform/scope.ts";
import { appendSettlements } from "./settle.ts";
import { epsOutcomeOf, type SettlementDecision } from "./settlement-rule.ts";
import type { LedgerWriter } from "./write-entries.ts";

/**
 * Stores a result that a user reports for review, in place of the user's earlier report. It settles nothing.
 * Throws `email_unconfirmed`, `not_found` when the prediction belongs to another person, and `conflict` when
 * there is nothing to review.
 */
export async function submitReportedResult(
  store: PredictionStore,
  userId: string,
  predictionId: string,
  { eps, url }: ResultReport,
  { now, marketNow }: { now: Date; marketNow: Date },
): Promise<void> {
  const { db } = store;
  const [user] = await db
    .select({ isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  if (!user?.isConfirmed) throw new AppError("email_unconfirmed", REPORT_NEEDS_EMAIL_MESSAGE);
  const prediction = await findUserPrediction(store, userId, predictionId);
  if (!prediction) throw new AppError("not_found", "There is no such prediction in your history.");
  const { symbol, fiscalQuarterEnd, reportsAt, state } = prediction;
  if (state === "settled" || state === "void")
    throw new AppError("conflict", "This prediction is settled. A settlement is never changed.");
  if (state === "unlocked" || !fiscalQuarterEnd || !reportsAt)
    throw new AppError("conflict", "This prediction is not on the record, so there is nothing to settle.");
  if (reportsAt > marketNow)
    throw new AppError("conflict", "The report is not out yet. Please come back once it is.");
  await db
    .insert(resultReports)
    .values({ predictionId, userId, symbol, fiscalQuarterEnd, eps, url, createdAt: now })
    .onConflictDoUpdate({
      target: [resultReports.predictionId, resultReports.userId],
      set: { eps, url, createdAt: now },
    });
}

type Deps = { db: Database; ledger: LedgerWriter; ledgerId: LedgerId };

type Decision = {
  symbol: string;
  fiscalQuarterEnd: string;
  lockIds: readonly string[];
  reason: string;
} & ({ decision: "settle"; eps: number } | { decision: "void" | "wait" });

const OPERATOR = "Operator";
const WAIT_MS = DAY_MS;

const SETTLED_MESSAGE = "One of these is settled already. A settlement is never changed.";

/**
 * Carries out an operator's decision on the locks of a report under review: settles them, voids them, or
 * postpones the next check by a day. Returns how many locks it covered. It is safe to retry. Throws
 * `not_found` when a lock belongs to another quarter, and `conflict` when a lock is not under review or was
 * settled differently.
 */
export async function decideLocks(
  { db, ledger, ledgerId }: Deps,
  decision: Decision,
  now: Date,
): Promise<number> {
  const { symbol, fiscalQuarterEnd, lockIds } = decision;
  const wanted = new Set(lockIds);
  const locks = await db
    .select({ lockId: predictions.lockId, consensusEps: predictions.consensusEps, state: predictions.state })
    .from(predictions)
    .where(
      and(
        inArray(predictions.lockId, [...wanted]),
        eq(predictions.ledgerId, ledgerId),
        eq(predictions.symbol, symbol),
        eq(predictions.fiscalQuarterEnd, fiscalQuarterEnd),
      ),
    )
    .groupBy(predictions.lockId);
  if (locks.length < wanted.size)
    throw new AppError("not_found", "There is no such prediction of that quarter.");
  if (locks.some(({ state }) => state === "pending" || state === "unlocked"))
    throw new AppError("conflict", "One of these is no longer under review. Please reload the list.");
  if (decision.decision === "wait") return wait(db, [...wanted], now);
  const judged = locks.map(({ lockId, consensusEps }) => ({
    lock: { lockId: lockId ?? "" },
    judgment: judgmentOf(decision, consensusEps),
  }));
  const settled = await appendSettlements({ db, ledger }, judged, now);
  const isOurs = (body: SettlementBody) =>
    judged.some(({ lock, judgment }) => lock.lockId === body.lockId && isSame(body, judgment));
  if (settled.length < judged.length || !settled.every(isOurs))
    throw new AppError("conflict", SETTLED_MESSAGE);
  return settled.length;
}

function judgmentOf(decision: Decision, consensusEps: number): SettlementDecision {
  const decided = { decidedBy: "operator", reason: decision.reason } as const;
  return decision.decision === "settle"
    ? {
        kind: "settle",
        outcome: epsOutcomeOf(decision.eps, consensusEps),
        actualEps: decision.eps,
        source: OPERATOR,
        ...decided,
      }
    : { kind: "void", ...decided };
}

function isSame(body: SettlementBody, judgment: SettlementDecision): boolean {
  if (body.decidedBy !== "operator") return false;
  if (judgment.kind === "void") return body.outcome === "void" && body.reason === judgment.reason;
  return (
    judgment.kind === "settle" && body.actualEps === judgment.actualEps && body.reason === judgment.reason
  );
}

async function wait(db: Database, lockIds: string[], now: Date): Promise<number> {
  const put = await db
    .update(predictions)
    .set({ dueAt: new Date(now.getTime() + WAIT_MS) })
    .where(and(inArray(predictions.lockId, lockIds), eq(predictions.state, "review")))
    .returning({ lockId: predictions.lockId });
  if (put.length === 0) throw new AppError("conflict", SETTLED_MESSAGE);
  return new Set(put.map(({ lockId }) => lockId)).size;
}
