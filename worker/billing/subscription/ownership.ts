import { and, eq, gte, inArray, isNull, notExists, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#platform/db/client.ts";
import { customers, disputes, payments, subscriptions } from "#platform/schema/billing.ts";
import type { UserId } from "#platform/scope.ts";
import { givesAccess, isLive, primarySubscriptionOf } from "./access.ts";
import { type Entitlement, entitlementFrom } from "./entitlement.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Returns the subscriptions of all of the user's customers. The query uses the index `customers_by_user`. */
export async function subscriptionsOfUser(db: Database, userId: string): Promise<SubscriptionRow[]> {
  const rows = await db
    .select({ subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(eq(customers.userId, userId));
  return rows.map(({ subscription }) => subscription);
}

/** Returns the ids of the user's customers, oldest first, because new checkouts use the first one. */
export async function customersOfUser(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.userId, userId))
    .orderBy(customers.createdAt, customers.id);
  return rows.map(({ id }) => id);
}

/** Returns the id of the user who owns the customer, or null for a guest's customer. */
export async function customerOwnerOf(db: Database, customerId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.id, customerId));
  return row?.userId ?? null;
}

/** Links the customer to the user unless another account owns it. Returns whether the user owns it now. */
export async function linkCustomer(db: Database, customerId: string, userId: string): Promise<boolean> {
  await db
    .update(customers)
    .set({ userId })
    .where(and(eq(customers.id, customerId), isNull(customers.userId)));
  return (await customerOwnerOf(db, customerId)) === userId;
}

/** Matches subscriptions that are billed and not scheduled to end. */
const renews = and(
  inArray(subscriptions.status, ["active", "trialing", "past_due"]),
  isNull(subscriptions.endsAt),
  isNull(subscriptions.endedAt),
);

/**
 * Links the customer to the user unless the user already has a subscription that renews. Returns whether it
 * linked. It is one conditional write, so of two guest subscriptions accepted at the same time only one is
 * linked.
 */
export async function linkUnlessSubscribed(
  db: Database,
  customerId: string,
  userId: string,
): Promise<boolean> {
  const own = alias(customers, "own");
  const renewing = db
    .select({ one: sql`1` })
    .from(subscriptions)
    .innerJoin(own, eq(own.id, subscriptions.customerId))
    .where(and(eq(own.userId, userId), renews));
  const linked = await db
    .update(customers)
    .set({ userId })
    .where(and(eq(customers.id, customerId), isNull(customers.userId), notExists(renewing)))
    .returning({ id: customers.id });
  return linked.length > 0;
}

export async function hasLiveSubscription(db: Database, customerId: string, now: Date): Promise<boolean> {
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId));
  return rows.some((row) => isLive(row, now));
}

/**
 * These dispute statuses do not suspend access: a bank's inquiry (`warning_…`), and a dispute that was decided
 * in our favor or prevented.
 */
const HARMLESS_DISPUTES = [
  "won",
  "prevented",
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
];

/**
 * Selects a subscription, and whether its payment for the current period is disputed, also if the dispute was lost.
 * For queries that join `customers` and `subscriptions`; it uses the indexes `payments_by_customer` and
 * `disputes_by_payment`.
 */
export const entitlementColumns = {
  subscription: subscriptions,
  isDisputed:
    sql<number>`EXISTS (SELECT 1 FROM ${payments} JOIN ${disputes} ON ${disputes.paymentId} = ${payments.id}
    WHERE ${and(
      eq(payments.customerId, customers.id),
      eq(payments.subscriptionId, subscriptions.id),
      notInArray(disputes.status, HARMLESS_DISPUTES),
      gte(payments.periodStart, subscriptions.paidFrom),
    )})`.as("is_disputed"),
};
/** `subscription` is null in the only row of a user without one. */
type EntitlementRow = { subscription: SubscriptionRow | null; isDisputed: number };

/** Returns a query, to be run alone or in a batch, whose rows `entitlementIn` takes. */
export function entitlementQuery(db: Database, userId: UserId) {
  return db
    .select(entitlementColumns)
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(eq(customers.userId, userId));
}

export function entitlementIn(rows: readonly EntitlementRow[], now: Date): Entitlement {
  const { states, isSuspended } = countingOf(rows, now);
  return entitlementFrom(states, isSuspended, now);
}

/**
 * Returns the subscriptions that count for access. Those with a disputed payment are left out if another one
 * gives access; otherwise all are returned, and `isSuspended` says that a dispute suspends access.
 */
export async function countingSubscriptions(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ states: SubscriptionRow[]; isSuspended: boolean }> {
  return countingOf(await entitlementQuery(db, userId), now);
}

function countingOf(rows: readonly EntitlementRow[], now: Date) {
  const statesOf = (chosen: readonly EntitlementRow[]) =>
    chosen.flatMap(({ subscription }) => subscription ?? []);
  const states = statesOf(rows);
  const undisputed = statesOf(rows.filter(({ isDisputed }) => !isDisputed));
  const isSuspended = states.some((state) => givesAccess(state, now));
  if (undisputed.some((state) => givesAccess(state, now))) return { states: undisputed, isSuspended: false };
  return { states, isSuspended: undisputed.length < states.length && isSuspended };
}

/** Returns what the user's stored subscriptions include. A disputed subscription gives no access. */
export async function entitlementOf(db: Database, userId: string, now: Date): Promise<Entitlement> {
  return entitlementIn(await entitlementQuery(db, userId), now);
}

export async function subscriptionOf(
  db: Database,
  userId: string,
  now: Date,
): Promise<SubscriptionRow | null> {
  return primarySubscriptionOf(await subscriptionsOfUser(db, userId), now);
}
