import { eq } from "drizzle-orm";
import type { BillingHistoryItem, SubscriptionStatusResponse } from "#contract/subscription.ts";
import { AppError } from "#platform/errors.ts";
import { customers } from "#platform/schema/billing.ts";
import type { BillingDeps } from "../billing.ts";
import { syncCustomer } from "../sync/sync.ts";
import { currentAndNextPlanOf, givesAccess, graceEndsAt, hasEnded, primarySubscriptionOf } from "./access.ts";
import { statusOf, subscriptionInForce } from "./entitlement.ts";
import { countingSubscriptions, customersOfUser } from "./ownership.ts";
import { paidPeriodOf } from "./paid-period.ts";

const FRESH_MS = 60_000;

/**
 * Syncs the user's customers that were last synced more than a minute ago. If the provider cannot be reached,
 * the stored state stays as it is.
 */
export async function refreshStale(billing: BillingDeps, userId: string): Promise<void> {
  const rows = await billing.db.select().from(customers).where(eq(customers.userId, userId));
  for (const { id, syncedAt } of rows) {
    const age = billing.now().getTime() - (syncedAt?.getTime() ?? 0);
    if (age > FRESH_MS) await syncCustomer(billing, id).catch(rethrowUnlessAway);
  }
}

/**
 * Returns the subscription as the API presents it. `subscribed` is true while there is access; a dispute
 * suspends access.
 */
export async function presentSubscription(
  { db, now }: BillingDeps,
  userId: string,
): Promise<SubscriptionStatusResponse["subscription"]> {
  const { states, isSuspended } = await countingSubscriptions(db, userId, now());
  const state = primarySubscriptionOf(states, now());
  if (!state)
    return {
      subscribed: false,
      subscription_status: null,
      subscription_tier: "free",
      subscription_end: null,
      pending_tier: null,
      grace_end: null,
      amount: null,
      payment_method: null,
    };
  const { current, next } = currentAndNextPlanOf(state, now());
  const inForce = isSuspended ? null : subscriptionInForce(states, now());
  const tier = (inForce && paidPeriodOf(inForce).planId) ?? "free";
  const isOver = hasEnded(state, now());
  const hasAccess = !isSuspended && givesAccess(state, now());
  return {
    subscribed: hasAccess,
    subscription_status: isSuspended ? "paused" : statusOf(state, now()),
    subscription_tier: tier,
    subscription_end: (state.endedAt ?? state.endsAt ?? state.periodEnd).toISOString(),
    pending_tier: next ?? (tier !== "free" && current !== tier ? current : null),
    grace_end: state.status === "past_due" && !isOver ? graceEndsAt(state).toISOString() : null,
    amount: isOver ? null : { cents: state.amountCents, currency: state.currency },
    payment_method:
      state.cardBrand && state.cardLast4 && !isOver
        ? { brand: state.cardBrand, last4: state.cardLast4 }
        : null,
  };
}

/** Returns at most 100 invoices, newest first, or null when the provider cannot be reached. */
export async function billingHistoryOf(
  { db, gateway }: BillingDeps,
  userId: string,
): Promise<BillingHistoryItem[] | null> {
  try {
    const ids = await customersOfUser(db, userId);
    const invoices = (await Promise.all(ids.map((id) => gateway.invoicesOf(id)))).flat();
    return invoices
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .slice(0, 100)
      .map((invoice) => ({
        id: invoice.id,
        description: invoice.description,
        created: invoice.createdAt.toISOString(),
        amount: invoice.amountCents,
        currency: invoice.currency,
        status: invoice.status,
        invoice_pdf: invoice.pdfUrl,
      }));
  } catch (error) {
    rethrowUnlessAway(error);
    return null;
  }
}

function rethrowUnlessAway(error: unknown): void {
  if (!(error instanceof AppError && error.code === "not_available")) throw error;
}
