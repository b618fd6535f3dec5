import { desc, eq, sql } from "drizzle-orm";
import { customers, payments, subscriptions } from "#platform/schema/billing.ts";
import type { Billing } from "../billing.ts";
import { bestOf, isLive } from "../subscription/access.ts";
import { countOf } from "../subscription/entitlement.ts";
import { type SubscriptionRow, subscriptionsOfUser } from "../subscription/ownership.ts";

/**
 * The older stays: an unused newer one is refunded and cancelled; a used one runs out; an unpaid one is
 * cancelled. Answers the changed customers.
 */
export async function settleDuplicates(billing: Billing, customerId: string): Promise<string[]> {
  const { now } = billing;
  const { userId, owned } = await subscriptionsOfOwner(billing, customerId);
  const goingOn = owned.filter((row) => isLive(row, now()) && row.endsAt === null);
  const stays = bestOf(goingOn, now());
  const extras = goingOn.filter((row) => row !== stays);
  if (!stays || extras.length === 0) return [];
  for (const extra of extras) {
    const count = countOf(extra, owned, now());
    const isUsed = userId !== null && (await billing.callsUsed(userId, count.id)) > count.callsBefore;
    await settle(billing, extra, extra.createdAt >= stays.createdAt && !isUsed);
  }
  return [...new Set(extras.map((extra) => extra.customerId))];
}

async function settle(billing: Billing, extra: SubscriptionRow, isRefunded: boolean): Promise<void> {
  const { gateway } = billing;
  if (extra.status === "past_due") return gateway.cancelNow(extra.id, `duplicate:${extra.id}`);
  if (!isRefunded) return gateway.cancelAtPeriodEnd(extra.id, `duplicate-runs-out:${extra.id}`);
  const paymentId = await lastPaymentOf(billing, extra.id);
  // Refund first: a later failure leaves the pair to be found again.
  if (paymentId) await gateway.refund(paymentId, `duplicate:${paymentId}`);
  await gateway.cancelNow(extra.id, `duplicate:${extra.id}`);
}

/** A guest's customer alone. */
async function subscriptionsOfOwner(
  { db }: Billing,
  customerId: string,
): Promise<{ userId: string | null; owned: SubscriptionRow[] }> {
  const [owner] = await db
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.id, customerId));
  const userId = owner?.userId ?? null;
  const owned = userId
    ? await subscriptionsOfUser(db, userId)
    : await db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId));
  return { userId, owned };
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
