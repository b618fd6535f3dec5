import type { PlanId } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";
import type { BillingDeps } from "../billing.ts";
import { customerOwnerOf, linkCustomer } from "../subscription/ownership.ts";
import { syncCustomer } from "../sync/sync.ts";
import { hasCheckoutSecret } from "./checkout-secret.ts";
import { checkoutProblemOf, findCheckout, storePaidCheckout } from "./paid-checkout.ts";

export type BillingPerson = { id: string; email: string; isEmailVerified: boolean };

type CheckoutViewer = { secret: string | null; user: BillingPerson | null };

type Confirmation =
  | { outcome: "linked"; email: string }
  | { outcome: "ready"; email: string }
  | { outcome: "asks"; email: string; planId: PlanId }
  | { outcome: "refused"; reason: string };

/**
 * Confirms a paid checkout, even if its webhook has not arrived, and links it only to the account that began
 * it. A guest's address is shown only in the browser that paid. Throws `not_found` for an unknown checkout.
 */
export async function confirmCheckout(
  billing: BillingDeps,
  checkoutId: string,
  viewer: CheckoutViewer,
): Promise<Confirmation> {
  const checkout = await findCheckout(billing, checkoutId);
  const remote = checkout && (await billing.gateway.checkout(checkoutId));
  if (!checkout || !remote) throw new AppError("not_found", "There is no such checkout.");
  const problem = checkoutProblemOf(remote);
  if (problem) return { outcome: "refused", reason: problem };
  const { customerId, email } = await storePaidCheckout(billing, checkout, remote);
  await syncCustomer(billing, customerId);

  if (checkout.userId !== null) {
    await linkCustomer(billing.db, customerId, checkout.userId);
    if (viewer.user?.id === checkout.userId) return { outcome: "linked", email: viewer.user.email };
    return { outcome: "refused", reason: "Please sign in to the account that this checkout belongs to." };
  }
  const owner = await customerOwnerOf(billing.db, customerId);
  if (owner !== null && owner === viewer.user?.id) return { outcome: "linked", email: viewer.user.email };
  const isOwnBrowser = hasCheckoutSecret(checkout, viewer.secret, billing.now());
  if (owner !== null && (isOwnBrowser || viewer.user))
    return {
      outcome: "refused",
      reason: viewer.user
        ? "This subscription belongs to another account."
        : "This account is already set up. Please sign in.",
    };
  const isOffered = viewer.user !== null && isAddressOf(viewer.user, email) && checkout.declinedAt === null;
  if (viewer.user && (isOwnBrowser || isOffered)) return { outcome: "asks", email, planId: checkout.planId };
  if (isOwnBrowser) return { outcome: "ready", email };
  return {
    outcome: "refused",
    reason: `This subscription was paid for by ${masked(email)} in another browser. Please open the link we emailed to that address, or sign in to the account that confirmed it.`,
  };
}

export function isAddressOf(user: BillingPerson, email: string): boolean {
  return user.isEmailVerified && user.email === email;
}

/** Returns an address as "a•••@example.com". */
function masked(email: string): string {
  return email.replace(/^(.)[^@]*/u, "$1•••");
}
