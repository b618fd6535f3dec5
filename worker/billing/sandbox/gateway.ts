import { planTerms } from "#contract/plans.ts";
import type { PaymentGateway, RemoteSubscription } from "../gateway.ts";
import { readSignedEvent } from "../stripe/webhook.ts";
import { ended, upgraded } from "./lifecycle.ts";
import {
  applyStep,
  customerOf,
  renewedSubscriptions,
  type Sandbox,
  sandboxSubscriptionOf,
} from "./sandbox.ts";
import { type SandboxSubscription, sandboxId } from "./store.ts";

const TEST_CARD = { brand: "visa", last4: "4242", isDeclined: false };

/** Implements the payment gateway without a payment provider. Its checkout and portal pages are under /sandbox. */
export function sandboxGateway(
  sandbox: Sandbox,
  settings: { origin: string; webhookSecret: string },
): PaymentGateway {
  const { store, now } = sandbox;
  /** Runs a change once for each idempotency key, together with its event. */
  const change = async (
    id: string,
    key: string,
    to: (subscription: SandboxSubscription) => SandboxSubscription,
    type?: string,
  ) => {
    await store.once(key, async () => {
      await applyStep(
        sandbox,
        { subscription: to(await sandboxSubscriptionOf(sandbox, id)), invoice: null },
        type,
      );
      return id;
    });
  };

  return {
    createCustomer: ({ email, name }, key) =>
      store.once(key, async () => {
        const id = sandboxId("cus");
        await store.put("customer", { id, email, name, card: TEST_CARD });
        return id;
      }),

    async openCheckout({ planId, customer, successUrl, cancelUrl }, key) {
      const id = await store.once(key, async () => {
        const email = customer ? (await customerOf(sandbox, customer.id)).email : null;
        const checkout = { id: sandboxId("cs"), customerId: customer?.id ?? null, planId, email };
        await store.put("checkout", { ...checkout, state: "open", payerName: null, successUrl, cancelUrl });
        return checkout.id;
      });
      return { id, url: `${settings.origin}/sandbox/checkout/${id}` };
    },

    async expireCheckout(id) {
      const checkout = await store.find("checkout", id);
      if (checkout?.state === "open") await store.put("checkout", { ...checkout, state: "expired" });
    },

    async checkout(id) {
      const checkout = await store.find("checkout", id);
      if (!checkout) return null;
      const { state, customerId, email, payerName } = checkout;
      return { id, state, isPaid: state === "complete", customerId, email, payerName };
    },

    async subscriptionsOf(customerId) {
      const customer = await store.find("customer", customerId);
      if (!customer) return [];
      const { brand, last4 } = customer.card;
      return (await renewedSubscriptions(sandbox, customerId)).map((subscription) =>
        toRemote(subscription, { brand, last4 }),
      );
    },

    async upgrade(id, planId, key) {
      await store.once(key, async () => {
        const subscription = await sandboxSubscriptionOf(sandbox, id);
        const customer = await customerOf(sandbox, subscription.customerId);
        await applyStep(sandbox, upgraded(subscription, customer, planId, now()));
        return id;
      });
    },

    downgrade: (id, planId, retained, key) =>
      change(id, key, (subscription) => ({
        ...subscription,
        planId,
        retained: { planId: retained.planId, until: retained.until.getTime() },
      })),

    undoDowngrade: (id, planId, key) =>
      change(id, key, (subscription) => ({ ...subscription, planId, retained: null })),

    cancelAtPeriodEnd: (id, key) =>
      change(id, key, (subscription) => ({ ...subscription, endsAt: subscription.periodEnd })),

    reactivate: (id, key) => change(id, key, (subscription) => ({ ...subscription, endsAt: null })),

    cancelNow: (id, key) =>
      change(id, key, (subscription) => ended(subscription, now()), "customer.subscription.deleted"),

    async refund(paymentId, key) {
      await store.once(key, async () => {
        await store.claim(`refund:${paymentId}`);
        return paymentId;
      });
    },

    async deleteCustomer(id) {
      for (const checkout of await store.listOf("checkout", id)) await store.remove("checkout", checkout.id);
      await store.remove("customer", id);
    },

    portalUrl: async (customerId, returnUrl) =>
      `${settings.origin}/sandbox/portal/${customerId}?return=${encodeURIComponent(returnUrl)}`,

    async invoicesOf(customerId) {
      const invoices = await store.listOf("invoice", customerId);
      return Promise.all(
        invoices
          .sort((a, b) => b.createdAt - a.createdAt)
          .slice(0, 24)
          .map(async (invoice) => ({
            id: invoice.id,
            description: invoice.description,
            createdAt: new Date(invoice.createdAt),
            amountCents: invoice.amountCents,
            currency: "usd",
            status: (await store.find("outcome", `refund:${invoice.paymentId}`))
              ? "refunded"
              : invoice.status,
            pdfUrl: `${settings.origin}/sandbox/invoices/${invoice.id}`,
          })),
      );
    },

    readEvent: (rawBody, signature) =>
      readSignedEvent(rawBody, signature, [settings.webhookSecret], new Date(now())),
  };
}

function toRemote(
  { planId, retained, lastPayment, ...subscription }: SandboxSubscription,
  card: { brand: string; last4: string },
): RemoteSubscription {
  const moment = (at: number | null) => (at === null ? null : new Date(at));
  return {
    id: subscription.id,
    customerId: subscription.customerId,
    status: subscription.status,
    planId,
    priceId: `price_sandbox_${planId}`,
    amountCents: planTerms[planId].priceCents,
    currency: "usd",
    periodStart: new Date(subscription.periodStart),
    periodEnd: new Date(subscription.periodEnd),
    endsAt: moment(subscription.endsAt),
    endedAt: moment(subscription.endedAt),
    retained: retained && { planId: retained.planId, until: new Date(retained.until) },
    card,
    periodInvoice: subscription.periodInvoice ?? null,
    lastPayment: lastPayment && { ...lastPayment, currency: "usd" },
    createdAt: new Date(subscription.createdAt),
  };
}
