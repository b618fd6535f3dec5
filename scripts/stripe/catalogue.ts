import type Stripe from "stripe";
import { type PlanId, type PlanTerms, planTerms } from "#contract/plans.ts";
import { planIdSchema } from "#contract/subscription.ts";

type CataloguePrice = { planId: PlanId; priceId: string; isNew: boolean };

/** Repeatable: products have fixed ids, prices lookup keys, and a price of another amount is replaced. */
export async function ensureCatalogue(stripe: Stripe): Promise<CataloguePrice[]> {
  const prices: CataloguePrice[] = [];
  for (const planId of planIdSchema.options) prices.push(await ensurePlan(stripe, planId, planTerms[planId]));
  return prices;
}

async function ensurePlan(stripe: Stripe, planId: PlanId, terms: PlanTerms): Promise<CataloguePrice> {
  const product = `beatcast_${planId}`;
  const lookupKey = `${product}_month`;
  await ensureProduct(stripe, product, `Beatcast ${terms.name}`);
  const known = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [price] = known.data;
  if (price && price.unit_amount === terms.priceCents && price.currency === "usd")
    return { planId, priceId: price.id, isNew: false };
  const made = await stripe.prices.create(
    {
      product,
      currency: "usd",
      unit_amount: terms.priceCents,
      recurring: { interval: "month" },
      lookup_key: lookupKey,
      transfer_lookup_key: true,
    },
    { idempotencyKey: `${lookupKey}:${terms.priceCents}:${price?.id ?? "first"}` },
  );
  return { planId, priceId: made.id, isNew: true };
}

async function ensureProduct(stripe: Stripe, id: string, name: string): Promise<void> {
  const known = await stripe.products.list({ ids: [id], limit: 1 });
  if (known.data.some((product) => product.id === id)) return;
  await stripe.products.create({ id, name }, { idempotencyKey: `product:${id}` });
}
