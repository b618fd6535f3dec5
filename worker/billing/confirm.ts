import { AppError } from "#worker/errors.ts";
import type { Billing } from "./billing.ts";
import { linkCustomer } from "./ownership.ts";
import { findCheckout, problemOf, storePaid } from "./paid-checkout.ts";
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
  const remote = checkout && (await billing.gateway.checkout(checkoutId));
  if (!checkout || !remote) throw new AppError("not_found", "There is no such checkout.");
  const problem = problemOf(remote);
  if (problem) return { outcome: "refused", reason: problem };
  const { customerId, email } = await storePaid(billing, checkout, remote);
  await syncCustomer(billing, customerId);

  if (checkout.userId !== null) {
    await linkCustomer(billing.db, customerId, checkout.userId);
    if (asker.user?.id === checkout.userId) return { outcome: "linked", email: asker.user.email };
    return { outcome: "refused", reason: "Please sign in to the account that this checkout belongs to." };
  }
  const secretHash = asker.secret === null ? null : hashSecret(asker.secret);
  const isPayer = secretHash !== null && [checkout.secretHash, checkout.mailedHash].includes(secretHash);
  if (asker.user && (isPayer || (asker.user.isEmailVerified && asker.user.email === email)))
    return take(billing, customerId, asker.user);
  if (!isPayer)
    return {
      outcome: "refused",
      reason: `This subscription was paid for by ${masked(email)} in another browser. Please open the link we mailed to that address, or sign in to the account that has confirmed it.`,
    };
  if (checkout.setUpAt !== null)
    return { outcome: "refused", reason: "This account is set up already. Please sign in." };
  return { outcome: "ready", email };
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
