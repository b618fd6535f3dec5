import { and, desc, eq, getTableColumns, notInArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { describeError } from "#platform/log.ts";
import { customers, paymentEvents, payments, subscriptions } from "#platform/schema/billing.ts";
import type { BillingDeps } from "../billing.ts";
import { cancelIfAccountDeleted } from "../delete-billing-data.ts";
import type { RemoteSubscription } from "../gateway.ts";
import { isLive, primarySubscriptionOf } from "../subscription/access.ts";
import { quotaCountOf } from "../subscription/entitlement.ts";
import { type SubscriptionRow, subscriptionsOfUser } from "../subscription/ownership.ts";
import { nextPaidPeriod, type PaidPeriod, paidPeriodOf } from "../subscription/paid-period.ts";

type Cause = { eventId: string; eventType: string };

/**
 * Copies the customer's subscriptions from the provider to the database; nothing else writes them. Each sync
 * takes a numbered ticket before it asks the provider, and stores the answer only if no sync with a later
 * ticket has stored one.
 */
export async function syncCustomer(billing: BillingDeps, customerId: string, cause?: Cause): Promise<void> {
  if (await cancelIfAccountDeleted(billing, customerId)) return;
  await pull(billing, customerId, cause);
  try {
    for (const changed of await settleDuplicates(billing, customerId)) await pull(billing, changed);
  } catch (error) {
    // The next sync of the customer, the daily one at the latest, finds both subscriptions again.
    logProblem("a duplicate subscription could not be settled", { customerId, error: describeError(error) });
  }
}

async function pull(billing: BillingDeps, customerId: string, cause?: Cause): Promise<void> {
  const ticket = await takeTicket(billing, customerId);
  const remote = await billing.gateway.subscriptionsOf(customerId);
  const rows = await rowsOf(billing, customerId, remote);
  await store(billing, customerId, remote, rows, ticket, cause);
  for (const { id, priceId, planId } of remote) {
    if (planId === null) logProblem("a price that is none of ours", { subscriptionId: id, priceId });
  }
}

function logProblem(problem: string, where: Record<string, string>): void {
  console.error(JSON.stringify({ level: "error", problem, ...where }));
}

async function takeTicket({ db, now }: BillingDeps, customerId: string): Promise<number> {
  const [row] = await db
    .insert(customers)
    .values({ id: customerId, createdAt: now(), syncStarted: 1 })
    .onConflictDoUpdate({ target: customers.id, set: { syncStarted: sql`${customers.syncStarted} + 1` } })
    .returning({ ticket: customers.syncStarted });
  if (!row) throw new Error("A sync did not get a ticket.");
  return row.ticket;
}

/**
 * Stores the subscriptions, payments and event in one batch. Writes no subscription when a sync with a later
 * ticket has already done so.
 */
async function store(
  { db, now }: BillingDeps,
  customerId: string,
  remote: readonly RemoteSubscription[],
  rows: readonly Row[],
  ticket: number,
  cause: Cause | undefined,
): Promise<void> {
  const isLatest = sql`EXISTS (SELECT 1 FROM customers WHERE id = ${customerId} AND sync_written < ${ticket})`;
  const ids = rows.map(({ id }) => id);
  const gone = db
    .update(subscriptions)
    .set({ status: "canceled", endedAt: sql`COALESCE(ended_at, ${now().getTime()})` })
    .where(and(eq(subscriptions.customerId, customerId), notInArray(subscriptions.id, ids), isLatest));
  const written = rows.map((row) =>
    db
      .insert(subscriptions)
      .select(sql`SELECT ${valuesOf(row)} WHERE ${isLatest}`)
      .onConflictDoUpdate({ target: subscriptions.id, set: excludedColumns }),
  );
  const paid = remote.flatMap(({ id, lastPayment, periodStart }) =>
    lastPayment ? [{ ...lastPayment, customerId, subscriptionId: id, periodStart }] : [],
  );
  const recorded = cause ? [{ id: cause.eventId, type: cause.eventType, receivedAt: now() }] : [];
  await db.batch([
    gone,
    ...written,
    ...paid.map((payment) => db.insert(payments).values(payment).onConflictDoNothing()),
    ...recorded.map((event) => db.insert(paymentEvents).values(event).onConflictDoNothing()),
    db
      .update(customers)
      .set({ syncWritten: ticket, syncedAt: now() })
      .where(and(eq(customers.id, customerId), isLatest)),
  ]);
}

type Row = typeof subscriptions.$inferSelect;

const columns = Object.entries(getTableColumns(subscriptions)) as [keyof Row, SQLiteColumn][];

const excludedColumns = Object.fromEntries(
  columns.map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
);

/** Returns the row's values in the order of the table's columns. */
function valuesOf(row: Row): SQL {
  return sql.join(
    columns.map(([name, column]) => sql`${sql.param(row[name], column)}`),
    sql`, `,
  );
}

async function rowsOf(
  { db, now }: BillingDeps,
  customerId: string,
  remote: readonly RemoteSubscription[],
): Promise<Row[]> {
  const stored = await db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId));
  return remote.map((subscription) => {
    const row = stored.find(({ id }) => id === subscription.id);
    const paid = nextPaidPeriod(row ? paidPeriodOf(row) : null, subscription, now());
    return rowOf(customerId, subscription, paid);
  });
}

