import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { customers, disputes, payments, subscriptions } from "#db/schema/billing.ts";
import { bestOf } from "./access.ts";
import { type Entitlement, entitlementFrom } from "./entitlement.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Every subscription of a user, over all customers that are theirs. By the index on the customers' user. */
export async function subscriptionsOfUser(db: Database, userId: string): Promise<SubscriptionRow[]> {
  const rows = await db
    .select({ subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(eq(customers.userId, userId));
  return rows.map(({ subscription }) => subscription);
}

/** The ids of a user's customers, the oldest first: new checkouts go to that one. */
export async function customersOfUser(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.userId, userId))
    .orderBy(customers.createdAt, customers.id);
  return rows.map(({ id }) => id);
}

/** Gives a customer to a user. Answers false when it is someone else's; one's own stays one's own. */
export async function linkCustomer(db: Database, customerId: string, userId: string): Promise<boolean> {
  await db
    .update(customers)
    .set({ userId })
    .where(and(eq(customers.id, customerId), isNull(customers.userId)));
  const [row] = await db
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.id, customerId));
  return row?.userId === userId;
}

/** States that do not speak against the customer: a bank's inquiry (`warning_…`), and a dispute decided for us. */
const HARMLESS_DISPUTES = [
  "won",
  "prevented",
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
];

/** Whether a payment of the user's is disputed, or was and the bank decided against us. */
export async function isDisputed(db: Database, userId: string): Promise<boolean> {
  const owned = db.select({ id: customers.id }).from(customers).where(eq(customers.userId, userId));
  const [row] = await db
    .select({ one: sql`1` })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(inArray(payments.customerId, owned), notInArray(disputes.status, HARMLESS_DISPUTES)))
    .limit(1);
  return row !== undefined;
}

/** What a user may use now, by what is stored. */
export async function entitlementOf(db: Database, userId: string, now: Date): Promise<Entitlement> {
  const states = await subscriptionsOfUser(db, userId);
  if (states.length === 0) return entitlementFrom([], false, now);
  return entitlementFrom(states, await isDisputed(db, userId), now);
}

/** The subscription that counts for a user, or null. */
export async function subscriptionOf(
  db: Database,
  userId: string,
  now: Date,
): Promise<SubscriptionRow | null> {
  return bestOf(await subscriptionsOfUser(db, userId), now);
}
