import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PaymentGateway } from "#billing/gateway.ts";
import { openStripe } from "#billing/stripe/client.ts";
import { stripeGateway } from "#billing/stripe/gateway.ts";
import { planIds } from "#contract/plans.ts";
import { ensureStripePrices } from "../../../scripts/stripe/catalog.ts";
import { prices } from "../../unit/billing/prices.ts";
import { Gate, hasGate } from "./gate.ts";

const order = {
  planId: "premium",
  successUrl: "https://beatcast.example/auth?subscription=success&session_id={CHECKOUT_SESSION_ID}",
  cancelUrl: "https://beatcast.example/#pricing",
} as const;
const kept = { planId: "institutional", until: new Date("2026-12-01T00:00:00Z") } as const;

/** Sends every read and every write of the gateway once. */
const calls: Record<
  Exclude<keyof PaymentGateway, "readEvent">,
  (gateway: PaymentGateway) => Promise<unknown>
> = {
  createCustomer: (gateway) =>
    gateway.createCustomer({ userId: "usr_1", email: "ada@example.com", name: "Ada" }, "key-customer"),
  openCheckout: async (gateway) => {
    await gateway.openCheckout({ ...order, customer: null }, "key-guest");
    await gateway.openCheckout({ ...order, customer: { id: "cus_1", userId: "usr_1" } }, "key-user");
  },
  expireCheckout: (gateway) => gateway.expireCheckout("cs_1", "key-expire"),
  checkout: (gateway) => gateway.checkout("cs_1"),
  subscriptionsOf: (gateway) => gateway.subscriptionsOf("cus_1"),
  upgrade: (gateway) => gateway.upgrade("sub_1", "institutional", "key-upgrade"),
  downgrade: (gateway) => gateway.downgrade("sub_1", "basic", kept, "key-downgrade"),
  undoDowngrade: (gateway) => gateway.undoDowngrade("sub_1", "institutional", "key-undo"),
  cancelAtPeriodEnd: (gateway) => gateway.cancelAtPeriodEnd("sub_1", "key-cancel"),
  reactivate: (gateway) => gateway.reactivate("sub_1", "key-reactivate"),
  cancelNow: (gateway) => gateway.cancelNow("sub_1", "key-now"),
  refund: (gateway) => gateway.refund("pi_1", "key-refund"),
  deleteCustomer: (gateway) => gateway.deleteCustomer("cus_1", "key-delete"),
  portalUrl: (gateway) => gateway.portalUrl("cus_1", "https://beatcast.example/account", "key-portal"),
  invoicesOf: (gateway) => gateway.invoicesOf("cus_1"),
};

describe.skipIf(!hasGate)("what we send to Stripe, against Stripe's own description", () => {
  let gate: Gate;
  let gateway: PaymentGateway;
  beforeAll(async () => {
    gate = await Gate.open();
    const settings = { prices, webhookSecrets: ["whsec_1"], tax: "automatic" as const };
    gateway = stripeGateway(openStripe("sk_test_123", gate.address), settings, () => new Date());
  });
  afterAll(() => gate.close());

  it.each(Object.entries(calls))("%s is allowed", async (_, call) => {
    await expect(call(gateway)).resolves.not.toThrow();
  });

  it("the set-up of products and prices is allowed", async () => {
    const made = await ensureStripePrices(openStripe("sk_test_123", gate.address));
    expect(made.map(({ planId }) => planId)).toEqual(planIds);
  });

  it("every write carries an idempotency key", () => {
    const writes = gate.requests.filter(({ method }) => method !== "GET");
    expect(writes.length).toBeGreaterThan(12);
    expect(writes.filter(({ idempotencyKey }) => !idempotencyKey)).toEqual([]);
  });

  it("rule 27: an upgrade is invoiced at once, and unpaid the old plan stays", () => {
    const [upgrade] = gate.requests.filter(({ idempotencyKey }) => idempotencyKey === "key-upgrade");
    expect(upgrade?.body).toMatchObject({
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
      items: [{ price: "price_i" }],
    });
  });

  it("rule 28: a checkout never asks for a trial", () => {
    const checkouts = gate.requests.filter(({ path }) => path === "/v1/checkout/sessions");
    expect(checkouts).toHaveLength(2);
    expect(JSON.stringify(checkouts)).not.toContain("trial");
  });

  it("the stand-in refuses what Stripe would refuse, so that the passes above mean something", async () => {
    const stripe = openStripe("sk_test_123", gate.address);
    await expect(stripe.subscriptions.update("sub_1", { no_such: 1 } as never)).rejects.toThrow("no_such");
    await expect(stripe.customers.create({ email: ["a"] } as never)).rejects.toThrow();
  });
});
