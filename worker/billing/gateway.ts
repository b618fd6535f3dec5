import type { PlanId } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";

/** A subscription as the payment provider reports it. Amounts are in cents of `currency`. */
export type RemoteSubscription = {
  id: string;
  customerId: string;
  /** Stripe's status word. A status that we do not know gives no access. */
  status: string;
  /** The plan that the price belongs to, or null when it is none of our plans. */
  planId: PlanId | null;
  priceId: string;
  amountCents: number;
  currency: string;
  periodStart: Date;
  periodEnd: Date;
  /** When the subscription is scheduled to end, or null when it renews. */
  endsAt: Date | null;
  endedAt: Date | null;
  retained: { planId: PlanId; until: Date } | null;
  card: PaymentCard | null;
  /**
   * The invoice that bills the current period, or null when the latest invoice bills something else, such as an
   * upgrade.
   */
  periodInvoice: { id: string; isPaid: boolean } | null;
  /** The payment of the latest invoice, or null when that has not been paid. */
  lastPayment: { id: string; amountCents: number; currency: string } | null;
  createdAt: Date;
};

export type PaymentCard = { brand: string; last4: string };

export type RemoteCheckout = {
  id: string;
  state: "open" | "complete" | "expired";
  isPaid: boolean;
  customerId: string | null;
  email: string | null;
  payerName: string | null;
};

export type CheckoutOrder = {
  planId: PlanId;
  customer: { id: string; userId: string } | null;
  /** The provider replaces `{CHECKOUT_SESSION_ID}` in this address. */
  successUrl: string;
  cancelUrl: string;
};

export type RemoteInvoice = {
  id: string;
  description: string | null;
  createdAt: Date;
  amountCents: number;
  currency: string;
  status: string;
  pdfUrl: string | null;
};

/**
 * Says who works out and pays tax on our prices: nobody, Stripe Tax on our behalf, or Stripe as the merchant of
 * record.
 */
export const stripeTaxes = ["none", "automatic", "managed"] as const;
export type StripeTax = (typeof stripeTaxes)[number];

/** The event types that change what we store. The set-up script subscribes the webhook endpoint to them. */
export const HANDLED_EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "customer.deleted",
  "customer.updated",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.pending_update_applied",
  "customer.subscription.pending_update_expired",
  "invoice.paid",
  "invoice.payment_failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
] as const;

/**
 * An event whose signature has been verified. It says only what may have changed; the state itself is fetched from
 * the provider.
 */
export type PaymentEvent = {
  id: string;
  type: string;
  createdAt: Date;
  /** The customer whose data may have changed, or null when the event concerns none. */
  customerId: string | null;
  checkoutId: string | null;
  dispute: { id: string; paymentId: string; status: string } | null;
};

/**
 * Our interface to the payment provider. Every write takes an idempotency key: a call with a key that was used
 * before has no further effect. Methods throw `payment_declined`, or `not_available` when the provider cannot
 * be reached.
 */
export type PaymentGateway = {
  createCustomer(
    person: { userId: string; email: string; name: string | null },
    key: string,
  ): Promise<string>;
  openCheckout(order: CheckoutOrder, key: string): Promise<{ id: string; url: string }>;
  /** Makes an open checkout unpayable. Does nothing if it is complete, expired or unknown to the provider. */
  expireCheckout(id: string, key: string): Promise<void>;
  checkout(id: string): Promise<RemoteCheckout | null>;
  /**
   * Returns all of the customer's subscriptions, including ended ones, or an empty list for a deleted customer.
   */
  subscriptionsOf(customerId: string): Promise<RemoteSubscription[]>;
  upgrade(subscriptionId: string, planId: PlanId, key: string): Promise<void>;
  /** The cheaper plan is billed from the next invoice; `retained` stays in force until then. */
  downgrade(
    subscriptionId: string,
    planId: PlanId,
    retained: { planId: PlanId; until: Date },
    key: string,
  ): Promise<void>;
  /** Cancels a scheduled downgrade, so the subscription stays on `planId`. */
  undoDowngrade(subscriptionId: string, planId: PlanId, key: string): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<void>;
  /** Undoes a scheduled cancellation, whether it was scheduled here or in the provider's customer portal. */
  reactivate(subscriptionId: string, key: string): Promise<void>;
  cancelNow(subscriptionId: string, key: string): Promise<void>;
  refund(paymentId: string, key: string): Promise<void>;
  deleteCustomer(customerId: string, key: string): Promise<void>;
  portalUrl(customerId: string, returnUrl: string, key: string): Promise<string>;
  /** Returns at most 24 invoices, newest first. */
  invoicesOf(customerId: string): Promise<RemoteInvoice[]>;
  /**
   * Verifies the signature over the raw body and returns the event. Throws `invalid_request` for an event that
   * is forged, altered or stale.
   */
  readEvent(rawBody: Uint8Array, signature: string | null): Promise<PaymentEvent>;
};

/**
 * The gateway of production when Stripe is not configured. The rest of the site works, and every payment call
 * throws `not_available` with a message that says why.
 */
export const unavailablePaymentGateway: PaymentGateway = {
  createCustomer: refuse,
  openCheckout: refuse,
  expireCheckout: refuse,
  checkout: refuse,
  subscriptionsOf: refuse,
  upgrade: refuse,
  downgrade: refuse,
  undoDowngrade: refuse,
  cancelAtPeriodEnd: refuse,
  reactivate: refuse,
  cancelNow: refuse,
  refund: refuse,
  deleteCustomer: refuse,
  portalUrl: refuse,
  invoicesOf: refuse,
  readEvent: refuse,
};

async function refuse(): Promise<never> {
  throw new AppError("not_available", "Payments are not set up on this site yet.");
}
