import { eq } from "drizzle-orm";
import { checkouts, customers } from "#db/schema/billing.ts";
import { AppError } from "#worker/errors.ts";
import type { Billing } from "./billing.ts";
import type { RemoteCheckout } from "./gateway.ts";
import { linkCustomer } from "./ownership.ts";
import { hashSecret } from "./secret.ts";
import { syncCustomer } from "./sync.ts";

/** Who asks about a checkout: the browser's secret, the signed-in person, neither or both. */
export type Asker = {
  secret: string | null;
  user: { id: string; email: string; isEmailVerified: boolean } | null;
};

export type Confirmation =
  | { outcome: "linked"; email: string }
  /** Paid by a guest whose browser this is: the account can be set up. */
  | { outcome: "ready"; email: string }
  | { outcome: "refused"; reason: string };

type CheckoutRow = typeof checkouts.$inferSelect;

/**
 * The way back from the provider's page. Syncs by itself, so that nobody waits for a webhook, and gives the subscription
 * to the person it belongs to: to the account that started the checkout, or to the one that is signed in to in the
 * browser that paid. Only that browser is told the guest's address. Throws `not_found` for a checkout that is none of ours.
 */
export async function confirmCheckout(
  billing: Billing,
  checkoutId: string,
  asker: Asker,
): Promise<Confirmation> {
  const checkout = await findCheckout(billing, checkoutId);
  const remote = await billing.gateway.checkout(checkoutId);
  if (!remote) throw new AppError("not_found", "There is no such checkout.");
  const problem = problemOf(remote);
  if (problem) return { outcome: "refused", reason: problem };
  const { customerId, email } = await provision(billing, checkout, remote);

  if (checkout.userId !== null) {
    await linkCustomer(billing.db, customerId, checkout.userId);
    if (asker.user?.id === checkout.userId) return { outcome: "linked", email: asker.user.email };
    return { outcome: "refused", reason: "Please sign in to the account that this checkout belongs to." };
  }
  const isPayer = asker.secret !== null && hashSecret(asker.secret) === checkout.secretHash;
  if (asker.user && (isPayer || (asker.user.isEmailVerified && asker.user.email === email)))
    return take(billing, customerId, asker.user);
  if (!isPayer)
    return {
      outcome: "refused",
      reason: `This subscription was paid for by ${masked(email)} in another browser. Please finish there, or sign in to the account with that address.`,
    };
  if (checkout.setUpAt !== null)
    return { outcome: "refused", reason: "This account is set up already. Please sign in." };
  return { outcome: "ready", email };
}

async function findCheckout({ db }: Billing, id: string): Promise<CheckoutRow> {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, id));
  if (!checkout) throw new AppError("not_found", "There is no such checkout.");
  return checkout;
}

/** Only a complete and paid checkout opens anything. */
function problemOf(remote: RemoteCheckout): string | null {
  if (remote.state === "expired") return "This checkout has expired. Nothing was charged.";
  if (remote.state === "open") return "This checkout has not been completed. Nothing was charged.";
  return remote.isPaid ? null : "Your payment has not been confirmed yet. Please try again in a minute.";
}

/** Stores what the checkout brought and syncs its customer. */
async function provision(
  billing: Billing,
  checkout: CheckoutRow,
  { customerId, email, payerName }: RemoteCheckout,
): Promise<{ customerId: string; email: string }> {
  if (customerId === null || email === null)
    throw new Error("A paid checkout without a customer or an address.");
  const { db, now } = billing;
  await db.batch([
    db
      .insert(customers)
      .values({ id: customerId, email, createdAt: now() })
      .onConflictDoUpdate({ target: customers.id, set: { email } }),
    db
      .update(checkouts)
      .set({ customerId, email, payerName, confirmedAt: checkout.confirmedAt ?? now() })
      .where(eq(checkouts.id, checkout.id)),
  ]);
  await syncCustomer(billing, customerId);
  return { customerId, email };
}

/** Links a guest's customer to the account that is signed in to. The sync afterwards settles what is double by it. */
async function take(
  billing: Billing,
  customerId: string,
  user: { id: string; email: string },
): Promise<Confirmation> {
  if (!(await linkCustomer(billing.db, customerId, user.id)))
    return { outcome: "refused", reason: "This subscription belongs to another account." };
  await syncCustomer(billing, customerId);
  return { outcome: "linked", email: user.email };
}

/** "a•••@example.com": enough to know one's own address, too little to learn one. */
function masked(email: string): string {
  return email.replace(/^(.)[^@]*/u, "$1•••");
}
