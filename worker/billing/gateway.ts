import type { PlanId } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";

/** A subscription as the payment provider holds it now, in our words. Money in cents of `currency`. */
export type RemoteSubscription = {
  id: string;
  customerId: string;
  /** Stripe's word; one we do not know gives no access. */
  status: string;
  /** Null when the price is none of ours. */
  planId: PlanId | null;
  priceId: string;
  amountCents: number;
  currency: string;
  periodStart: Date;
  periodEnd: Date;
  /** When it is going to end, once cancelled. */
  endsAt: Date | null;
  endedAt: Date | null;
  /** After a downgrade: the higher plan that stays, and until when. */
  retained: { planId: PlanId; until: Date } | null;
  card: Card | null;
  /** The invoice that began this period; null when the latest one is about something else (a dearer plan). */
  periodInvoice: { id: string; isPaid: boolean } | null;
  /** The payment of the latest invoice, once made. */
  lastPayment: { id: string; amountCents: number; currency: string } | null;
  createdAt: Date;
};

export type Card = { brand: string; last4: string };

export type RemoteCheckout = {
  id: string;
  state: "open" | "complete" | "expired";
  /** False while the money is still on its way. */
  isPaid: boolean;
  customerId: string | null;
  email: string | null;
  payerName: string | null;
};

export type CheckoutOrder = {
  planId: PlanId;
  /** Null for a visitor: the provider asks for the e-mail and makes the customer. */
  customer: { id: string; userId: string } | null;
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the checkout's id. */
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

/** An event with a verified signature. It says what may have changed; the state itself is fetched again. */
export type PaymentEvent = {
  id: string;
  type: string;
  createdAt: Date;
  /** Whose state may have changed; null when the event is about no customer. */
  customerId: string | null;
  checkoutId: string | null;
  dispute: { id: string; paymentId: string; status: string } | null;
};

/**
 * What we ask of a payment provider. Every write takes an idempotency key: the same key is the same write, however often
 * it is sent. Throws `payment_declined` when a card is refused and `not_available` when the provider cannot be reached.
 */
export type PaymentGateway = {
  createCustomer(
    person: { userId: string; email: string; name: string | null },
    key: string,
  ): Promise<string>;
  openCheckout(order: CheckoutOrder, key: string): Promise<{ id: string; url: string }>;
  /** Closes an open checkout, so that nobody pays it any more. One that is complete, expired or gone is fine. */
  expireCheckout(id: string, key: string): Promise<void>;
  /** Null when there is no such checkout. */
  checkout(id: string): Promise<RemoteCheckout | null>;
  /** All subscriptions of a customer, ended ones too; none for a customer that is gone. */
  subscriptionsOf(customerId: string): Promise<RemoteSubscription[]>;
  /** To a higher plan, at once, the difference for the running period paid at once; unpaid, the old plan stays. */
  upgrade(subscriptionId: string, planId: PlanId, key: string): Promise<void>;
  /** The next invoice is for `planId`; what `retained` names stays until then. */
  downgrade(
    subscriptionId: string,
    planId: PlanId,
    retained: { planId: PlanId; until: Date },
    key: string,
  ): Promise<void>;
  /** Takes a waiting downgrade back: `planId` is the retained plan. */
  undoDowngrade(subscriptionId: string, planId: PlanId, key: string): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<void>;
  /** Clears a pending end, however it was set. */
  reactivate(subscriptionId: string, key: string): Promise<void>;
  cancelNow(subscriptionId: string, key: string): Promise<void>;
  refund(paymentId: string, key: string): Promise<void>;
  /** Removes the customer with all that the provider need not keep. One that is gone is fine. */
  deleteCustomer(customerId: string, key: string): Promise<void>;
  /** The page where the payment method is changed. */
  portalUrl(customerId: string, returnUrl: string, key: string): Promise<string>;
  /** The latest invoices, newest first, at most 24. */
  invoicesOf(customerId: string): Promise<RemoteInvoice[]>;
  /** Checks the signature over the raw body. Throws `invalid_request` for a forged, altered or stale one. */
  readEvent(rawBody: Uint8Array, signature: string | null): Promise<PaymentEvent>;
};

/** A production deployment without Stripe's settings: everything works but paying, and that says why. */
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
