import type { PlanId } from "#contract/plans.ts";
import { planTerms } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";
import type { Billing } from "../billing.ts";
import { endOperations, unansweredOperation, withIdempotencyKey } from "../idempotency.ts";
import { plansOf, priceOf } from "../subscription/access.ts";
import { type SubscriptionRow, subscriptionOf } from "../subscription/ownership.ts";
import { paidPeriodOf } from "../subscription/paid-period.ts";
import { syncCustomer } from "../sync/sync.ts";
import { liveSubscription } from "./cancel.ts";
import { withChangeLock } from "./change-lock.ts";

type PlanChange = "upgraded" | "downgrade_waits" | "downgrade_undone";

/** The writes that a change can be made of, and what it is called once the write has its answer. */
const outcomes = {
  upgrade: "upgraded",
  downgrade: "downgrade_waits",
  "undo-downgrade": "downgrade_undone",
} as const satisfies Record<string, PlanChange>;
type Operation = keyof typeof outcomes;
const operations = Object.keys(outcomes) as Operation[];

/**
 * Changes the plan of the user's subscription: a dearer plan at once for the prorated difference, a cheaper one at
 * period end. Throws `conflict` beside another change, `subscribe_again` without a subscription, `payment_declined`
 * when the difference was not paid.
 */
export async function changePlan(billing: Billing, userId: string, wanted: PlanId): Promise<PlanChange> {
  const { id } = await changeable(billing, userId);
  return withChangeLock(billing, id, async () => {
    const unanswered = await unansweredOperation(billing, userId, operations, [id, wanted]);
    const { customerId } = await changeable(billing, userId);
    // What is stored may be old: what is paid is the difference to the plan that holds at the provider.
    if (!unanswered) await syncCustomer(billing, customerId);
    return change(billing, userId, wanted, unanswered);
  });
}

async function change(
  billing: Billing,
  userId: string,
  wanted: PlanId,
  unanswered: Operation | null,
): Promise<PlanChange> {
  const current = await changeable(billing, userId);
  const { current: held, next } = plansOf(current, billing.now());
  if (held === null) throw new AppError("conflict", "We do not recognize your plan. Please contact support.");
  if (wanted === (next ?? held)) {
    if (!unanswered) throw new AppError("conflict", alreadyMessage(wanted, next !== null));
    await endOperations(billing, userId, operations);
    return outcomes[unanswered];
  }
  const operation = await write(billing, userId, current, { held, isWaiting: next !== null, wanted });
  await syncCustomer(billing, current.customerId);
  await endOperations(billing, userId, operations);
  if (operation === "upgrade") await refuseUnpaid(billing, userId, wanted);
  return outcomes[operation];
}

async function write(
  billing: Billing,
  userId: string,
  { id, periodEnd }: SubscriptionRow,
  { held, isWaiting, wanted }: { held: PlanId; isWaiting: boolean; wanted: PlanId },
): Promise<Operation> {
  const { gateway } = billing;
  const once = async (operation: Operation, call: (key: string) => Promise<void>) => {
    await withIdempotencyKey(billing, userId, operation, [id, wanted], call);
    return operation;
  };
  if (priceOf(wanted) < priceOf(held)) {
    const retained = { planId: held, until: periodEnd };
    return once("downgrade", (key) => gateway.downgrade(id, wanted, retained, key));
  }
  const undo = () => once("undo-downgrade", (key) => gateway.undoDowngrade(id, held, key));
  if (wanted === held) return undo();
  // Before an upgrade too: what is paid is the difference to the plan that holds, not to the one that waits.
  if (isWaiting) await undo();
  return once("upgrade", (key) => gateway.upgrade(id, wanted, key));
}

async function changeable(billing: Billing, userId: string): Promise<SubscriptionRow> {
  const current = await liveSubscription(billing, userId);
  if (!current)
    throw new AppError("subscribe_again", "You have no subscription to change. Please subscribe.");
  if (current.status === "past_due")
    throw new AppError("conflict", "Your last payment failed. Please update your payment method first.");
  if (current.endsAt !== null)
    throw new AppError("conflict", "Your subscription is cancelled. Please reactivate it first.");
  if (paidPeriodOf(current).from < current.periodStart)
    throw new AppError("conflict", "Your renewal is being charged. Please change your plan once it is paid.");
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
  const { name } = planTerms[wanted];
  return isWaiting ? `Your change to ${name} is already scheduled.` : `You already have the ${name} plan.`;
}
