import { type PlanId, planTerms } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";
import { endLease, takeLease } from "#platform/lease.ts";
import type { BillingDeps } from "./billing.ts";
import { forgetPaymentOperations, unansweredOperation, withIdempotencyKey } from "./idempotency.ts";
import { currentAndNextPlanOf, hasEnded, isLive, priceOf } from "./subscription/access.ts";
import { type SubscriptionRow, subscriptionOf } from "./subscription/ownership.ts";
import { paidPeriodOf } from "./subscription/paid-period.ts";
import { syncCustomer } from "./sync/sync.ts";

type PlanChange = "upgraded" | "downgrade_waits" | "downgrade_undone";

const outcomes = {
  upgrade: "upgraded",
  downgrade: "downgrade_waits",
  "undo-downgrade": "downgrade_undone",
} as const satisfies Record<string, PlanChange>;
type Operation = keyof typeof outcomes;
const operations = Object.keys(outcomes) as Operation[];

/**
 * Changes the subscription to the wanted plan: an upgrade at once for the prorated difference, a downgrade at
 * the end of the paid period. Throws `conflict` while another change runs, `subscribe_again` without a
 * subscription, and `payment_declined` when the upgrade is not paid.
 */
export async function changePlan(billing: BillingDeps, userId: string, wanted: PlanId): Promise<PlanChange> {
  const { id } = await changeable(billing, userId);
  return withChangeLock(billing, id, async () => {
    const unanswered = await unansweredOperation(billing, userId, operations, [id, wanted]);
    const { customerId } = await changeable(billing, userId);
    // The proration is computed from the plan that the provider has, and our copy of it may be stale.
    if (!unanswered) await syncCustomer(billing, customerId);
    return change(billing, userId, wanted, unanswered);
  });
}

async function change(
  billing: BillingDeps,
  userId: string,
  wanted: PlanId,
  unanswered: Operation | null,
): Promise<PlanChange> {
  const current = await changeable(billing, userId);
  const { current: held, next } = currentAndNextPlanOf(current, billing.now());
  if (held === null) throw new AppError("conflict", "We do not recognize your plan. Please contact support.");
  if (wanted === (next ?? held)) {
    if (!unanswered) throw new AppError("conflict", alreadyMessage(wanted, next !== null));
    await forgetPaymentOperations(billing, userId, operations);
    return outcomes[unanswered];
  }
  const operation = await write(billing, userId, current, { held, isWaiting: next !== null, wanted });
  await syncCustomer(billing, current.customerId);
  await forgetPaymentOperations(billing, userId, operations);
  if (operation === "upgrade") await refuseUnpaid(billing, userId, wanted);
  return outcomes[operation];
}

async function write(
  billing: BillingDeps,
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
  // The proration is computed from the current plan, so a scheduled downgrade is undone first.
  if (isWaiting) await undo();
  return once("upgrade", (key) => gateway.upgrade(id, wanted, key));
}

async function changeable(billing: BillingDeps, userId: string): Promise<SubscriptionRow> {
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

/**
 * Throws `payment_declined` when the upgrade was not paid: Stripe then keeps the old plan
 * (`pending_if_incomplete`).
 */
async function refuseUnpaid({ db, now }: BillingDeps, userId: string, wanted: PlanId): Promise<void> {
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

/**
 * Schedules the subscription to end with the paid period. Calling it again changes nothing. Throws `conflict`
 * without a subscription or while another change runs.
 */
export async function cancelSubscription(billing: BillingDeps, userId: string): Promise<void> {
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
 * Undoes a scheduled cancellation. Throws `subscribe_again` once the subscription has ended, and `conflict`
 * while another change runs.
 */
export async function reactivateSubscription(billing: BillingDeps, userId: string): Promise<void> {
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

async function liveSubscription(billing: BillingDeps, userId: string): Promise<SubscriptionRow | null> {
  const current = await subscriptionOf(billing.db, userId, billing.now());
  return current && isLive(current, billing.now()) ? current : null;
}

/**
 * How long one change reserves the subscription: longer than the slowest change takes. After a crash, other
 * changes are refused until this time has passed.
 */
const LEASE_MS = 2 * 60_000;

/**
 * Runs one change of a subscription at a time, because two simultaneous upgrades would both be charged. Throws
 * `conflict` while another change runs.
 */
async function withChangeLock<Result>(
  { db, now }: Pick<BillingDeps, "db" | "now">,
  subscriptionId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const work = { kind: "subscription change", subject: subscriptionId };
  const lease = await takeLease(db, work, { now: now(), milliseconds: LEASE_MS });
  if (!lease)
    throw new AppError(
      "conflict",
      "Another change to your subscription is being made. Please check again in a moment.",
    );
  try {
    return await change();
  } finally {
    await endLease(db, lease);
  }
}
