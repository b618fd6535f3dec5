import { type PlanId, planTerms } from "#contract/plans.ts";
import { proratedCalls, remainingFraction } from "#contract/subscription.ts";
import type { RemoteSubscription } from "../gateway.ts";
import { priceOf, type SubscriptionState } from "./access.ts";

export type PaidPeriod = {
  /** Identifies the count of used calls. It stays the same when the provider changes the period's dates. */
  countedFrom: Date;
  from: Date;
  until: Date;
  /** The invoice that paid for the period, or null when the provider names none. */
  invoiceId: string | null;
  /** The plan of the period, or null when the price is none of our plans. */
  planId: PlanId | null;
  /** The number of calls that the period includes, or null for unlimited calls. */
  calls: number | null;
};

export function paidPeriodOf(state: SubscriptionState): PaidPeriod {
  const { countedFrom, paidFrom, paidUntil, paidInvoiceId, paidPlanId, paidCalls } = state;
  return {
    countedFrom,
    from: paidFrom,
    until: paidUntil,
    invoiceId: paidInvoiceId,
    planId: paidPlanId,
    calls: paidCalls,
  };
}

/**
 * Returns the paid period after reading the subscription from the provider. A new period begins only with a
 * paid invoice: a failed or pending renewal, changed dates or another plan keep the current count. An upgrade
 * adds calls in proportion to the rest of the period.
 */
export function nextPaidPeriod(stored: PaidPeriod | null, remote: RemoteSubscription, now: Date): PaidPeriod {
  if (!stored || isNewPeriod(stored, remote)) return firstPeriod(remote);
  if (isUnpaidPeriod(stored, remote)) return stored;
  const { periodStart: from, periodEnd: until, periodInvoice } = remote;
  const same = { ...stored, from, until, invoiceId: periodInvoice?.id ?? stored.invoiceId };
  const planId = planOfPeriod(remote);
  return isActive(remote) && priceOf(planId) > priceOf(stored.planId)
    ? { ...same, planId, calls: raisedCalls(same, planId, now) }
    : same;
}

type Period = Pick<RemoteSubscription, "planId" | "periodStart" | "periodEnd" | "retained" | "periodInvoice">;

function firstPeriod(period: Period): PaidPeriod {
  const planId = planOfPeriod(period);
  return {
    countedFrom: period.periodStart,
    from: period.periodStart,
    until: period.periodEnd,
    invoiceId: period.periodInvoice?.id ?? null,
    planId,
    calls: planId && planTerms[planId].callLimit,
  };
}

function isNewPeriod(stored: PaidPeriod, remote: RemoteSubscription): boolean {
  const isLater = remote.periodStart >= stored.until;
  if (!remote.periodInvoice) return isLater && isActive(remote);
  if (!remote.periodInvoice.isPaid) return false;
  return stored.invoiceId === null ? isLater : remote.periodInvoice.id !== stored.invoiceId;
}

function isUnpaidPeriod(stored: PaidPeriod, { periodStart, periodInvoice }: RemoteSubscription): boolean {
  const isAnother =
    periodInvoice !== null && stored.invoiceId !== null && periodInvoice.id !== stored.invoiceId;
  return isAnother || periodStart >= stored.until;
}

/**
 * Returns the plan whose calls the period includes: after a downgrade, the more expensive plan until the period
 * ends.
 */
function planOfPeriod({ planId, retained, periodStart }: Period): PlanId | null {
  return retained && retained.until > periodStart && planId !== null ? retained.planId : planId;
}

/**
 * Returns the calls after an upgrade: those of the period so far, plus the difference between the two plans'
 * quotas in proportion to the share of the period that is left.
 */
function raisedCalls({ planId, calls, from, until }: PaidPeriod, wanted: PlanId | null, now: Date) {
  const raised = wanted && planTerms[wanted].callLimit;
  if (raised === null || calls === null || planId === null) return raised;
  const further = proratedCalls(
    planTerms[planId].callLimit ?? raised,
    raised,
    remainingFraction(from, until, now),
  );
  return calls + Math.max(0, further ?? 0);
}

const isActive = ({ status }: RemoteSubscription) => status === "active" || status === "trialing";
