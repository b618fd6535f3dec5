import type { PriceIds } from "#billing/stripe/translate.ts";
import { planIds } from "#contract/plans.ts";

/** The price ids of all plans at Stripe. */
export const prices: PriceIds = {
  ...(Object.fromEntries(planIds.map((id) => [id, `price_${id}`])) as PriceIds),
  basic: "price_b",
  premium: "price_p",
  institutional: "price_i",
};
