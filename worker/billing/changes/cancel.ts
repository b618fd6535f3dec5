import { AppError } from "#platform/errors.ts";
import type { Billing } from "../billing.ts";
import { withIdempotencyKey } from "../idempotency.ts";
import { hasEnded, isLive } from "../subscription/access.ts";
import { type SubscriptionRow, subscriptionOf } from "../subscription/ownership.ts";
import { syncCustomer } from "../sync/sync.ts";
import { withChangeLock } from "./change-lock.ts";

/**
 * Lets a subscription end with its paid period. Cancelling twice is fine. Throws `conflict` without a subscription, and
 * while another change of it is being made.
 */
export async function cancelSubscription(billing: Billing, userId: string): Promise<void> {
  const current = await liveSubscription(billing, userId);
  if (!current) throw new AppError("conflict", "There is no subscription to cancel.");
  if (current.endsAt !== null) return;
  await withChangeLock(billing, current.id, async () => {
    await withIdempotencyKey(billing, userId, "cancel", [current.id], (key) =>
      billing.gateway.cancelAtPeriodEnd(current.id, key),
    );
    await syncCustomer(billing, current.customerId);
  });
}

/**
 * Takes a cancellation back while the paid period lasts. Throws `subscribe_again` once it has ended, and `conflict` while
 * another change of it is being made.
 */
export async function reactivateSubscription(billing: Billing, userId: string): Promise<void> {
  const current = await subscriptionOf(billing.db, userId, billing.now());
  if (!current || hasEnded(current, billing.now()))
    throw new AppError("subscribe_again", "Your subscription has ended. Please subscribe again.");
  if (current.endsAt === null) return;
  await withChangeLock(billing, current.id, async () => {
    await withIdempotencyKey(billing, userId, "reactivate", [current.id], (key) =>
      billing.gateway.reactivate(current.id, key),
    );
    await syncCustomer(billing, current.customerId);
  });
}

/** The subscription that the provider still bills, or null. */
export async function liveSubscription(billing: Billing, userId: string): Promise<SubscriptionRow | null> {
  const current = await subscriptionOf(billing.db, userId, billing.now());
  return current && isLive(current, billing.now()) ? current : null;
}
