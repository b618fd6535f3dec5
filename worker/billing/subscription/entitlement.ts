import type { Tier } from "#contract/account.ts";
import { planTerms } from "#contract/plans.ts";
import {
  currentAndNextPlanOf,
  givesAccess,
  graceEndsAt,
  hasEnded,
  primarySubscriptionOf,
  type SubscriptionState,
} from "./access.ts";
import { paidPeriodOf } from "./paid-period.ts";

export type Entitlement = {
  tier: Tier;
  /** Stripe's status word, or "active" for the free plan. */
  status: string;
  callLimit: number | null;
  period: { id: string; endsAt: string };
};

/** Returns what the free plan includes. Its quota is counted by calendar month in UTC. */
function freeEntitlement(now: Date, status = "active"): Entitlement {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const id = `${year}-${String(month + 1).padStart(2, "0")}`;
  const endsAt = new Date(Date.UTC(year, month + 1, 1)).toISOString();
  return { tier: "free", status, callLimit: planTerms.free.callLimit, period: { id, endsAt } };
}

/**
 * Returns the plan, quota and quota period that the subscriptions give. The quota of a paid plan is counted by
 * the last paid period, so a successful renewal starts a new count and a failed one does not. While a payment
 * is disputed, only the free plan applies.
 */
export function entitlementFrom(
  states: readonly SubscriptionState[],
  isDisputed: boolean,
  now: Date,
): Entitlement {
  const shown = primarySubscriptionOf(states, now);
  if (!shown) return freeEntitlement(now);
  if (isDisputed) return freeEntitlement(now, "paused");
  const state = subscriptionInForce(states, now);
  const paid = state && paidPeriodOf(state);
  if (!state || !paid?.planId) return freeEntitlement(now, statusOf(shown, now));
  return {
    tier: paid.planId,
    status: statusOf(shown, now),
    callLimit: paid.calls,
    period: { id: quotaCountOf(state, states, now).id, endsAt: countEndsAt(state).toISOString() },
  };
}

/**
 * Returns the subscription whose quota applies, or null when none gives access. Among subscriptions that renew,
 * only the one that `primarySubscriptionOf` returns is considered. Of that one and those scheduled to end, the one with the
 * most calls applies, then the one whose paid period began first.
 */
export function subscriptionInForce<State extends SubscriptionState>(
  states: readonly State[],
  now: Date,
): State | null {
  const usable = states.filter(
    (state) => givesAccess(state, now) && currentAndNextPlanOf(state, now).current !== null,
  );
  const stays = primarySubscriptionOf(
    usable.filter(({ endsAt }) => endsAt === null),
    now,
  );
  const inForce = usable.filter((state) => state.endsAt !== null || state === stays);
  const [first] = inForce.sort((a, b) => callsOf(b) - callsOf(a) || startOf(a) - startOf(b));
  return first ?? null;
}

/**
 * Returns the id of the count of used calls. A subscription that allows more calls continues the count of an
 * earlier one that it overlaps, so the person does not get both quotas. `callsBefore` is the quota of the
 * earlier one.
 */
export function quotaCountOf(
  state: SubscriptionState,
  states: readonly SubscriptionState[],
  now: Date,
): { id: string; callsBefore: number } {
  const carried = states
    .filter(
      (earlier) =>
        startOf(earlier) < startOf(state) &&
        startOf(state) < accessEndOf(earlier, now) &&
        callsOf(earlier) < callsOf(state),
    )
    .sort((a, b) => startOf(a) - startOf(b))[0];
  if (carried) return { id: quotaCountOf(carried, states, now).id, callsBefore: callsOf(carried) };
  return { id: `${state.id}:${paidPeriodOf(state).countedFrom.toISOString()}`, callsBefore: 0 };
}

/** Returns when the count of used calls began. Its id contains that time or, for the free plan, the month. */
export function quotaPeriodStartOf({ id }: { id: string }): Date {
  return new Date(id.includes(":") ? id.slice(id.indexOf(":") + 1) : `${id}-01T00:00:00Z`);
}

const startOf = (state: SubscriptionState) => paidPeriodOf(state).from.getTime();

function callsOf(state: SubscriptionState): number {
  const { planId, calls } = paidPeriodOf(state);
  return planId === null ? 0 : (calls ?? Number.POSITIVE_INFINITY);
}

function accessEndOf(state: SubscriptionState, now: Date): number {
  const { endedAt, endsAt } = state;
  const ends = [endedAt, endsAt].filter((end) => end !== null).map((end) => end.getTime());
  if (ends.length > 0) return Math.min(...ends);
  return givesAccess(state, now) ? Number.POSITIVE_INFINITY : paidPeriodOf(state).until.getTime();
}

function countEndsAt(state: SubscriptionState): Date {
  if (state.endsAt !== null) return state.endsAt;
  return state.status === "past_due" ? graceEndsAt(state) : paidPeriodOf(state).until;
}

/** Returns Stripe's status word, or `canceled` for a subscription that has ended or is scheduled to end. */
export function statusOf(state: SubscriptionState, now: Date): string {
  return state.endsAt !== null || hasEnded(state, now) ? "canceled" : state.status;
}
