import { describe, expect, it } from "vitest";
import { planOfPrice, toCheckout, toInvoice, toSubscription } from "#billing/stripe/translate.ts";
import { prices } from "./prices.ts";

const seconds = (iso: string) => Date.parse(iso) / 1000;

const aStripeSubscription = (overrides: Record<string, unknown> = {}) => ({
  id: "sub_1",
  object: "subscription",
  customer: { id: "cus_1", invoice_settings: { default_payment_method: null } },
  status: "active",
  created: seconds("2026-03-01T00:00:00Z"),
  cancel_at: null,
  cancel_at_period_end: false,
  ended_at: null,
  metadata: {},
  currency: "usd",
  // Older versions of Stripe's API had the period here, and we no longer read it.
  current_period_end: seconds("1999-01-01T00:00:00Z"),
  items: {
    data: [
      {
        id: "si_1",
        current_period_start: seconds("2026-03-01T00:00:00Z"),
        current_period_end: seconds("2026-04-01T00:00:00Z"),
        price: { id: "price_p", unit_amount: 4900 },
      },
    ],
  },
  default_payment_method: { id: "pm_1", card: { brand: "visa", last4: "4242" } },
  latest_invoice: {
    id: "in_1",
    status: "paid",
    billing_reason: "subscription_cycle",
    payments: {
      data: [{ status: "paid", amount_paid: 4900, currency: "usd", payment: { payment_intent: "pi_1" } }],
    },
  },
  ...overrides,
});

const subscription = (overrides?: Record<string, unknown>) =>
  toSubscription(aStripeSubscription(overrides), prices);

describe("a subscription of Stripe's", () => {
  it("rule 24: has its period on its item", () => {
    expect(subscription()).toEqual({
      id: "sub_1",
      customerId: "cus_1",
      status: "active",
      planId: "premium",
      priceId: "price_p",
      amountCents: 4900,
      currency: "usd",
      periodStart: new Date("2026-03-01T00:00:00Z"),
      periodEnd: new Date("2026-04-01T00:00:00Z"),
      endsAt: null,
      endedAt: null,
      retained: null,
      card: { brand: "visa", last4: "4242" },
      periodInvoice: { id: "in_1", isPaid: true },
      lastPayment: { id: "pi_1", amountCents: 4900, currency: "usd" },
      createdAt: new Date("2026-03-01T00:00:00Z"),
    });
  });

  it("rule 12: is going to end by either of the two fields", () => {
    expect(subscription({ cancel_at_period_end: true }).endsAt).toEqual(new Date("2026-04-01T00:00:00Z"));
    const at = seconds("2026-03-20T00:00:00Z");
    expect(subscription({ cancel_at: at }).endsAt).toEqual(new Date("2026-03-20T00:00:00Z"));
  });

  it("rule 11: carries the plan that is retained after a downgrade", () => {
    const until = String(seconds("2026-04-01T00:00:00Z"));
    const metadata = { beatcast_kept_plan: "institutional", beatcast_retained_until: until };
    expect(subscription({ metadata }).retained).toEqual({
      planId: "institutional",
      until: new Date("2026-04-01T00:00:00Z"),
    });
    expect(subscription({ metadata: { ...metadata, beatcast_kept_plan: "gold" } }).retained).toBeNull();
  });

  it("rule 21: has no plan when its price is none of ours, whatever it is called", () => {
    const [item] = aStripeSubscription().items.data;
    const price = { id: "price_elsewhere", unit_amount: 4900, nickname: "Premium" };
    const found = subscription({ items: { data: [{ ...item, price }] } });
    expect([found.planId, found.priceId]).toEqual([null, "price_elsewhere"]);
    expect(planOfPrice(prices, "")).toBeNull();
  });

  it("shows the customer's card where it has none of its own", () => {
    const card = { brand: "mastercard", last4: "4444" };
    const customer = { id: "cus_1", invoice_settings: { default_payment_method: { id: "pm_2", card } } };
    expect(subscription({ default_payment_method: null, customer }).card).toEqual(card);
  });

  it("is refused when what it rests on is missing, instead of being taken for a success", () => {
    for (const missing of ["id", "status", "customer", "items"])
      expect(() => subscription({ [missing]: undefined })).toThrow();
    expect(() => subscription({ items: { data: [] } })).toThrow();
    expect(() => toSubscription({}, prices)).toThrow();
  });
});

describe("a checkout of Stripe's", () => {
  const session = {
    id: "cs_1",
    status: "complete",
    payment_status: "paid",
    customer: "cus_1",
    customer_details: { email: " Ada@Example.com ", name: "Ada" },
  };

  it("rule 23: is paid only when Stripe says so", () => {
    const isPaid = (payment_status: string) => toCheckout({ ...session, payment_status }).isPaid;
    expect(["paid", "no_payment_required", "unpaid", "a_word_of_tomorrow"].map(isPaid)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("has the address as accounts have it", () => {
    expect(toCheckout(session)).toMatchObject({ state: "complete", email: "ada@example.com" });
    expect(toCheckout({ ...session, status: "a_word_of_tomorrow" }).state).toBe("open");
  });
});

describe("an invoice of Stripe's", () => {
  it("rule 20: keeps its amount in whole cents, with the currency", () => {
    const invoice = {
      id: "in_1",
      description: null,
      created: seconds("2026-03-01T00:00:00Z"),
      total: 4900,
      currency: "usd",
      status: "paid",
      invoice_pdf: "https://pay.stripe.com/in_1.pdf",
      lines: { data: [{ description: "1 × Beatcast Premium (at $49.00 / month)" }] },
    };
    expect(toInvoice(invoice)).toMatchObject({
      amountCents: 4900,
      currency: "usd",
      description: "1 × Beatcast Premium (at $49.00 / month)",
    });
    expect(() => toInvoice({ ...invoice, total: 49.5 })).toThrow();
  });
});
