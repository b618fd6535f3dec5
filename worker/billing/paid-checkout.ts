import { and, eq, isNull } from "drizzle-orm";
import { checkouts, customers } from "#db/schema/billing.ts";
import type { Billing } from "./billing.ts";
import type { RemoteCheckout } from "./gateway.ts";
import { hashSecret, newSecret } from "./secret.ts";

export type CheckoutRow = typeof checkouts.$inferSelect;

/** One of our checkouts by its id, or null. */
export async function findCheckout({ db }: Billing, id: string): Promise<CheckoutRow | null> {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, id));
  return checkout ?? null;
}

/** Why a checkout opens nothing; null for one that is complete and paid. */
export function problemOf(remote: RemoteCheckout): string | null {
  if (remote.state === "expired") return "This checkout has expired. Nothing was charged.";
  if (remote.state === "open") return "This checkout has not been completed. Nothing was charged.";
  return remote.isPaid ? null : "Your payment has not been confirmed yet. Please try again in a minute.";
}

/**
 * Stores what a paid checkout brought. The first to see it, webhook or redirect, mails a guest the second way in: a link
 * whose secret stands for the browser's.
 */
export async function storePaid(
  billing: Billing,
  checkout: CheckoutRow,
  { customerId, email, payerName }: RemoteCheckout,
): Promise<{ customerId: string; email: string }> {
  if (customerId === null || email === null)
    throw new Error("A paid checkout without a customer or an address.");
  const { db, now } = billing;
  await db
    .insert(customers)
    .values({ id: customerId, email, createdAt: now() })
    .onConflictDoUpdate({ target: customers.id, set: { email } });
  const secret = checkout.userId === null ? newSecret() : null;
  const first = await db
    .update(checkouts)
    .set({ customerId, email, payerName, confirmedAt: now(), mailedHash: secret && hashSecret(secret) })
    .where(and(eq(checkouts.id, checkout.id), isNull(checkouts.confirmedAt)))
    .returning({ id: checkouts.id });
  if (first.length > 0 && secret)
    billing.mailSetUp(email, `${billing.origin}/api/subscription/set-up/${secret}`);
  return { customerId, email };
}

/**
 * Looks at a checkout that may have been paid, and answers its customer when it just was. One that is none of ours, seen
 * before or unpaid changes nothing.
 */
export async function noteCheckout(billing: Billing, id: string): Promise<string | null> {
  const checkout = await findCheckout(billing, id);
  if (!checkout || checkout.confirmedAt !== null) return null;
  const remote = await billing.gateway.checkout(id);
  if (!remote || problemOf(remote) !== null) return null;
  return (await storePaid(billing, checkout, remote)).customerId;
}

/** The checkout a mailed secret belongs to, or null. */
export async function checkoutOfMailedSecret({ db }: Billing, secret: string): Promise<string | null> {
  const [checkout] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.mailedHash, hashSecret(secret)));
  return checkout?.id ?? null;
}
