import { and, eq, gte, inArray, isNull, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#platform/db/client.ts";
import { customers, disputes, payments, subscriptions } from "#platform/schema/billing.ts";
import { bestOf, givesAccess, isLive } from "./access.ts";
import { type Entitlement, entitlementFrom } from "./entitlement.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** A user id, or the SQL expression that finds it within the same statement. */
type UserId = string | SQL<string>;

/** The query uses the index on the customers' user. */
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

/** Returns the oldest customer first, because new checkouts use it. */
export async function customersOfUser(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.userId, userId))
    .orderBy(customers.createdAt, customers.id);
  return rows.map(({ id }) => id);
}

/** Returns null for a guest's customer. */
export async function ownerOf(db: Database, customerId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.id, customerId));
  return row?.userId ?? null;
}

/** Returns false when another account owns the customer. Safe to repeat. */
export async function linkCustomer(db: Database, customerId: string, userId: string): Promise<boolean> {
  await db
    .update(customers)
    .set({ userId })
    .where(and(eq(customers.id, customerId), isNull(customers.userId)));
  return (await ownerOf(db, customerId)) === userId;
}

/** Matches subscriptions that are billed and not scheduled to end. */
const goesOn = and(
  inArray(subscriptions.status, ["active", "trialing", "past_due"]),
  isNull(subscriptions.endsAt),
  isNull(subscriptions.endedAt),
);

/** Links in one conditional write: of two guest subscriptions accepted at the same time, one is linked. */
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

/** A bank's inquiry (`warning_…`) and a dispute that was decided for us do not suspend access. */
const HARMLESS_DISPUTES = [
  "won",
  "prevented",
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
];

/** Selects disputes of the current period's payment, including lost ones. */
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

/** Returns queries for a batch; `entitlementIn` reads their results. */
export function entitlementQueries(db: Database, userId: UserId) {
  return [subscriptionsQuery(db, userId), disputedQuery(db, userId)] as const;
}

export function entitlementIn(rows: EntitlementRows, now: Date): Entitlement {
  const { states, isSuspended } = countingOf(rows, now);
  return entitlementFrom(states, isSuspended, now);
}

/** Disputed subscriptions are returned only when no other gives access, and then `isSuspended` is set. */
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
  const undisputed = states.filter(({ id }) => !disputed.has(id));
  const isSuspended = states.some((state) => givesAccess(state, now));
  if (undisputed.some((state) => givesAccess(state, now))) return { states: undisputed, isSuspended: false };
  return { states, isSuspended: disputed.size > 0 && isSuspended };
}

/** Reads the stored state. A disputed subscription gives no access. */
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
