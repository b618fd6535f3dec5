import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import type { Tier } from "#contract/account.ts";
import { isSmallerPlan, planFeaturesOf, planIds, planTerms, priceSettings, tiers } from "#contract/plans.ts";
import { listPlans } from "#contract/subscription.ts";
import { answerTimeOf } from "#contract/support.ts";
import { ensureStripePrices } from "../../../scripts/stripe/catalog.ts";
import { termsMarkup } from "../../../src/prerendered.tsx";

describe("the plans", () => {
  it("are sold at these prices", () => {
    const sold = planIds.map((id) => [planTerms[id].name, planTerms[id].priceCents, planTerms[id].callLimit]);
    expect(sold).toEqual([
      ["Basic", 2900, 100],
      ["Premium", 4900, 500],
      ["Institutional", 19_900, null],
    ]);
    expect(planTerms.free).toMatchObject({ priceCents: 0, callLimit: 10, opens: "largest" });
  });

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
    expect(rows[0]).toEqual(["Basic", "$29 per month", "100 predictions per month"]);
  });

  it("name their own number of predictions, and the plan below", () => {
    expect(planFeaturesOf("basic").slice(0, 2)).toEqual([
      "100 predictions per month",
      "Probability beside its base rate",
    ]);
    expect(planFeaturesOf("premium")).toEqual([
      "500 predictions per month",
      "Everything in Basic",
      "One API key to try",
      "Watchlist of 200 companies",
    ]);
    expect(planFeaturesOf("basic")).toContain("All probabilities of the calendar");
    expect(planFeaturesOf("institutional").slice(0, 2)).toEqual([
      "Unlimited predictions",
      "Everything in Premium",
    ]);
    expect(planFeaturesOf("institutional").slice(-3)).toEqual([
      ...["Watchlist of 500 companies", "10 API keys", "5 webhooks"],
    ]);
  });

  it("allow at least what the cheaper ones do", () => {
    const opened = ["none", "largest", "all"];
    const limits = tiers.map((tier) => {
      const { priceCents, callLimit, opens, apiKeys, watched, webhookEndpoints } = planTerms[tier];
      return [
        priceCents,
        callLimit ?? Infinity,
        opened.indexOf(opens),
        apiKeys,
        watched,
        webhookEndpoints,
      ] as const;
    });
    for (const column of [0, 1, 2, 3, 4, 5] as const) {
      const values = limits.map((row) => row[column]);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
    }
  });

  it("answer support the sooner the larger they are, and sell priority where the inbox has it", () => {
    expect(tiers.map(answerTimeOf)).toEqual([
      "5 working days",
      "3 working days",
      "2 working days",
      "1 working day",
    ]);
    expect(planIds.flatMap((id) => planFeaturesOf(id).filter((feature) => /support/i.test(feature)))).toEqual(
      [`Priority support, answered within ${answerTimeOf("institutional")}`],
    );
  });

  it("sell nothing that is not there: API access where there are keys", () => {
    const sold = planIds.filter((id) => planTerms[id].features.some((feature) => /\bAPI\b/.test(feature)));
    expect(sold).toEqual(planIds.filter((id) => planTerms[id].apiKeys > 0));
    expect(planTerms.premium.apiKeys).toBe(1);
  });

  it("name a setting each", () => {
    expect(priceSettings.slice(0, 2)).toEqual(["STRIPE_PRICE_BASIC", "STRIPE_PRICE_PREMIUM"]);
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
    await ensureStripePrices(stripe as unknown as Stripe);
    expect(
      made.map(({ unit_amount, currency, recurring, tax_behavior }) => [
        unit_amount,
        currency,
        recurring,
        tax_behavior,
      ]),
    ).toEqual(planIds.map((id) => [planTerms[id].priceCents, "usd", { interval: "month" }, "inclusive"]));
  });
});

it("a step to a smaller plan is a downgrade, and the largest plan has no upgrade", () => {
  const smaller = (current: Tier) => tiers.filter((wanted) => isSmallerPlan(wanted, current));
  expect(smaller("free")).toEqual([]);
  expect(smaller("premium")).toEqual(["free", "basic"]);
  expect(smaller("institutional")).toEqual(["free", "basic", "premium"]);
});
