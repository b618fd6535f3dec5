import type { Tier } from "#contract/account.ts";
import { tierTerms } from "#contract/rules.ts";
import type { Plan, PlanId } from "#contract/subscription.ts";

/** What a tier costs and allows, and how it is described. */
export type PlanTerms = {
  name: string;
  priceCents: number;
  /** Calls per period; null means unlimited. */
  callLimit: number | null;
  features: readonly string[];
};

export const freeTerms: PlanTerms = { ...tierTerms.free, features: ["basic_predictions"] };

export const paidTerms: Record<PlanId, PlanTerms> = {
  basic: {
    ...tierTerms.basic,
    features: [
      `${tierTerms.basic.callLimit} predictions per month`,
      "Probability beside its base rate",
      "Evidence for every number",
      "History with CSV download",
    ],
  },
  premium: {
    ...tierTerms.premium,
    features: [
      `${tierTerms.premium.callLimit} predictions per month`,
      "Everything in Basic",
      "One API key to try",
    ],
  },
  institutional: {
    ...tierTerms.institutional,
    features: ["Unlimited predictions", "Everything in Premium", "API access"],
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