function rowOf(
  customerId: string,
  { retained, card, lastPayment: _, periodInvoice: _invoice, ...remote }: RemoteSubscription,
  paid: PaidPeriod,
): Row {
  return {
    ...remote,
    customerId,
    retainedPlanId: retained?.planId ?? null,
    retainedUntil: retained?.until ?? null,
    countedFrom: paid.countedFrom,
    paidFrom: paid.from,
    paidUntil: paid.until,
    paidInvoiceId: paid.invoiceId,
    paidPlanId: paid.planId,
    paidCalls: paid.calls,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
  };
}

/**
 * Ends the extra subscriptions of a person who has more than one that renews. The one that `primarySubscriptionOf` prefers
 * stays. A newer one is refunded and canceled if it is unused; otherwise an extra one runs until the end of its
 * period, or is canceled at once if its payment failed. Returns the customers whose subscriptions were changed.
 */
async function settleDuplicates(billing: BillingDeps, customerId: string): Promise<string[]> {
  const { now } = billing;
  const { userId, owned } = await subscriptionsOfOwner(billing, customerId);
  const goingOn = owned.filter((row) => isLive(row, now()) && row.endsAt === null);
  const stays = primarySubscriptionOf(goingOn, now());
  const extras = goingOn.filter((row) => row !== stays);
  if (!stays || extras.length === 0) return [];
  for (const extra of extras) {
    const count = quotaCountOf(extra, owned, now());
    const isUsed = userId !== null && (await billing.callsUsed(userId, count.id)) > count.callsBefore;
    await settle(billing, extra, extra.createdAt >= stays.createdAt && !isUsed);
  }
  return [...new Set(extras.map((extra) => extra.customerId))];
}

async function settle(billing: BillingDeps, extra: SubscriptionRow, isRefunded: boolean): Promise<void> {
  const { gateway } = billing;
  if (extra.status === "past_due") return gateway.cancelNow(extra.id, `duplicate:${extra.id}`);
  if (!isRefunded) return gateway.cancelAtPeriodEnd(extra.id, `duplicate-runs-out:${extra.id}`);
  const paymentId = await lastPaymentOf(billing, extra.id);
  // Refund before canceling: if canceling fails, the next sync still finds both subscriptions.
  if (paymentId) await gateway.refund(paymentId, `duplicate:${paymentId}`);
  await gateway.cancelNow(extra.id, `duplicate:${extra.id}`);
}

/** Returns the customer's owner and all of the owner's subscriptions, or only the customer's own for a guest. */
async function subscriptionsOfOwner(
  { db }: BillingDeps,
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

async function lastPaymentOf({ db }: BillingDeps, subscriptionId: string): Promise<string | undefined> {
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.subscriptionId, subscriptionId))
    .orderBy(desc(sql`rowid`))
    .limit(1);
  return payment?.id;
}
