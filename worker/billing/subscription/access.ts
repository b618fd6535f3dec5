import { type PlanId, planTerms } from "#contract/plans.ts";
import { GRACE_DAYS } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";

export type SubscriptionState = {
  id: string;
  status: string;
  planId: PlanId | null;
  periodStart: Date;
  periodEnd: Date;
  endsAt: Date | null;
  endedAt: Date | null;
  retainedPlanId: PlanId | null;
  retainedUntil: Date | null;
  countedFrom: Date;
  paidFrom: Date;
  paidUntil: Date;
  paidInvoiceId: string | null;
  paidPlanId: PlanId | null;
  paidCalls: number | null;
  createdAt: Date;
};

/** Returns the plan in force and the plan that begins when the period ends. */
export function currentAndNextPlanOf(
  state: SubscriptionState,
  now: Date,
): { current: PlanId | null; next: PlanId | null } {
  const isRetained =
    state.retainedPlanId !== null && state.retainedUntil !== null && now < state.retainedUntil;
  return isRetained
    ? { current: state.retainedPlanId, next: state.planId }
    : { current: state.planId, next: null };
}

export function graceEndsAt(state: Pick<SubscriptionState, "periodStart">): Date {
  return new Date(state.periodStart.getTime() + GRACE_DAYS * DAY_MS);
}

export function hasEnded(state: SubscriptionState, now: Date): boolean {
  return (
    state.endedAt !== null || state.status === "canceled" || (state.endsAt !== null && state.endsAt <= now)
  );
}

/**
 * Returns whether the subscription gives access: with the status `trialing` or `active` until a scheduled end,
 * and with `past_due` during the grace period. Other statuses (`incomplete`, `unpaid`, `paused`) give none.
 */
export function givesAccess(state: SubscriptionState, now: Date): boolean {
  if (hasEnded(state, now)) return false;
  if (state.status === "active" || state.status === "trialing") return true;
  return state.status === "past_due" && now < graceEndsAt(state);
}

/** Returns whether the subscription is still billed. A second one would bill the person twice. */
export function isLive(state: SubscriptionState, now: Date): boolean {
  return !hasEnded(state, now) && ["active", "trialing", "past_due"].includes(state.status);
}

/**
 * Returns the subscription to show and use, or null without any. It prefers, in this order, one that gives
 * access, is live, is not scheduled to end, is not past due, and is older. Among those scheduled to end, the
 * most expensive plan wins.
 */
export function primarySubscriptionOf<State extends SubscriptionState>(
  states: readonly State[],
  now: Date,
): State | null {
  const rank = (state: State) => [
    givesAccess(state, now) ? 0 : 1,
    isLive(state, now) ? 0 : 1,
    state.endsAt === null ? 0 : 1,
    state.status === "past_due" ? 1 : 0,
    state.endsAt === null ? 0 : -priceOf(currentAndNextPlanOf(state, now).current),
  ];
  const sorted = [...states].sort((a, b) => {
    const [left, right] = [rank(a), rank(b)];
    const difference = left.map((value, i) => value - (right[i] ?? 0)).find((value) => value !== 0);
    if (difference !== undefined) return difference;
    // Among live subscriptions the oldest wins; among ended ones, the newest.
    const age = a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
    return isLive(a, now) ? age : -age;
  });
  return sorted[0] ?? null;
}

/** Returns the plan's price in US cents per month, or 0 for an unknown plan. */
export function priceOf(planId: PlanId | null): number {
  return planId === null ? 0 : planTerms[planId].priceCents;
}
