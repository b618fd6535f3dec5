import type { PlanId } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";

/** Amounts are cents of `currency`. */
export type RemoteSubscription = {
  id: string;
  customerId: string;
  /** Stripe's status word. A status that we do not know gives no access. */
  status: string;
  /** Null for a price that is none of our plans. */
  planId: PlanId | null;
  priceId: string;
  amountCents: number;
  currency: string;
  periodStart: Date;
  periodEnd: Date;
  /** When a canceled subscription ends. */
  endsAt: Date | null;
  endedAt: Date | null;
  retained: { planId: PlanId; until: Date } | null;
  card: Card | null;
  /** Null when the latest invoice does not bill this subscription's period. */
  periodInvoice: { id: string; isPaid: boolean } | null;
  /** The payment of the latest invoice. */
  lastPayment: { id: string; amountCents: number; currency: string } | null;
  createdAt: Date;
};

export type Card = { brand: string; last4: string };

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

/** The set-up script subscribes the webhook endpoint to these events. */
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
  /** Null for an event that concerns no customer. */
  customerId: string | null;
  checkoutId: string | null;
  dispute: { id: string; paymentId: string; status: string } | null;
};

/**
 * Every write takes an idempotency key, and repeating a key repeats nothing. Methods throw `payment_declined`, or
 * `not_available` when the provider cannot be reached.
 */
export type PaymentGateway = {
  createCustomer(
    person: { userId: string; email: string; name: string | null },
    key: string,
  ): Promise<string>;
  openCheckout(order: CheckoutOrder, key: string): Promise<{ id: string; url: string }>;
  /** Succeeds for a checkout that is complete, expired or gone. */
  expireCheckout(id: string, key: string): Promise<void>;
  checkout(id: string): Promise<RemoteCheckout | null>;
  /** Includes subscriptions that have ended. Returns an empty list for a customer who is gone. */
  subscriptionsOf(customerId: string): Promise<RemoteSubscription[]>;
  upgrade(subscriptionId: string, planId: PlanId, key: string): Promise<void>;
  /** The cheaper plan is billed from the next invoice; `retained` stays in force until then. */
  downgrade(
    subscriptionId: string,
    planId: PlanId,
    retained: { planId: PlanId; until: Date },
    key: string,
  ): Promise<void>;
  /** `planId` is the plan that stays in force. */
  undoDowngrade(subscriptionId: string, planId: PlanId, key: string): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<void>;
  /** Undoes a cancellation, whichever way it was set. */
  reactivate(subscriptionId: string, key: string): Promise<void>;
  cancelNow(subscriptionId: string, key: string): Promise<void>;
  refund(paymentId: string, key: string): Promise<void>;
  deleteCustomer(customerId: string, key: string): Promise<void>;
  portalUrl(customerId: string, returnUrl: string, key: string): Promise<string>;
  /** Returns at most 24 invoices, newest first. */
  invoicesOf(customerId: string): Promise<RemoteInvoice[]>;
  /**
   * Verifies the signature over the raw body. Throws `invalid_request` for an event that is forged, altered or
   * stale.
   */
  readEvent(rawBody: Uint8Array, signature: string | null): Promise<PaymentEvent>;
};

/**
 * Used in production when Stripe is not configured: everything but paying works, and paying says why it does not.
 */
export const closedGateway: PaymentGateway = {
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
