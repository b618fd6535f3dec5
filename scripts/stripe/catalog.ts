import type Stripe from "stripe";
import { type PlanId, type PlanTerms, planTerms } from "#contract/plans.ts";
import { planIdSchema } from "#contract/subscription.ts";

/** The code for software as a service for personal use. Without a code, there is no tax. */
const TAX_CODE = "txcd_10103000";

type CatalogPrice = { planId: PlanId; priceId: string; isNew: boolean };

/** Repeatable, because ids and lookup keys are fixed. A price with another amount or without tax is replaced. */
export async function ensureStripePrices(stripe: Stripe): Promise<CatalogPrice[]> {
  const prices: CatalogPrice[] = [];
  for (const planId of planIdSchema.options) prices.push(await ensurePlan(stripe, planId, planTerms[planId]));
  return prices;
}

async function ensurePlan(stripe: Stripe, planId: PlanId, terms: PlanTerms): Promise<CatalogPrice> {
  const product = `beatcast_${planId}`;
  const lookupKey = `${product}_month`;
  await ensureProduct(stripe, product, `Beatcast ${terms.name}`);
  const known = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [price] = known.data;
  const isRight = price?.unit_amount === terms.priceCents && price.currency === "usd";
  if (price && isRight && price.tax_behavior === "inclusive")
    return { planId, priceId: price.id, isNew: false };
  const made = await stripe.prices.create(
    {
      product,
      currency: "usd",
      unit_amount: terms.priceCents,
      recurring: { interval: "month" },
      // The price that we state is what a person pays.
      tax_behavior: "inclusive",
      lookup_key: lookupKey,
      transfer_lookup_key: true,
    },
    { idempotencyKey: `${lookupKey}:${terms.priceCents}:${price?.id ?? "first"}` },
  );
  return { planId, priceId: made.id, isNew: true };
}

async function ensureProduct(stripe: Stripe, id: string, name: string): Promise<void> {
  const known = await stripe.products.list({ ids: [id], limit: 1 });
  const [product] = known.data.filter((one) => one.id === id);
  if (!product)
    await stripe.products.create({ id, name, tax_code: TAX_CODE }, { idempotencyKey: `product:${id}` });
  else if (product.tax_code !== TAX_CODE)
    await stripe.products.update(id, { tax_code: TAX_CODE }, { idempotencyKey: `product:${id}:${TAX_CODE}` });
}
