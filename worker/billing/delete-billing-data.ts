import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { users } from "#platform/schema/accounts.ts";
import { checkouts, closedCustomers, customers, paymentOperations } from "#platform/schema/billing.ts";
import type { BillingDeps } from "./billing.ts";

/** How long the provider lets an open checkout be paid. */
const CHECKOUT_OPEN_MS = DAY_MS;

/**
 * Cancels the person's subscriptions at the provider, including those that guests paid with the person's
 * confirmed address, and then deletes what we store. Calling it again is harmless. Throws `not_available` and
 * deletes nothing when the provider cannot be reached.
 */
export async function deleteBillingData(billing: BillingDeps, userId: string): Promise<void> {
  const { db, now } = billing;
  const [user] = await db
    .select({ email: users.email, isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId));
  const ownAddress = user?.isConfirmed ? user.email : null;
  const owned = await customersOfPerson(billing, userId, ownAddress);
  try {
    await endAtProvider(billing, userId, owned);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_available")) throw error;
    throw new AppError(
      "not_available",
      "Our payment provider could not cancel your subscription, so nothing has been deleted. Please try again in a few minutes.",
    );
  }
  const closed = owned.map((id) =>
    db.insert(closedCustomers).values({ id, closedAt: now() }).onConflictDoNothing(),
  );
  await db.batch([
    db
      .delete(checkouts)
      .where(
        or(
          eq(checkouts.userId, userId),
          inArray(checkouts.customerId, owned),
          ownAddress === null ? undefined : and(eq(checkouts.email, ownAddress), isNull(checkouts.userId)),
        ),
      ),
    db.delete(customers).where(inArray(customers.id, owned)),
    db.delete(paymentOperations).where(eq(paymentOperations.owner, userId)),
    ...closed,
  ]);
}

/** Returns the ids of the person's customers, including guests who paid with the person's confirmed address. */
async function customersOfPerson(
  { db }: BillingDeps,
  userId: string,
  ownAddress: string | null,
): Promise<string[]> {
  const isGuests =
    ownAddress === null ? undefined : and(eq(customers.email, ownAddress), isNull(customers.userId));
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(or(eq(customers.userId, userId), isGuests));
  return rows.map(({ id }) => id);
}

/**
 * Expires the person's open checkouts, cancels the subscriptions and deletes the customers at the provider. It
 * reads the subscriptions from the provider, since a webhook may have been missed.
 */
async function endAtProvider(billing: BillingDeps, userId: string, owned: readonly string[]): Promise<void> {
  const { db, gateway, now } = billing;
  const open = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.userId, userId),
        isNull(checkouts.confirmedAt),
        isNull(checkouts.expiredAt),
        gt(checkouts.createdAt, new Date(now().getTime() - CHECKOUT_OPEN_MS)),
      ),
    );
  for (const { id } of open) await gateway.expireCheckout(id, `leave:${id}`);
  for (const customerId of owned) {
    for (const { id, status } of await gateway.subscriptionsOf(customerId)) {
      if (ENDED.includes(status)) continue;
      await gateway.cancelNow(id, `leave:${id}`);
      console.log(JSON.stringify({ level: "info", event: "subscription ended with its account", id }));
    }
    await gateway.deleteCustomer(customerId, `leave:${customerId}`);
  }
}

/**
 * Returns whether the customer belonged to a deleted account. If so, refunds and cancels the subscriptions that
 * were paid while the account was being deleted.
 */
export async function cancelIfAccountDeleted(billing: BillingDeps, customerId: string): Promise<boolean> {
  const { db, gateway } = billing;
  const [closed] = await db.select().from(closedCustomers).where(eq(closedCustomers.id, customerId));
  if (!closed) return false;
  for (const { id, status, lastPayment } of await gateway.subscriptionsOf(customerId)) {
    if (ENDED.includes(status)) continue;
    if (lastPayment) await gateway.refund(lastPayment.id, `leave:${lastPayment.id}`);
    await gateway.cancelNow(id, `leave:${id}`);
  }
  return true;
}

const ENDED: readonly string[] = ["canceled", "incomplete_expired"];
