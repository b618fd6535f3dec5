import type { Tier } from "#contract/account.ts";
import { bestOf, givesAccess, hasEnded, plansOf, type SubscriptionState } from "./access.ts";
import { termsOf } from "./plans.ts";

/** What a user may use now, and the period it is counted in. */
export type Entitlement = {
  tier: Tier;
  /** Stripe's word for the subscription, or "active" for the free tier. */
  status: string;
  callLimit: number | null;
  period: { id: string; endsAt: string };
};

/** The free tier: ten calls in the calendar month, in UTC. */
export function freeEntitlement(now: Date, status = "active"): Entitlement {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const id = `${year}-${String(month + 1).padStart(2, "0")}`;
  const endsAt = new Date(Date.UTC(year, month + 1, 1)).toISOString();
  return { tier: "free", status, callLimit: termsOf("free").callLimit, period: { id, endsAt } };
}

/**
 * What the user's subscriptions allow now. The period is the subscription's own and named by its start, so that a
 * renewal starts the count anew exactly once, however often or late it is told. A dispute suspends.
 */
export function entitlementFrom(
  states: readonly SubscriptionState[],
  isDisputed: boolean,
  now: Date,
): Entitlement {
  const state = bestOf(states, now);
  if (!state) return freeEntitlement(now);
  if (isDisputed) return freeEntitlement(now, "paused");
  const { current } = plansOf(state, now);
  if (!givesAccess(state, now) || current === null) return freeEntitlement(now, statusOf(state, now));
  return {
    tier: current,
    status: statusOf(state, now),
    callLimit: termsOf(current).callLimit,
    period: {
      id: `${state.id}:${state.periodStart.toISOString()}`,
      endsAt: (state.endsAt ?? state.periodEnd).toISOString(),
    },
  };
}

/** The word that is shown: a subscription that will end or has ended reads `canceled`. */
export function statusOf(state: SubscriptionState, now: Date): string {
  return state.endsAt !== null || hasEnded(state, now) ? "canceled" : state.status;
}
