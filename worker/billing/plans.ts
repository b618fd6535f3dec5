import type { Tier } from "#contract/account.ts";
import type { Plan, PlanId } from "#contract/subscription.ts";

/** What a tier costs and allows. The only place where prices and limits stand (spec section 9). */
export type PlanTerms = {
  name: string;
  priceCents: number;
  /** Calls per period; null means unlimited. */
  callLimit: number | null;
  features: readonly string[];
};

export const freeTerms: PlanTerms = {
  name: "Free",
  priceCents: 0,
  callLimit: 10,
  features: ["basic_predictions"],
};

export const paidTerms: Record<PlanId, PlanTerms> = {
  basic: {
    name: "Basic",
    priceCents: 2900,
    callLimit: 100,
    features: [
      "100 predictions per month",
      "Probability beside its base rate",
      "Evidence for every number",
      "History with CSV download",
    ],
  },
  premium: {
    name: "Premium",
    priceCents: 4900,
    callLimit: 500,
    features: [
      "500 predictions per month",
      "Everything in Basic",
      "Enough for every company of our record, each month",
    ],
  },
  institutional: {
    name: "Institutional",
    priceCents: 19_900,
    callLimit: null,
    features: ["Unlimited predictions", "Everything in Premium"],
  },
};

const RECOMMENDED: PlanId = "premium";

/** Terms of any tier, free included. */
export function termsOf(tier: Tier): PlanTerms {
  return tier === "free" ? freeTerms : paidTerms[tier];
}

/** The plans in the spec's shape, cheapest first, prices in dollars. */
export function listPlans(): Plan[] {
  return (Object.entries(paidTerms) as [PlanId, PlanTerms][]).map(([id, terms]) => ({
    id,
    name: terms.name,
    price: terms.priceCents / 100,
    interval: "month",
    apiCallLimit: terms.callLimit,
    features: [...terms.features],
    recommended: id === RECOMMENDED,
    popular: id === RECOMMENDED,
  }));
}
