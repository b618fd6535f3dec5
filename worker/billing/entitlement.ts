import type { Tier } from "#contract/account.ts";
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
export function freeEntitlement(now: Date): Entitlement {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const id = `${year}-${String(month + 1).padStart(2, "0")}`;
  const endsAt = new Date(Date.UTC(year, month + 1, 1)).toISOString();
  return { tier: "free", status: "active", callLimit: termsOf("free").callLimit, period: { id, endsAt } };
}
