import type { PlanId } from "#contract/subscription.ts";
import { AppError } from "#worker/errors.ts";
import { plansOf, priceOf } from "./access.ts";
import type { Billing } from "./billing.ts";
import { livingSubscription } from "./cancel.ts";
import { underKey } from "./operations.ts";
import { type SubscriptionRow, subscriptionOf } from "./ownership.ts";
import { termsOf } from "./plans.ts";
import { syncCustomer } from "./sync.ts";

/** What became of a wish for another plan. */
export type PlanChange = "upgraded" | "downgrade_waits" | "downgrade_undone";

/**
 * Changes the plan of the user's subscription, which stays the same subscription. A dearer plan holds at once, for the
 * difference of the running period; a cheaper one from the period's end. Throws `subscribe_again` without a subscription,
 * `conflict` where it cannot be changed now, and `payment_declined` when the difference was not paid: the old plan stays.
 */
export async function changePlan(billing: Billing, userId: string, wanted: PlanId): Promise<PlanChange> {
  const current = await changeable(billing, userId);
  const { current: held, next } = plansOf(current, billing.now());
  if (held === null) throw new AppError("conflict", "Your plan is not one of ours. Please contact support.");
  if (wanted === (next ?? held)) throw new AppError("conflict", alreadyMessage(wanted, next !== null));
  const change = await apply(billing, userId, current, { held, isWaiting: next !== null, wanted });
  await syncCustomer(billing, current.customerId);
  if (change === "upgraded") await refuseUnpaid(billing, userId, wanted);
  return change;
}

async function apply(
  billing: Billing,
  userId: string,
  { id, periodEnd }: SubscriptionRow,
  { held, isWaiting, wanted }: { held: PlanId; isWaiting: boolean; wanted: PlanId },
): Promise<PlanChange> {
  const { gateway } = billing;
  const write = (operation: string, call: (key: string) => Promise<void>) =>
    underKey(billing, userId, operation, [id, wanted], call);
  if (priceOf(wanted) < priceOf(held)) {
    const kept = { planId: held, until: periodEnd };
    await write("downgrade", (key) => gateway.downgrade(id, wanted, kept, key));
    return "downgrade_waits";
  }
  // Before an upgrade too: what is paid is the difference to the plan that holds, not to the one that waits.
  if (isWaiting) await write("undo-downgrade", (key) => gateway.undoDowngrade(id, held, key));
  if (wanted === held) return "downgrade_undone";
  await write("upgrade", (key) => gateway.upgrade(id, wanted, key));
  return "upgraded";
}

async function changeable(billing: Billing, userId: string): Promise<SubscriptionRow> {
  const current = await livingSubscription(billing, userId);
  if (!current)
    throw new AppError("subscribe_again", "You have no subscription to change. Please subscribe.");
  if (current.status === "past_due")
    throw new AppError("conflict", "Your last payment failed. Please update your payment method first.");
  if (current.endsAt !== null)
    throw new AppError("conflict", "Your subscription is cancelled. Please reactivate it first.");
  return current;
}

/** The provider keeps the old plan when the difference is not paid (`pending_if_incomplete`). */
async function refuseUnpaid({ db, now }: Billing, userId: string, wanted: PlanId): Promise<void> {
  const state = await subscriptionOf(db, userId, now());
  if (state?.planId === wanted) return;
  throw new AppError(
    "payment_declined",
    "The payment for the new plan did not go through, and your plan is unchanged. Please update your payment method.",
  );
}

function alreadyMessage(wanted: PlanId, isWaiting: boolean): string {
  const { name } = termsOf(wanted);
  return isWaiting ? `Your change to ${name} is waiting already.` : `You already have the ${name} plan.`;
}
