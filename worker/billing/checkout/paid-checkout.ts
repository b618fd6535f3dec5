import { and, eq, isNull, notExists, sql } from "drizzle-orm";
import { retentionDays } from "#contract/retention.ts";
import { DAY_MS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { checkouts, customers } from "#platform/schema/billing.ts";
import type { Billing } from "../billing.ts";
import type { RemoteCheckout } from "../gateway.ts";
import { hashSecret, isPayer, newSecret } from "./checkout-secret.ts";

type CheckoutRow = typeof checkouts.$inferSelect;

export async function findCheckout({ db }: Billing, id: string): Promise<CheckoutRow | null> {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, id));
  return checkout ?? null;
}

export function problemOf(remote: RemoteCheckout): string | null {
  if (remote.state === "expired") return "This checkout has expired. Nothing was charged.";
  if (remote.state === "open") return "This checkout has not been completed. Nothing was charged.";
  return remote.isPaid ? null : "Your payment has not been confirmed yet. Please try again in a minute.";
}

/**
 * Stores the payment. Whichever of webhook and redirect comes first emails a guest the set-up link, whose secret is
 * in the fragment because browsers do not send fragments.
 */
export async function storePaid(
  billing: Billing,
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
    // When the payer's account was deleted, no customer row keeps the email address.
    db.delete(customers).where(and(eq(customers.id, customerId), isNull(customers.userId), notExists(named))),
  ]);
  if (first.length > 0 && secret) billing.mailSetUp(email, `${billing.origin}/auth/set-up#${secret}`);
  return { customerId, email };
}

/** Returns the customer when the checkout has just been paid, and records a checkout that can no longer be paid. */
export async function recordCheckout(billing: Billing, id: string): Promise<string | null> {
  const checkout = await findCheckout(billing, id);
  if (!checkout || checkout.confirmedAt !== null) return null;
  const { db, gateway, now } = billing;
  await db.update(checkouts).set({ checkedAt: now() }).where(eq(checkouts.id, id));
  const remote = await gateway.checkout(id);
  if (remote && problemOf(remote) === null) return (await storePaid(billing, checkout, remote)).customerId;
  if (isPaidNoMore(remote, checkout, now()))
    await db
      .update(checkouts)
      .set({ expiredAt: now() })
      .where(and(eq(checkouts.id, id), isNull(checkouts.confirmedAt)));
  return null;
}

/** Returns whether the checkout has expired, is gone at the provider, or was not paid within a month. */
function isPaidNoMore(remote: RemoteCheckout | null, { createdAt }: CheckoutRow, now: Date): boolean {
  if (remote === null || remote.state === "expired") return true;
  const age = now.getTime() - createdAt.getTime();
  return remote.state === "complete" && age > retentionDays.pendingPayment * DAY_MS;
}

/** Throws `invalid_link` for a secret that has expired or is unknown. */
export async function checkoutOfMailedSecret(billing: Billing, secret: string): Promise<PaidCheckout> {
  const [checkout] = await billing.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.mailedHash, hashSecret(secret)));
  if (checkout && isPaidByGuest(checkout) && isPayer(checkout, secret, billing.now())) return checkout;
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
