import { type PlanId, planIdSchema } from "#contract/subscription.ts";

/** Stripe's price id of each plan, from the settings. */
export type PriceIds = Readonly<Record<PlanId, string>>;

/** The plan of a price; null for a price that is none of ours, which is reported and never guessed. */
export function planOfPrice(prices: PriceIds, priceId: string): PlanId | null {
  return planIdSchema.options.find((planId) => prices[planId] === priceId) ?? null;
}
