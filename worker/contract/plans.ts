/** The terms of a plan. A new plan needs an entry in `entries` and a price at Stripe. */
export type PlanTerms = {
  name: string;
  /** The price per month. */
  priceCents: number;
  /** The number of analyses per month. `callLimit` is null when there is no limit. */
  callLimit: number | null;
  /** Which upcoming probabilities the calendar shows. Past ones are shown to everyone. */
  opens: "none" | "largest" | "all";
  apiKeys: number;
  /** The watchlist's maximum length. After a downgrade, a longer list stays but nothing can be added to it. */
  watched: number;
  webhookEndpoints: number;
  /**
   * Support requests are answered within this many working days. Those with the shortest time are answered
   * first.
   */
  supportDays: number;
  features: readonly string[];
};

/**
 * The terms of each plan, from the cheapest to the most expensive. Each plan allows at least what the previous
 * one does.
 */
const entries = {
  free: {
    name: "Free",
    priceCents: 0,
    callLimit: 10,
    opens: "largest",
    apiKeys: 0,
    watched: 10,
    webhookEndpoints: 0,
    supportDays: 5,
    features: ["basic_predictions"],
  },
  basic: {
    name: "Basic",
    priceCents: 2900,
    callLimit: 100,
    opens: "all",
    apiKeys: 0,
    watched: 50,
    webhookEndpoints: 0,
    supportDays: 3,
    features: ["Probability beside its base rate", "Evidence for every number", "History with CSV download"],
  },
  premium: {
    name: "Premium",
    priceCents: 4900,
    callLimit: 500,
    opens: "all",
    apiKeys: 1,
    watched: 200,
    webhookEndpoints: 0,
    supportDays: 2,
    features: ["One API key to try"],
  },
  institutional: {
    name: "Institutional",
    priceCents: 19_900,
    callLimit: null,
    opens: "all",
    apiKeys: 10,
    watched: 500,
    webhookEndpoints: 5,
    supportDays: 1,
    features: ["API access", "Priority support, answered within 1 working day"],
  },
} satisfies Record<string, PlanTerms>;

type Tier = keyof typeof entries;
export type PlanId = Exclude<Tier, "free">;

export const planTerms: Readonly<Record<Tier, PlanTerms>> = entries;

export const tiers = Object.keys(planTerms) as [Tier, ...Tier[]];
export const planIds = tiers.filter((tier) => tier !== "free") as [PlanId, ...PlanId[]];
export const isSmallerPlan = (wanted: Tier, current: Tier): boolean =>
  tiers.indexOf(wanted) < tiers.indexOf(current);
export const RECOMMENDED_PLAN: PlanId = "premium";

export type PriceSetting = `STRIPE_PRICE_${Uppercase<PlanId>}`;
export const priceSettingOf = (planId: PlanId) => `STRIPE_PRICE_${planId.toUpperCase()}` as PriceSetting;
export const priceSettings = planIds.map(priceSettingOf);

export const largestPlanLimit = (limit: "apiKeys" | "watched" | "webhookEndpoints"): number =>
  Math.max(...tiers.map((tier) => planTerms[tier][limit]));
export const MAX_WATCHED = largestPlanLimit("watched");

/** `tier` is null for a visitor without an account. */
export const probabilityAccessFor = (tier: Tier | null): PlanTerms["opens"] =>
  tier === null ? "none" : planTerms[tier].opens;

export const monthlyPredictionsText = (planId: PlanId): string => {
  const { callLimit } = planTerms[planId];
  return callLimit === null ? "Unlimited" : `${callLimit} predictions per month`;
};

export function planFeaturesOf(tier: Tier): string[] {
  const own = [...planTerms[tier].features];
  if (tier === "free") return own;
  const calls = planTerms[tier].callLimit === null ? "Unlimited predictions" : monthlyPredictionsText(tier);
  const below = planIds[planIds.indexOf(tier) - 1];
  return [calls, ...(below ? [`Everything in ${planTerms[below].name}`] : []), ...own, ...openedBy(tier)];
}

/**
 * Lists the features that follow from the plan's limits. Access to all probabilities is listed only when the
 * next cheaper plan lacks it.
 */
function openedBy(tier: PlanId): string[] {
  const { opens, watched, apiKeys, webhookEndpoints } = planTerms[tier];
  const below = planIds[planIds.indexOf(tier) - 1];
  return [
    ...(opens === "all" && (!below || planTerms[below].opens !== "all")
      ? ["All probabilities of the calendar"]
      : []),
    `Watchlist of ${watched} companies`,
    ...(apiKeys > 1 ? [`${apiKeys} API keys`] : []),
    ...(webhookEndpoints > 0 ? [`${webhookEndpoints} webhooks`] : []),
  ];
}

function plansWith(satisfies: (terms: PlanTerms) => boolean): string {
  const names = planIds.filter((id) => satisfies(planTerms[id])).map((id) => planTerms[id].name);
  return `the ${names.join(" and ")} plan${names.length === 1 ? "" : "s"}`;
}

export const plansWithKeys = plansWith(({ apiKeys }) => apiKeys > 1);
export const plansWithOneKey = plansWith(({ apiKeys }) => apiKeys === 1);
export const plansWithWebhooks = plansWith(({ webhookEndpoints }) => webhookEndpoints > 0);
