import { AppError } from "#worker/errors.ts";
import type { Billing } from "./billing.ts";
import { customersOfUser, subscriptionOf } from "./ownership.ts";

/** The provider's page where the user changes the payment method. Throws `conflict` for one who never paid. */
export async function portalUrl(billing: Billing, userId: string): Promise<string> {
  const current = await subscriptionOf(billing.db, userId, billing.now());
  const customerId = current?.customerId ?? (await customersOfUser(billing.db, userId))[0];
  if (!customerId) throw new AppError("conflict", "There is no payment method yet. Please subscribe first.");
  const returnUrl = `${billing.origin}/account?tab=billing`;
  return billing.gateway.portalUrl(customerId, returnUrl, `portal:${crypto.randomUUID()}`);
}
