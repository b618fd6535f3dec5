import { settlementDays } from "#contract/rules.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import { isBeat } from "#model/history.ts";

export const LOOK_EVERY_MS = 6 * HOUR_MS;
/** This far from the consensus at the lock is another basis: a split, another currency, other accounting. */
const BASIS_SHARE = 0.4;
const BASIS_DOLLARS = 0.25;

export type Lock = { consensusEps: number; lockedAt: Date; reportsAt: Date };

export type ReportedFigure = {
  source: string;
  eps: number;
  /** ISO; null where the source knows only the quarter. */
  reportDate: string | null;
  estimate: number | null;
};

type Witness = {
  isAwaited: boolean;
  released: { from: Date; to: Date } | null;
  /** Another figure in the release, as first seen at `since`. */
  contradiction: { eps: number; basis: "adjusted" | "gaap"; since: Date } | null;
};

export type Findings = {
  /** Most trusted source first. */
  figures: readonly ReportedFigure[];
  expectedAt: Date | null;
  /** When a source last answered about the overdue figure. */
  answeredAt: Date | null;
  hasUserReports: boolean;
  witness: Witness | null;
};

type Decided = { decidedBy?: "operator" };

export type Judgement =
  | ({
      kind: "settle";
      outcome: "beat" | "miss";
      actualEps: number;
      source: string;
      reason?: string;
    } & Decided)
  | ({ kind: "void"; reason: string } & Decided)
  | { kind: "review"; reason: string; lookAgainAt: Date }
  | { kind: "wait"; lookAgainAt: Date };

/** The written rule of docs/settlement.md. Pure. */
export function judge(lock: Lock, found: Findings, now: Date): Judgement {
  const deadline = deadlineOf(lock, found.expectedAt);
  const isReviewOver = now.getTime() > deadline.getTime() + settlementDays.review * DAY_MS;
  const lookAgainAt = new Date(now.getTime() + LOOK_EVERY_MS);
  const review = (reason: string): Judgement =>
    isReviewOver ? { kind: "void", reason } : { kind: "review", reason, lookAgainAt };
  const [first, ...others] = found.figures;
  if (!first) {
    // Without an answer after the deadline the source may have a figure that it could not give.
    if (found.answeredAt === null || found.answeredAt <= deadline) return { kind: "wait", lookAgainAt };
    const reason = `No source gave a reported figure within ${settlementDays.deadline} days.`;
    return found.hasUserReports ? review(`${reason} Users sent one in.`) : { kind: "void", reason };
  }
  if (wasOut(lock, first)) return { kind: "void", reason: "The report was out before the prediction." };
  if (isOtherBasis(lock.consensusEps, first.estimate))
    return review(
      `The consensus is now ${first.estimate}, against ${lock.consensusEps} at the lock: not the same basis.`,
    );
  const testimony = heard(lock, first, found.witness, now);
  if (testimony?.kind === "review") return review(testimony.reason);
  if (testimony) return testimony;
  const outcome = outcomeOf(first.eps, lock.consensusEps);
  const dissent = others.find((figure) => outcomeOf(figure.eps, lock.consensusEps) !== outcome);
  if (dissent)
    return review(`${first.source} reports ${first.eps}, ${dissent.source} ${dissent.eps}: they disagree.`);
  return { kind: "settle", outcome, actualEps: first.eps, source: first.source };
}

/** While a witness is awaited. */
const WITNESS_LOOK_MS = 15 * 60_000;

/**
 * Null where the source's figure decides. A contradiction that would turn the outcome waits some days for an
 * operator.
 */
function heard(lock: Lock, figure: ReportedFigure, witness: Witness | null, now: Date): Judgement | null {
  if (!witness) return null;
  const lookAgainAt = new Date(now.getTime() + WITNESS_LOOK_MS);
  if (witness.isAwaited) return { kind: "wait", lookAgainAt };
  const { released, contradiction } = witness;
  if (released && lock.lockedAt >= released.to)
    return {
      kind: "void",
      reason: `The SEC accepted the company's release at ${released.to.toISOString()}, before the prediction.`,
    };
  if (released && lock.lockedAt >= released.from)
    return {
      kind: "review",
      reason: "The SEC's list of filings leaves open whether the release was out before the prediction.",
      lookAgainAt,
    };
  if (!contradiction) return null;
  const isTurned =
    outcomeOf(contradiction.eps, lock.consensusEps) !== outcomeOf(figure.eps, lock.consensusEps);
  const endsMs = contradiction.since.getTime() + settlementDays.witnessReview * DAY_MS;
  if (!isTurned || now.getTime() > endsMs) return null;
  const reason = `${figure.source} reports ${figure.eps}, the company's release ${contradiction.eps} (${contradiction.basis}).`;
  return { kind: "review", reason, lookAgainAt };
}

export function outcomeOf(actual: number, consensusEps: number): "beat" | "miss" {
  return isBeat(actual, consensusEps) ? "beat" : "miss";
}

function deadlineOf({ reportsAt }: Lock, expectedAt: Date | null): Date {
  const furthest = reportsAt.getTime() + settlementDays.maxMove * DAY_MS;
  const due = Math.min(furthest, Math.max(reportsAt.getTime(), expectedAt?.getTime() ?? 0));
  return new Date(due + settlementDays.deadline * DAY_MS);
}

/** Released before the lock's day, or on it though expected later. */
function wasOut({ lockedAt, reportsAt }: Lock, { reportDate }: ReportedFigure): boolean {
  if (reportDate === null) return false;
  const [lockDay, dueDay] = [isoDay(lockedAt), isoDay(reportsAt)];
  return reportDate < lockDay || (reportDate === lockDay && dueDay > lockDay);
}

function isOtherBasis(consensusEps: number, estimate: number | null): boolean {
  if (estimate === null) return false;
  return Math.abs(estimate - consensusEps) > Math.max(BASIS_DOLLARS, BASIS_SHARE * Math.abs(consensusEps));
}
