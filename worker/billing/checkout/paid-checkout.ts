import { and, eq, isNull, notExists, sql } from "drizzle-orm";
import { retentionDays } from "#contract/retention.ts";
import { DAY_MS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { checkouts, customers } from "#platform/schema/billing.ts";
import type { BillingDeps } from "../billing.ts";
import type { RemoteCheckout } from "../gateway.ts";
import { hasCheckoutSecret, hashSecret, newSecret } from "./checkout-secret.ts";

type CheckoutRow = typeof checkouts.$inferSelect;

export async function findCheckout({ db }: BillingDeps, id: string): Promise<CheckoutRow | null> {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, id));
  return checkout ?? null;
}

export function checkoutProblemOf(remote: RemoteCheckout): string | null {
  if (remote.state === "expired") return "This checkout has expired. Nothing was charged.";
  if (remote.state === "open") return "This checkout has not been completed. Nothing was charged.";
  return remote.isPaid ? null : "Your payment has not been confirmed yet. Please try again in a minute.";
}

/**
 * Stores that the checkout was paid. The webhook and the person's return to the site both call it; the first
 * call for a guest's checkout emails the set-up link. Its secret is in the URL's fragment, which browsers do
 * not send.
 */
export async function storePaidCheckout(
  billing: BillingDeps,
  checkout: CheckoutRow,
  { customerId, email, payerName }: RemoteCheckout,
): Promise<{ customerId: string; email: string }> {
  if (customerId === null || email === null)
    throw new Error("A paid checkout has no customer or no address.");
  const { db, now } = billing;
  const secret = checkout.userId === null ? newSecret() : null;
  const named = db.select({ one: sql`1` }).from(checkouts).where(eq(checkouts.customerId, customerId));
  const [, first] = await db.batch([
    db
      .insert(customers)
      .values({ id: customerId, email, createdAt: now() })
      .onConflictDoUpdate({ target: customers.id, set: { email } }),
    db
      .update(checkouts)
      .set({ customerId, email, payerName, confirmedAt: now(), mailedHash: secret && hashSecret(secret) })
      .where(and(eq(checkouts.id, checkout.id), isNull(checkouts.confirmedAt)))
      .returning({ id: checkouts.id }),
    // If the payer's account was deleted, no checkout names this customer, so its row with the email address is
    // deleted again.
    db.delete(customers).where(and(eq(customers.id, customerId), isNull(customers.userId), notExists(named))),
  ]);
  if (first.length > 0 && secret) billing.mailSetUp(email, `${billing.origin}/auth/set-up#${secret}`);
  return { customerId, email };
}

/**
 * Asks the provider about an unconfirmed checkout and stores that it was paid or can no longer be paid. Returns
 * the customer's id if it was paid, otherwise null.
 */
export async function refreshCheckout(billing: BillingDeps, id: string): Promise<string | null> {
  const checkout = await findCheckout(billing, id);
  if (!checkout || checkout.confirmedAt !== null) return null;
  const { db, gateway, now } = billing;
  await db.update(checkouts).set({ checkedAt: now() }).where(eq(checkouts.id, id));
  const remote = await gateway.checkout(id);
  if (remote && checkoutProblemOf(remote) === null)
    return (await storePaidCheckout(billing, checkout, remote)).customerId;
  if (canNoLongerBePaid(remote, checkout, now()))
    await db
      .update(checkouts)
      .set({ expiredAt: now() })
      .where(and(eq(checkouts.id, id), isNull(checkouts.confirmedAt)));
  return null;
}

/**
 * Returns whether the checkout can no longer be paid: it has expired, the provider does not know it, or it was
 * completed but its payment has not arrived for `retentionDays.pendingPayment` days.
 */
function canNoLongerBePaid(remote: RemoteCheckout | null, { createdAt }: CheckoutRow, now: Date): boolean {
  if (remote === null || remote.state === "expired") return true;
  const age = now.getTime() - createdAt.getTime();
  return remote.state === "complete" && age > retentionDays.pendingPayment * DAY_MS;
}

/**
 * Returns the paid guest checkout that belongs to an emailed secret. Throws `invalid_link` for a secret that
 * has expired or is unknown.
 */
export async function checkoutOfMailedSecret(billing: BillingDeps, secret: string): Promise<PaidCheckout> {
  const [checkout] = await billing.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.mailedHash, hashSecret(secret)));
  if (checkout && isPaidByGuest(checkout) && hasCheckoutSecret(checkout, secret, billing.now()))
    return checkout;
  throw new AppError(
    "invalid_link",
    "This link is no longer valid. If you paid, sign up with the address you paid with and confirm it. Then accept the subscription under Account, Billing.",
  );
}

export const SUBSCRIPTION_ENDED_MESSAGE = "This subscription has ended. Please subscribe again.";

export type PaidCheckout = CheckoutRow & { customerId: string; email: string };

export function isPaidByGuest(checkout: CheckoutRow): checkout is PaidCheckout {
  return (
    checkout.userId === null &&
    checkout.confirmedAt !== null &&
    checkout.customerId !== null &&
    checkout.email !== null
  );
}
