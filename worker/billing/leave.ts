import { inArray } from "drizzle-orm";
import { customers } from "#db/schema/billing.ts";
import { AppError } from "#worker/errors.ts";
import { isLive } from "./access.ts";
import type { Billing } from "./billing.ts";
import { customersOfUser, subscriptionsOfUser } from "./ownership.ts";

/**
 * Before an account is deleted: ends its subscriptions at the provider, removes the customer there, then what we hold.
 * Throws `not_available` when the provider cannot be reached; nothing of ours is gone then, and the deletion waits.
 */
export async function endBilling(billing: Billing, userId: string): Promise<void> {
  const owned = await customersOfUser(billing.db, userId);
  if (owned.length === 0) return;
  try {
    await leaveProvider(billing, userId, owned);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_available")) throw error;
    throw new AppError(
      "not_available",
      "Your subscription could not be cancelled at our payment provider, so nothing has been deleted. Please try again in a few minutes.",
    );
  }
  await billing.db.delete(customers).where(inArray(customers.id, owned));
}

async function leaveProvider(
  { db, gateway, now }: Billing,
  userId: string,
  owned: readonly string[],
): Promise<void> {
  for (const subscription of await subscriptionsOfUser(db, userId)) {
    if (isLive(subscription, now())) await gateway.cancelNow(subscription.id, `leave:${subscription.id}`);
  }
  for (const id of owned) await gateway.deleteCustomer(id, `leave:${id}`);
}
