import { doubtTexts, type FigureDoubt, isResultDoubtful } from "#contract/figure-doubt.ts";
import { settlementDays } from "#contract/rules.ts";
import { DAY_MS, easternDay, HOUR_MS, isoDay } from "#contract/time.ts";
import { isBeat, toCents } from "#model/history.ts";
import { round } from "#model/statistics.ts";

export const SETTLEMENT_CHECK_INTERVAL_MS = 6 * HOUR_MS;
/**
 * If a source's consensus differs from the lock's by more than both this share and BASIS_DOLLARS, its figure
 * is on another basis: after a split, in another currency, or under other accounting rules.
 */
const BASIS_SHARE = 0.4;
const BASIS_DOLLARS = 0.25;
/**
 * If a source's consensus differs from the lock's by no more than this share, both are in the same currency.
 */
const SAME_FIGURE_SHARE = 0.02;

export type LockTerms = { consensusEps: number; lockedAt: Date; reportsAt: Date; currency?: string | null };

export type SourceFigure = {
  source: string;
  eps: number;
  /** ISO day, or null when the source knows only the quarter. */
  reportDate: string | null;
  estimate: number | null;
  /** Why the figure is doubtful; left out when it is not. */
  doubt?: FigureDoubt | null;
};

type Witness = {
  isAwaited: boolean;
  /** The company's release states the source's figure. */
  isConfirmed?: boolean;
  released: { from: Date; to: Date } | null;
  /** `since` is when the contradiction was first seen. */
  contradiction: { eps: number; basis: "adjusted" | "gaap"; since: Date } | null;
};

export type SettlementEvidence = {
  /** The most trusted source comes first. */
  figures: readonly SourceFigure[];
  expectedAt: Date | null;
  answeredAt: Date | null;
  hasUserReports: boolean;
  witness: Witness | null;
  /** The currency in which the company reports now. */
  currency?: string | null;
  /** `factor` is the number of new shares for one old share. */
  splits?: readonly { day: string; factor: number }[];
  /**
   * Length of the reported quarter in days, if a change of the fiscal year made it shorter than a whole
   * quarter.
   */
  shortQuarterDays?: number | null;
  ended?: { on: string; how: "delisted" | "bought"; by: string | null } | null;
};

type DecidedBy = { decidedBy?: "operator" };

export type SettlementDecision =
  | ({
      kind: "settle";
      outcome: "beat" | "miss";
      actualEps: number;
      source: string;
      reason?: string;
    } & DecidedBy)
  | ({ kind: "void"; reason: string } & DecidedBy)
  | { kind: "review"; reason: string; lookAgainAt: Date }
  | { kind: "wait"; lookAgainAt: Date };

/**
 * Decides what becomes of a lock, by the rule in docs/settlement.md. It depends on its arguments only, and
 * reads no clock, database or source.
 */
