import type { Tier } from "#contract/account.ts";
import { planTerms } from "#contract/plans.ts";
import { bestOf, givesAccess, graceEndsAt, hasEnded, plansOf, type SubscriptionState } from "./access.ts";
import { paidPeriodOf } from "./paid-period.ts";

export type Entitlement = {
  tier: Tier;
  /** Stripe's status word, or "active" for the free plan. */
  status: string;
  callLimit: number | null;
  period: { id: string; endsAt: string };
};

/** The free plan's quota counts by calendar month in UTC. */
function freeEntitlement(now: Date, status = "active"): Entitlement {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const id = `${year}-${String(month + 1).padStart(2, "0")}`;
  const endsAt = new Date(Date.UTC(year, month + 1, 1)).toISOString();
  return { tier: "free", status, callLimit: planTerms.free.callLimit, period: { id, endsAt } };
}

/**
 * Paid quota counts by the last paid period, so a successful renewal starts a new count and a failed one does not.
 * A dispute suspends the subscription.
 */
export function entitlementFrom(
  states: readonly SubscriptionState[],
  isDisputed: boolean,
  now: Date,
): Entitlement {
  const shown = bestOf(states, now);
  if (!shown) return freeEntitlement(now);
  if (isDisputed) return freeEntitlement(now, "paused");
  const state = subscriptionInForce(states, now);
  const paid = state && paidPeriodOf(state);
  if (!state || !paid?.planId) return freeEntitlement(now, statusOf(shown, now));
  return {
    tier: paid.planId,
    status: statusOf(shown, now),
    callLimit: paid.calls,
    period: { id: countOf(state, states, now).id, endsAt: countEndsAt(state).toISOString() },
  };
}

/**
 * A subscription that is scheduled to end is used before one bought beside it, unless the other allows more. Of
 * several that continue, only the retained one counts.
 */
export function subscriptionInForce<State extends SubscriptionState>(
  states: readonly State[],
  now: Date,
): State | null {
  const usable = states.filter((state) => givesAccess(state, now) && plansOf(state, now).current !== null);
  const stays = bestOf(
    usable.filter(({ endsAt }) => endsAt === null),
    now,
  );
  const inForce = usable.filter((state) => state.endsAt !== null || state === stays);
  const [first] = inForce.sort((a, b) => callsOf(b) - callsOf(a) || startOf(a) - startOf(b));
  return first ?? null;
}

/**
 * A subscription that allows more continues the count of one that it overlaps, so no period is granted twice.
 * `callsBefore` were paid for by the earlier subscription.
 */
export function countOf(
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
  if (carried) return { id: countOf(carried, states, now).id, callsBefore: callsOf(carried) };
  return { id: `${state.id}:${paidPeriodOf(state).countedFrom.toISOString()}`, callsBefore: 0 };
}

/** The counter's id contains the start of its period. */
export function countedSince({ id }: { id: string }): Date {
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

/** A subscription that has ended or is scheduled to end reads `canceled`. */
export function statusOf(state: SubscriptionState, now: Date): string {
  return state.endsAt !== null || hasEnded(state, now) ? "canceled" : state.status;
}
