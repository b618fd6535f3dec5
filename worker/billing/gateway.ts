import type { PlanId } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";

/** Cents of `currency`. */
export type RemoteSubscription = {
  id: string;
  customerId: string;
  /** Stripe's word; unknown ones give no access. */
  status: string;
  /** Null for a price that is none of ours. */
  planId: PlanId | null;
  priceId: string;
  amountCents: number;
  currency: string;
  periodStart: Date;
  periodEnd: Date;
  /** Of a cancelled subscription. */
  endsAt: Date | null;
  endedAt: Date | null;
  retained: { planId: PlanId; until: Date } | null;
  card: Card | null;
  /** Null when the latest invoice is of something else. */
  periodInvoice: { id: string; isPaid: boolean } | null;
  /** Of the latest invoice. */
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
  /** The provider replaces `{CHECKOUT_SESSION_ID}`. */
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

/** Who works out and pays our prices' tax: nobody, Stripe Tax for us, or Stripe as merchant of record. */
export const stripeTaxes = ["none", "automatic", "managed"] as const;
export type StripeTax = (typeof stripeTaxes)[number];

/** The set-up script subscribes to them. */
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

/** Verified. It says what may have changed; the state is fetched. */
export type PaymentEvent = {
  id: string;
  type: string;
  createdAt: Date;
  /** Null for an event about no customer. */
  customerId: string | null;
  checkoutId: string | null;
  dispute: { id: string; paymentId: string; status: string } | null;
};

/**
 * The same idempotency key is the same write. Throws `payment_declined`, or `not_available` when unreachable.
 */
export type PaymentGateway = {
  createCustomer(
    person: { userId: string; email: string; name: string | null },
    key: string,
  ): Promise<string>;
  openCheckout(order: CheckoutOrder, key: string): Promise<{ id: string; url: string }>;
  /** Complete, expired or gone is fine. */
  expireCheckout(id: string, key: string): Promise<void>;
  checkout(id: string): Promise<RemoteCheckout | null>;
  /** Ended ones too; none where it is gone. */
  subscriptionsOf(customerId: string): Promise<RemoteSubscription[]>;
  upgrade(subscriptionId: string, planId: PlanId, key: string): Promise<void>;
  /** From the next invoice; `retained` stays until then. */
  downgrade(
    subscriptionId: string,
    planId: PlanId,
    retained: { planId: PlanId; until: Date },
    key: string,
  ): Promise<void>;
  /** `planId` is the retained plan. */
  undoDowngrade(subscriptionId: string, planId: PlanId, key: string): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<void>;
  /** However it was set. */
  reactivate(subscriptionId: string, key: string): Promise<void>;
  cancelNow(subscriptionId: string, key: string): Promise<void>;
  refund(paymentId: string, key: string): Promise<void>;
  deleteCustomer(customerId: string, key: string): Promise<void>;
  portalUrl(customerId: string, returnUrl: string, key: string): Promise<string>;
  /** Newest first, at most 24. */
  invoicesOf(customerId: string): Promise<RemoteInvoice[]>;
  /** Over the raw body. Throws `invalid_request` for forged, altered or stale. */
  readEvent(rawBody: Uint8Array, signature: string | null): Promise<PaymentEvent>;
};

/** For production without Stripe's settings: all but paying works, and that says why. */
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