export function decideSettlement(
  lock: LockTerms,
  findings: SettlementEvidence,
  now: Date,
): SettlementDecision {
  const deadline = deadlineOf(lock, findings.expectedAt);
  const isReviewOver = now.getTime() > deadline.getTime() + settlementDays.review * DAY_MS;
  const lookAgainAt = new Date(now.getTime() + SETTLEMENT_CHECK_INTERVAL_MS);
  const review = (reason: string): SettlementDecision =>
    isReviewOver ? { kind: "void", reason } : { kind: "review", reason, lookAgainAt };
  const [reported, ...alsoReported] = findings.figures;
  if (!reported) {
    if (findings.ended && findings.ended.on < easternDay(findings.expectedAt ?? lock.reportsAt))
      // Even after the company has left its exchange, the lock is not voided before its report was due, so
      // that nobody can void a prediction whose result they fear.
      return now < lock.reportsAt
        ? { kind: "wait", lookAgainAt: lock.reportsAt }
        : { kind: "void", reason: endedReason(findings.ended) };
    // A source may still have the figure until it has answered after the deadline. Sources are not queried
    // about a delisted company, so there is no answer to wait for.
    const knownUntil = findings.ended ? now : findings.answeredAt;
    if (knownUntil === null || knownUntil <= deadline) return { kind: "wait", lookAgainAt };
    const reason = `No source gave a reported figure within ${settlementDays.deadline} days.`;
    return findings.hasUserReports ? review(`${reason} Users sent one in.`) : { kind: "void", reason };
  }
  if (wasReportedBeforeLock(lock, reported))
    return { kind: "void", reason: "The report was out before the prediction." };
  if (findings.shortQuarterDays)
    return {
      kind: "void",
      reason: `The company moved its fiscal year: this quarter has ${findings.shortQuarterDays} days and is not compared.`,
    };
  if (isOtherCurrency(lock, findings.currency ?? null, reported.estimate))
    return review(
      `The company now reports in ${findings.currency}, and the lock's consensus is in ${lock.currency}.`,
    );
  const split = splitSince(lock, findings.splits ?? []);
  const first = onBasisOfLock(lock, reported, split);
  if (!first)
    return review(
      `The consensus is now ${reported.estimate ?? "unknown"}, against ${lock.consensusEps} at the lock: not the same basis.`,
    );
  const otherFigures =
    split === 1 ? alsoReported : alsoReported.flatMap((figure) => onBasisOfLock(lock, figure, split) ?? []);
  const testimony = judgmentFromFiling(lock, first, findings.witness, now);
  if (testimony?.kind === "review") return review(testimony.reason);
  if (testimony) return testimony;
  const isConfirmed =
    findings.witness?.isConfirmed ||
    otherFigures.some(({ eps, doubt }) => !isResultDoubtful(doubt) && toCents(eps) === toCents(first.eps));
  if (isResultDoubtful(first.doubt) && !isConfirmed)
    return review(
      `${first.source} reports ${reported.eps}, which is doubtful: ${first.doubt && doubtTexts[first.doubt]}.`,
    );
  const outcome = epsOutcomeOf(first.eps, lock.consensusEps);
  const dissent = otherFigures
    .filter(({ doubt }) => !isResultDoubtful(doubt))
    .find((figure) => epsOutcomeOf(figure.eps, lock.consensusEps) !== outcome);
  if (dissent)
    return review(`${first.source} reports ${first.eps}, ${dissent.source} ${dissent.eps}: they disagree.`);
  const reason = first.factor === 1 ? {} : { reason: splitReason(split, reported.eps, first.eps) };
  return { kind: "settle", outcome, actualEps: first.eps, source: first.source, ...reason };
}

function endedReason({ on, how, by }: NonNullable<SettlementEvidence["ended"]>): string {
  const buyer = how === "bought" ? ` A filing names ${by ?? "a buyer"}${by ? " as its buyer" : ""}.` : "";
  return `The company left its exchange on ${on}, before its report.${buyer}`;
}

/** The time between two checks of a lock while the company's filing is awaited or contradicts the source. */
const WITNESS_LOOK_MS = 15 * 60_000;

/**
 * Returns the judgment that the company's filing calls for, or null when the source's figure decides. A
 * contradiction that would change the outcome goes to an operator for review, for a limited number of days.
 */
function judgmentFromFiling(
  lock: LockTerms,
  figure: OfLock,
  witness: Witness | null,
  now: Date,
): SettlementDecision | null {
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
    epsOutcomeOf(contradiction.eps * figure.factor, lock.consensusEps) !==
    epsOutcomeOf(figure.eps, lock.consensusEps);
  const endsMs = contradiction.since.getTime() + settlementDays.witnessReview * DAY_MS;
  if (!isTurned || now.getTime() > endsMs) return null;
  const reason = `${figure.source} reports ${figure.eps}, the company's release ${contradiction.eps} (${contradiction.basis}).`;
  return { kind: "review", reason, lookAgainAt };
}

