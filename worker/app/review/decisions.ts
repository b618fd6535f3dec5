import { and, eq, isNull } from "drizzle-orm";
import { sha256 } from "#contract/ledger-format.ts";
import type {
  ChangeDecision,
  DeadLetterDecision,
  ReleaseDecision,
  ReviewDecision,
} from "#contract/review.ts";
import { isoDay } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import type { Enqueue } from "#platform/queue.ts";
import { reviewDecisions } from "#platform/schema/operations.ts";
import { resultReports } from "#platform/schema/predictions.ts";
import { decideLocks } from "#record/review.ts";
import type { LedgerWriter } from "#record/write-entries.ts";
import { resolveDisputedGuidance } from "#season/guidance/disputed.ts";
import { resolveCompanyChange } from "#season/identity/apply-change.ts";
import type { SeasonStore } from "#season/store.ts";
import { dropDeadLetter, replayDeadLetter } from "../jobs/consume.ts";

type ReviewDeps = SeasonStore & {
  ledger: LedgerWriter;
  enqueue: Enqueue;
  now: () => Date;
  marketNow: () => Date;
};

/**
 * Settles or voids predictions under review and returns how many. Safe to repeat. Throws what `decideLocks`
 * throws.
 */
export async function decidePredictions(deps: ReviewDeps, decision: ReviewDecision): Promise<number> {
  const decided = await decideLocks(deps, decision, deps.marketNow());
  await record(deps, {
    subject: `${decision.symbol} ${decision.fiscalQuarterEnd}`,
    decision: decision.decision,
    eps: decision.decision === "settle" ? decision.eps : null,
    reason: decision.reason,
  });
  return decided;
}

/**
 * Enqueues a dead letter's message again or drops it. Throws `not_found` when the dead letter does not exist or
 * cannot be read.
 */
export async function decideDeadLetter(
  deps: ReviewDeps,
  id: string,
  { decision, reason }: DeadLetterDecision,
): Promise<void> {
  const isDone =
    decision === "replay"
      ? await replayDeadLetter(deps.db, deps.enqueue, id)
      : await dropDeadLetter(deps.db, id);
  if (!isDone)
    throw new AppError("not_found", "There is no such dead letter, or this version cannot read it.");
  await record(deps, { subject: `dead letter ${id}`, decision, eps: null, reason });
}

/** Dismisses all results that users sent in for a prediction. Throws `not_found` when none is left. */
export async function dismissResult(deps: ReviewDeps, predictionId: string, reason: string): Promise<void> {
  const dismissed = await deps.db
    .update(resultReports)
    .set({ dismissedAt: deps.now() })
    .where(and(eq(resultReports.predictionId, predictionId), isNull(resultReports.dismissedAt)))
    .returning({ predictionId: resultReports.predictionId });
  if (dismissed.length === 0) throw new AppError("not_found", "This result no longer exists.");
  await record(deps, { subject: `result ${predictionId}`, decision: "dismiss", eps: null, reason });
}

/** Chooses between two readings of an earnings release. Throws what `resolveDisputedGuidance` throws. */
export async function decideRelease(deps: ReviewDeps, decision: ReleaseDecision): Promise<void> {
  await resolveDisputedGuidance(deps, decision);
  const { symbol, accession, decision: chosen, reason } = decision;
  await record(deps, { subject: `release ${symbol} ${accession}`, decision: chosen, eps: null, reason });
}

/** Carries out or dismisses a doubtful change of a company. Throws what `decideChange` throws. */
export async function decideCompanyChange(
  deps: ReviewDeps,
  { reason, ...decided }: ChangeDecision,
): Promise<void> {
  await resolveCompanyChange(deps, decided, deps.marketNow());
  if (decided.decision === "carry_out")
    await deps.enqueue([{ job: "changed-history", after: "" }, { job: "settlement" }]);
  await record(deps, { subject: `change ${decided.id}`, decision: decided.decision, eps: null, reason });
}

type RecordedDecision = Pick<typeof reviewDecisions.$inferInsert, "subject" | "decision" | "eps" | "reason">;

/**
 * Stores what was decided and why, for the operators' list of decisions. The same decision is stored only once
 * a day.
 */
async function record({ db, ledgerId, now }: ReviewDeps, decided: RecordedDecision): Promise<void> {
  const decidedAt = now();
  const id = `rev_${(await sha256(JSON.stringify([ledgerId, isoDay(decidedAt), decided]))).slice(0, 32)}`;
  await db
    .insert(reviewDecisions)
    .values({ id, ledgerId, decidedAt, ...decided })
    .onConflictDoNothing();
}
