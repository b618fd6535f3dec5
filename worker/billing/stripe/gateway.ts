import type Stripe from "stripe";
import type { CheckoutOrder, PaymentGateway, StripeTax } from "../gateway.ts";
import { callStripe, callStripeOrNull, isStripeErrorCode } from "./client.ts";
import {
  changeableSchema,
  type PriceIds,
  RETAINED_PLAN,
  RETAINED_UNTIL,
  toCheckout,
  toInvoice,
  toSubscription,
} from "./translate.ts";
import { readSignedEvent } from "./webhook.ts";

const EXPANDED = [
  "data.default_payment_method",
  "data.customer.invoice_settings.default_payment_method",
  "data.latest_invoice.payments",
];
const MAX_SUBSCRIPTIONS = 100;
const MAX_INVOICES = 24;

export function stripeGateway(
  stripe: Stripe,
  settings: { prices: PriceIds; webhookSecrets: readonly string[]; tax: StripeTax },
  now: () => Date,
): PaymentGateway {
  const { prices } = settings;
  const { subscriptions } = stripe;
  const changeable = async (id: string) =>
    changeableSchema.parse(await callStripe(subscriptions.retrieve(id)));
  const itemOn = async (id: string, price: string) => {
    const [item] = (await changeable(id)).items.data;
    return [{ ...item, price }];
  };

  return {
    async createCustomer({ userId, email, name }, idempotencyKey) {
      const params = { email, metadata: { user_id: userId }, ...(name ? { name } : {}) };
      return (await callStripe(stripe.customers.create(params, { idempotencyKey }))).id;
    },

    async openCheckout(order, idempotencyKey) {
      const session = await callStripe(
        stripe.checkout.sessions.create(checkoutParams(order, settings), { idempotencyKey }),
      );
      if (!session.url) throw new Error("Stripe answered a checkout without an address.");
      return { id: session.id, url: session.url };
    },

    async expireCheckout(id, idempotencyKey) {
      const session = await callStripeOrNull(stripe.checkout.sessions.retrieve(id));
      if (!session || toCheckout(session).state !== "open") return;
      await callStripe(stripe.checkout.sessions.expire(id, {}, { idempotencyKey }));
    },

    async checkout(id) {
      const session = await callStripeOrNull(stripe.checkout.sessions.retrieve(id));
      return session && toCheckout(session);
    },

    async subscriptionsOf(customer) {
      const params = { customer, status: "all" as const, limit: MAX_SUBSCRIPTIONS, expand: EXPANDED };
      const list = await callStripeOrNull(subscriptions.list(params));
      return (list?.data ?? []).map((subscription) => toSubscription(subscription, prices));
    },

    async upgrade(id, planId, idempotencyKey) {
      await callStripe(
        subscriptions.update(
          id,
          {
            items: await itemOn(id, prices[planId]),
            proration_behavior: "always_invoice",
            payment_behavior: "pending_if_incomplete",
          },
          { idempotencyKey },
        ),
      );
    },

    async downgrade(id, planId, retained, idempotencyKey) {
      const metadata = {
        [RETAINED_PLAN]: retained.planId,
        [RETAINED_UNTIL]: String(Math.floor(retained.until.getTime() / 1000)),
      };
      const items = await itemOn(id, prices[planId]);
      await callStripe(
        subscriptions.update(id, { items, metadata, proration_behavior: "none" }, { idempotencyKey }),
      );
    },

    async undoDowngrade(id, planId, idempotencyKey) {
      const items = await itemOn(id, prices[planId]);
      const metadata = { [RETAINED_PLAN]: "", [RETAINED_UNTIL]: "" };
      await callStripe(
        subscriptions.update(id, { items, metadata, proration_behavior: "none" }, { idempotencyKey }),
      );
    },

    async cancelAtPeriodEnd(id, idempotencyKey) {
      await callStripe(subscriptions.update(id, { cancel_at_period_end: true }, { idempotencyKey }));
    },

    async reactivate(id, idempotencyKey) {
      const { cancel_at_period_end } = await changeable(id);
      // With flexible billing, the customer portal sets only `cancel_at`, so the field that is set must be cleared.
      const params = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" as const };
      await callStripe(subscriptions.update(id, params, { idempotencyKey }));
    },

    async cancelNow(id, idempotencyKey) {
      if ((await changeable(id)).status === "canceled") return;
      await callStripeOrNull(subscriptions.cancel(id, {}, { idempotencyKey }));
    },

    async refund(paymentId, idempotencyKey) {
      const params = { payment_intent: paymentId, reason: "duplicate" as const };
      await callStripe(stripe.refunds.create(params, { idempotencyKey })).catch((error: unknown) => {
        if (!isStripeErrorCode(error, "charge_already_refunded")) throw error;
      });
    },

    async deleteCustomer(id, idempotencyKey) {
      await callStripeOrNull(stripe.customers.del(id, {}, { idempotencyKey }));
    },

    async portalUrl(customer, returnUrl, idempotencyKey) {
      const params = {
        customer,
        return_url: returnUrl,
        flow_data: {
          type: "payment_method_update" as const,
          after_completion: { type: "redirect" as const, redirect: { return_url: returnUrl } },
        },
      };
      return (await callStripe(stripe.billingPortal.sessions.create(params, { idempotencyKey }))).url;
    },

    async invoicesOf(customer) {
      const list = await callStripeOrNull(stripe.invoices.list({ customer, limit: MAX_INVOICES }));
      return (list?.data ?? []).map(toInvoice).filter(({ status }) => status !== "draft");
    },

    readEvent: (rawBody, signature) => readSignedEvent(rawBody, signature, settings.webhookSecrets, now()),
  };
}

/**
 * Returns the parameters of a Stripe checkout. There are no trial periods, because the free plan takes their
 * place.
 */
function checkoutParams(
  { planId, customer, successUrl, cancelUrl }: CheckoutOrder,
  { prices, tax }: { prices: PriceIds; tax: StripeTax },
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "subscription",
    line_items: [{ price: prices[planId], quantity: 1 }],
    success_url: successUrl,
    cancel_url: cancelUrl,
    metadata: { plan: planId },
    ...(customer ? { customer: customer.id, client_reference_id: customer.userId } : {}),
    ...taxParams(tax, customer !== null),
  };
}

/**
 * Returns the checkout's tax parameters. For automatic tax, Stripe asks a known customer for the address that
 * the tax depends on, and stores it.
 */
function taxParams(tax: StripeTax, isKnown: boolean): Partial<Stripe.Checkout.SessionCreateParams> {
  if (tax === "managed") return { managed_payments: { enabled: true } };
  if (tax === "none") return {};
  return { automatic_tax: { enabled: true }, ...(isKnown ? { customer_update: { address: "auto" } } : {}) };
}