export function epsOutcomeOf(actual: number, consensusEps: number): "beat" | "miss" {
  return isBeat(actual, consensusEps) ? "beat" : "miss";
}

function deadlineOf({ reportsAt }: LockTerms, expectedAt: Date | null): Date {
  const furthest = reportsAt.getTime() + settlementDays.maxMove * DAY_MS;
  const due = Math.min(furthest, Math.max(reportsAt.getTime(), expectedAt?.getTime() ?? 0));
  return new Date(due + settlementDays.deadline * DAY_MS);
}

/**
 * Returns true when the report came out before the day of the lock, or on that day although it was expected later.
 */
function wasReportedBeforeLock({ lockedAt, reportsAt }: LockTerms, { reportDate }: SourceFigure): boolean {
  if (reportDate === null) return false;
  const [lockDay, dueDay] = [isoDay(lockedAt), isoDay(reportsAt)];
  return reportDate < lockDay || (reportDate === lockDay && dueDay > lockDay);
}

/** Returns the product of the factors of all splits on or after the day of the lock. */
function splitSince({ lockedAt }: LockTerms, splits: NonNullable<SettlementEvidence["splits"]>): number {
  const lockDay = easternDay(lockedAt);
  return splits.filter(({ day }) => day >= lockDay).reduce((product, { factor }) => product * factor, 1);
}

/** A figure restated in the shares of the lock. `factor` is what its EPS and consensus were multiplied by. */
type OfLock = SourceFigure & { factor: number };

/**
 * Restates a figure in the shares of the lock. Around a split, some sources restate their figures days later
 * than others, so a source's consensus shows which shares its figure is in. Returns null when the figure fits
 * neither basis, or fits both about equally well with different outcomes.
 */
function onBasisOfLock({ consensusEps }: LockTerms, figure: SourceFigure, split: number): OfLock | null {
  const { eps, estimate } = figure;
  if (split === 1) return isOtherBasis(consensusEps, estimate) ? null : { ...figure, factor: 1 };
  if (estimate === null) return null;
  const [best, secondBest] = [1, split]
    .map((factor) => ({ ...figure, factor, eps: round(eps * factor, 4), estimate: estimate * factor }))
    .filter((figureOnBasis) => !isOtherBasis(consensusEps, figureOnBasis.estimate))
    .toSorted((a, b) => Math.abs(a.estimate - consensusEps) - Math.abs(b.estimate - consensusEps));
  if (
    !best ||
    !secondBest ||
    epsOutcomeOf(best.eps, consensusEps) === epsOutcomeOf(secondBest.eps, consensusEps)
  )
    return best ?? null;
  const isClear = 2 * Math.abs(best.estimate - consensusEps) <= Math.abs(secondBest.estimate - consensusEps);
  return isClear ? best : null;
}

function splitReason(split: number, eps: number, ofLock: number): string {
  const ratio = split >= 1 ? `${round(split, 4)}-for-1` : `1-for-${round(1 / split, 4)}`;
  return `After the ${ratio} split ${eps} a share is ${ofLock} in shares of the lock.`;
}

/**
 * Returns true when the company now reports in another currency than the lock's. Two sources may name the
 * same currency differently, so a consensus that is close to the lock's proves the same currency.
 */
function isOtherCurrency(
  { currency, consensusEps }: LockTerms,
  now: string | null,
  estimate: number | null,
): boolean {
  if (!currency || now === null || currency === now) return false;
  return (
    estimate === null ||
    Math.abs(estimate - consensusEps) > Math.max(0.01, SAME_FIGURE_SHARE * Math.abs(consensusEps))
  );
}

function isOtherBasis(consensusEps: number, estimate: number | null): boolean {
  if (estimate === null) return false;
  return Math.abs(estimate - consensusEps) > Math.max(BASIS_DOLLARS, BASIS_SHARE * Math.abs(consensusEps));
}
