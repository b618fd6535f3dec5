import { and, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import { retentionDays } from "#contract/retention.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import {
  checkouts,
  closedCustomers,
  customers,
  disputes,
  paymentEvents,
  paymentOperations,
  payments,
  subscriptionLocks,
  subscriptions,
} from "#platform/schema/billing.ts";

/**
 * Deletes billing data whose period is over: checkouts, handled events, unfinished operations, and customers who never
 * made an account and whose last subscription has ended. May be repeated.
 */
export async function deleteExpiredBilling(db: Database, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const guestsEnd = daysAgo(retentionDays.guestCustomer);
  const one = { one: sql`1` };
  const stillNeeded = db
    .select(one)
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.customerId, customers.id),
        or(isNull(subscriptions.endedAt), gt(subscriptions.endedAt, guestsEnd)),
      ),
    );
  // A guest's checkout stays while its customer waits for an account: it says whose address may take it.
  const waiting = db
    .select(one)
    .from(customers)
    .where(and(eq(customers.id, checkouts.customerId), isNull(customers.userId)));
  const known = db.select(one).from(payments).where(eq(payments.id, disputes.paymentId));
  const oldCheckouts = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      or(
        // Only the provider knows that nothing was paid: its webhook may have been lost.
        and(
          isNull(checkouts.confirmedAt),
          isNotNull(checkouts.expiredAt),
          lt(checkouts.createdAt, daysAgo(retentionDays.unpaidCheckout)),
        ),
        and(
          isNotNull(checkouts.confirmedAt),
          lt(checkouts.createdAt, daysAgo(retentionDays.paidCheckout)),
          notExists(waiting),
        ),
      ),
    );
  await db.batch([
    db
      .delete(customers)
      .where(
        and(
          isNull(customers.userId),
          isNotNull(customers.syncedAt),
          lt(customers.createdAt, guestsEnd),
          notExists(stillNeeded),
        ),
      ),
    db.delete(checkouts).where(inArray(checkouts.id, oldCheckouts)),
    db.delete(disputes).where(and(lt(disputes.reportedAt, guestsEnd), notExists(known))),
    db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, daysAgo(retentionDays.paymentEvent))),
    db
      .delete(paymentOperations)
      .where(lt(paymentOperations.startedAt, daysAgo(retentionDays.paymentOperation))),
    db
      .delete(subscriptionLocks)
      .where(lt(subscriptionLocks.expiresAt, daysAgo(retentionDays.paymentOperation))),
    db.delete(closedCustomers).where(lt(closedCustomers.closedAt, daysAgo(retentionDays.closedCustomer))),
  ]);
}
