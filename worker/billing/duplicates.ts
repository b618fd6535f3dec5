import { desc, eq, sql } from "drizzle-orm";
import { customers, payments, subscriptions } from "#db/schema/billing.ts";
import { bestOf, isLive } from "./access.ts";
import type { Billing } from "./billing.ts";
import { type SubscriptionRow, subscriptionsOfUser } from "./ownership.ts";

/**
 * Whoever ended up with two living subscriptions (two tabs, a guest's checkout beside an account's) keeps the better
 * one; of every other the last payment is paid back in full and the subscription ended. The keys are the payment's and
 * the subscription's own, so however many syncs see the pair, it happens once; the refund comes first, so that a failure
 * in between leaves the pair to be found again. Answers the customers whose state has changed by it.
 */
export async function settleDuplicates(billing: Billing, customerId: string): Promise<string[]> {
  const { gateway, now } = billing;
  const living = (await subscriptionsOfOwner(billing, customerId)).filter((row) => isLive(row, now()));
  if (living.length < 2) return [];
  const best = bestOf(living, now());
  const extras = living.filter(({ id }) => id !== best?.id);
  for (const extra of extras) {
    const paymentId = await lastPaymentOf(billing, extra.id);
    if (paymentId) await gateway.refund(paymentId, `duplicate:${paymentId}`);
    await gateway.cancelNow(extra.id, `duplicate:${extra.id}`);
  }
  return [...new Set(extras.map((extra) => extra.customerId))];
}

/** The subscriptions of the customer's user; of the customer alone while it is a guest's. */
async function subscriptionsOfOwner({ db }: Billing, customerId: string): Promise<SubscriptionRow[]> {
  const [owner] = await db
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.id, customerId));
  return owner?.userId
    ? subscriptionsOfUser(db, owner.userId)
    : db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId));
}

async function lastPaymentOf({ db }: Billing, subscriptionId: string): Promise<string | undefined> {
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.subscriptionId, subscriptionId))
    .orderBy(desc(sql`rowid`))
    .limit(1);
  return payment?.id;
}
