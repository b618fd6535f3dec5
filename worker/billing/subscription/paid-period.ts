import { type PlanId, planTerms } from "#contract/plans.ts";
import { proratedCalls, shareLeft } from "#contract/subscription.ts";
import type { RemoteSubscription } from "../gateway.ts";
import { priceOf, type SubscriptionState } from "./access.ts";

export type PaidPeriod = {
  /** Identifies the quota count. It stays the same when the provider moves the period's dates. */
  countedFrom: Date;
  from: Date;
  until: Date;
  /** Null when the provider names no invoice. */
  invoiceId: string | null;
  /** Null for a price that is none of our plans. */
  planId: PlanId | null;
  /** Null means unlimited. */
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
 * A new period begins only with a paid invoice: a failed or pending renewal, moved dates or another plan leave the
 * count as it is. An upgrade adds calls in proportion to the price.
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

/** After a downgrade within the period, the more expensive plan counts until the period ends. */
function planOfPeriod({ planId, retained, periodStart }: Period): PlanId | null {
  return retained && retained.until > periodStart && planId !== null ? retained.planId : planId;
}

/** Adds calls in proportion to the price difference and the share of the period that is left. */
function raisedCalls({ planId, calls, from, until }: PaidPeriod, wanted: PlanId | null, now: Date) {
  const raised = wanted && planTerms[wanted].callLimit;
  if (raised === null || calls === null || planId === null) return raised;
  const further = proratedCalls(planTerms[planId].callLimit ?? raised, raised, shareLeft(from, until, now));
  return calls + Math.max(0, further ?? 0);
}

const isActive = ({ status }: RemoteSubscription) => status === "active" || status === "trialing";
