import { type PlanId, planTerms } from "#contract/plans.ts";
import { type SandboxCustomer, type SandboxInvoice, type SandboxSubscription, sandboxId } from "./store.ts";

export type LifecycleStep = { subscription: SandboxSubscription; invoice: SandboxInvoice | null };

/**
 * Returns the time one calendar month (UTC) after `at`, on the day of the month of `began`. A subscription that
 * began on the 31st renews on the 28th of February and on the 31st of March.
 */
function monthAfter(at: number, began: number): number {
  const next = new Date(at);
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(new Date(began).getUTCDate(), lastDay));
  return next.getTime();
}

export function started(customer: SandboxCustomer, planId: PlanId, now: number): LifecycleStep {
  const subscription: SandboxSubscription = {
    id: sandboxId("sub"),
    customerId: customer.id,
    status: "active",
    planId,
    periodStart: now,
    periodEnd: monthAfter(now, now),
    endsAt: null,
    endedAt: null,
    retained: null,
    lastPayment: null,
    createdAt: now,
  };
  return withPeriodInvoice(
    charged(subscription, customer, subscriptionOf(planId), planTerms[planId].priceCents, now),
  );
}

/** Renews the subscription or ends it. A declined card leaves the invoice open and the subscription past due. */
export function renewed(
  subscription: SandboxSubscription,
  customer: SandboxCustomer,
  now: number,
): LifecycleStep {
  if (subscription.endsAt !== null) return { subscription: ended(subscription, now), invoice: null };
  const { planId, periodEnd, createdAt } = subscription;
  const next = {
    ...subscription,
    periodStart: periodEnd,
    periodEnd: monthAfter(periodEnd, createdAt),
    retained: null,
  };
  return withPeriodInvoice(
    charged(next, customer, subscriptionOf(planId), planTerms[planId].priceCents, now),
  );
}

/**
 * Changes to the more expensive plan at once and charges the prorated difference. If the card is declined, the
 * subscription stays as it was.
 */
export function upgraded(
  subscription: SandboxSubscription,
  customer: SandboxCustomer,
  planId: PlanId,
  now: number,
): LifecycleStep {
  if (customer.card.isDeclined) return { subscription, invoice: null };
  const { periodStart, periodEnd } = subscription;
  const remaining = Math.max(0, periodEnd - now) / (periodEnd - periodStart);
  const difference = planTerms[planId].priceCents - planTerms[subscription.planId].priceCents;
  const description = `Change to Beatcast ${planTerms[planId].name} for the rest of the month`;
  return charged({ ...subscription, planId }, customer, description, Math.round(difference * remaining), now);
}

export function ended(subscription: SandboxSubscription, now: number): SandboxSubscription {
  return { ...subscription, status: "canceled", endedAt: now, endsAt: subscription.endsAt ?? now };
}

/**
 * Moves all times of the subscription into the past, which simulates the passing of time without changing the
 * clock.
 */
export function shiftedIntoPast(subscription: SandboxSubscription, ms: number): SandboxSubscription {
  const { endsAt, retained } = subscription;
  return {
    ...subscription,
    periodStart: subscription.periodStart - ms,
    periodEnd: subscription.periodEnd - ms,
    endsAt: endsAt === null ? null : endsAt - ms,
    retained: retained && { ...retained, until: retained.until - ms },
    createdAt: subscription.createdAt - ms,
  };
}

function charged(
  subscription: SandboxSubscription,
  customer: SandboxCustomer,
  description: string,
  amountCents: number,
  now: number,
): LifecycleStep {
  const isPaid = !customer.card.isDeclined;
  const invoice: SandboxInvoice = {
    id: sandboxId("in"),
    customerId: customer.id,
    subscriptionId: subscription.id,
    description,
    createdAt: now,
    amountCents,
    status: isPaid ? "paid" : "open",
    paymentId: isPaid ? sandboxId("pi") : null,
  };
  return {
    invoice,
    subscription: {
      ...subscription,
      status: isPaid ? "active" : "past_due",
      lastPayment: invoice.paymentId ? { id: invoice.paymentId, amountCents } : null,
    },
  };
}

function withPeriodInvoice({ subscription, invoice }: LifecycleStep): LifecycleStep {
  if (!invoice) return { subscription, invoice };
  const periodInvoice = { id: invoice.id, isPaid: invoice.status === "paid" };
  return { subscription: { ...subscription, periodInvoice }, invoice };
}

function subscriptionOf(planId: PlanId): string {
  return `Beatcast ${planTerms[planId].name}, one month`;
}
