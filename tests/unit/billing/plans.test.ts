import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { freeTerms, listPlans, paidTerms } from "#billing/plans.ts";
import { apiKeyLimits, planIds } from "#contract/rules.ts";
import { ensureCatalogue } from "../../../scripts/stripe/catalogue.ts";
import { termsMarkup } from "../../../src/prerendered.tsx";

describe("the plans", () => {
  it("cost and allow what the terms of service say", () => {
    const rows = [...termsMarkup().matchAll(/<tr>(.*?)<\/tr>/g)]
      .slice(1)
      .map(([, row = ""]) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) => cell));
    expect(rows).toEqual(
      listPlans().map(({ name, price, apiCallLimit }) => [
        name,
        `$${price} per month`,
        apiCallLimit === null ? "Unlimited" : `${apiCallLimit} predictions per month`,
      ]),
    );
    expect(rows).toEqual([
      ["Basic", "$29 per month", "100 predictions per month"],
      ["Premium", "$49 per month", "500 predictions per month"],
      ["Institutional", "$199 per month", "Unlimited"],
    ]);
  });

  it("name their own number of predictions", () => {
    expect(paidTerms.basic.features[0]).toBe(`${paidTerms.basic.callLimit} predictions per month`);
    expect(paidTerms.premium.features[0]).toBe(`${paidTerms.premium.callLimit} predictions per month`);
    expect(paidTerms.institutional).toMatchObject({ callLimit: null });
    expect(freeTerms.callLimit).toBe(10);
  });

  it("allow at least what the cheaper ones do", () => {
    const limits = [freeTerms, ...Object.values(paidTerms)].map(({ callLimit }) => callLimit ?? Infinity);
    expect(limits).toEqual(limits.toSorted((a, b) => a - b));
  });

  it("sell nothing that is not there: API access where there are keys, and no priority support", () => {
    const features = Object.values(paidTerms).flatMap((terms) => terms.features);
    expect(features.filter((feature) => /support|priority/i.test(feature))).toEqual([]);
    const sold = planIds.filter((id) => paidTerms[id].features.some((feature) => /\bAPI\b/.test(feature)));
    expect(sold).toEqual(planIds.filter((id) => apiKeyLimits[id] > 0));
    expect(apiKeyLimits.premium).toBe(1);
  });

  it("are paid by the month, in US dollars", async () => {
    const made: Stripe.PriceCreateParams[] = [];
    const stripe = {
      products: { list: async () => ({ data: [] }), create: async () => ({}) },
      prices: {
        list: async () => ({ data: [] }),
        create: async (params: Stripe.PriceCreateParams) => {
          made.push(params);
          return { id: `price_${made.length}` };
        },
      },
    };
    await ensureCatalogue(stripe as unknown as Stripe);
    expect(made.map(({ unit_amount, currency, recurring }) => [unit_amount, currency, recurring])).toEqual([
      [2900, "usd", { interval: "month" }],
      [4900, "usd", { interval: "month" }],
      [19_900, "usd", { interval: "month" }],
    ]);
  });
});
