import { and, eq, gte, inArray, isNull, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#platform/db/client.ts";
import { customers, disputes, payments, subscriptions } from "#platform/schema/billing.ts";
import { bestOf, givesAccess, isLive } from "./access.ts";
import { type Entitlement, entitlementFrom } from "./entitlement.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Or the expression that finds it in the same statement. */
type UserId = string | SQL<string>;

/** By the index on the customers' user. */
export async function subscriptionsOfUser(db: Database, userId: string): Promise<SubscriptionRow[]> {
  return subscriptionRows(await subscriptionsQuery(db, userId));
}

function subscriptionsQuery(db: Database, userId: UserId) {
  return db
    .select({ subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(eq(customers.userId, userId));
}

function subscriptionRows(rows: { subscription: SubscriptionRow }[]): SubscriptionRow[] {
  return rows.map(({ subscription }) => subscription);
}

/** Oldest first: new checkouts go to it. */
export async function customersOfUser(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.userId, userId))
    .orderBy(customers.createdAt, customers.id);
  return rows.map(({ id }) => id);
}

/** Null for a guest's. */
export async function ownerOf(db: Database, customerId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.id, customerId));
  return row?.userId ?? null;
}

/** False for another's. Repeatable. */
export async function linkCustomer(db: Database, customerId: string, userId: string): Promise<boolean> {
  await db
    .update(customers)
    .set({ userId })
    .where(and(eq(customers.id, customerId), isNull(customers.userId)));
  return (await ownerOf(db, customerId)) === userId;
}

/** Billed and not set to end. */
const goesOn = and(
  inArray(subscriptions.status, ["active", "trialing", "past_due"]),
  isNull(subscriptions.endsAt),
  isNull(subscriptions.endedAt),
);

/** One conditional write: of two accepted at once one is linked. */
export async function linkUnlessSubscribed(
  db: Database,
  customerId: string,
  userId: string,
): Promise<boolean> {
  const own = alias(customers, "own");
  const going = db
    .select({ one: sql`1` })
    .from(subscriptions)
    .innerJoin(own, eq(own.id, subscriptions.customerId))
    .where(and(eq(own.userId, userId), goesOn));
  const linked = await db
    .update(customers)
    .set({ userId })
    .where(and(eq(customers.id, customerId), isNull(customers.userId), notExists(going)))
    .returning({ id: customers.id });
  return linked.length > 0;
}

export async function hasLiveSubscription(db: Database, customerId: string, now: Date): Promise<boolean> {
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId));
  return rows.some((row) => isLive(row, now));
}

/** A bank's inquiry (`warning_…`), and one decided for us. */
const HARMLESS_DISPUTES = [
  "won",
  "prevented",
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
];

/** The current period's payment is disputed, lost disputes included. */
function disputedQuery(db: Database, userId: UserId) {
  return db
    .select({ id: subscriptions.id })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(
      and(
        eq(customers.userId, userId),
        notInArray(disputes.status, HARMLESS_DISPUTES),
        gte(payments.periodStart, subscriptions.paidFrom),
      ),
    );
}

type EntitlementRows = readonly [{ subscription: SubscriptionRow }[], { id: string }[]];

/** For a batch; `entitlementIn` reads the answers. */
export function entitlementQueries(db: Database, userId: UserId) {
  return [subscriptionsQuery(db, userId), disputedQuery(db, userId)] as const;
}

export function entitlementIn(rows: EntitlementRows, now: Date): Entitlement {
  const { states, isSuspended } = countingOf(rows, now);
  return entitlementFrom(states, isSuspended, now);
}

/** Disputed ones only if no other gives access: `isSuspended`. */
export async function countingSubscriptions(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ states: SubscriptionRow[]; isSuspended: boolean }> {
  return countingOf(await db.batch(entitlementQueries(db, userId)), now);
}

function countingOf([rows, disputes]: EntitlementRows, now: Date) {
  const states = subscriptionRows(rows);
  const disputed = new Set(disputes.map(({ id }) => id));
  const others = states.filter(({ id }) => !disputed.has(id));
  const isSuspended = states.some((state) => givesAccess(state, now));
  if (others.some((state) => givesAccess(state, now))) return { states: others, isSuspended: false };
  return { states, isSuspended: disputed.size > 0 && isSuspended };
}

/** As stored. A disputed subscription gives nothing. */
export async function entitlementOf(db: Database, userId: string, now: Date): Promise<Entitlement> {
  return entitlementIn(await db.batch(entitlementQueries(db, userId)), now);
}

export async function subscriptionOf(
  db: Database,
  userId: string,
  now: Date,
): Promise<SubscriptionRow | null> {
  return bestOf(await subscriptionsOfUser(db, userId), now);
}
