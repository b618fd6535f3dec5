import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { type PlanId, planTerms } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";
import { checkouts, customers, subscriptions } from "#platform/schema/billing.ts";
import type { BillingDeps } from "../billing.ts";
import { isLive } from "../subscription/access.ts";
import {
  customerOwnerOf,
  hasLiveSubscription,
  linkUnlessSubscribed,
  subscriptionOf,
} from "../subscription/ownership.ts";
import { refreshStale } from "../subscription/status.ts";
import { syncCustomer } from "../sync/sync.ts";
import { hasCheckoutSecret } from "./checkout-secret.ts";
import { type BillingPerson, isAddressOf } from "./confirm.ts";
import { findCheckout, isPaidByGuest, SUBSCRIPTION_ENDED_MESSAGE } from "./paid-checkout.ts";

type GuestOffer = { checkoutId: string; planId: PlanId; email: string; paidAt: Date };

const SHOWN_OFFERS = 5;

/**
 * Returns the live subscriptions that guests paid with the user's email address and that were neither accepted
 * nor declined, newest first. An unconfirmed address gets none, since it may belong to somebody else.
 */
export async function guestOffersTo({ db, now }: BillingDeps, user: BillingPerson): Promise<GuestOffer[]> {
  if (!user.isEmailVerified) return [];
  const rows = await db
    .select({ checkout: checkouts, subscription: subscriptions })
    .from(customers)
    .innerJoin(checkouts, eq(checkouts.customerId, customers.id))
    .innerJoin(subscriptions, eq(subscriptions.customerId, customers.id))
    .where(
      and(
        eq(customers.email, user.email),
        isNull(customers.userId),
        isNull(checkouts.userId),
        isNull(checkouts.declinedAt),
        isNotNull(checkouts.confirmedAt),
      ),
    )
    .orderBy(desc(checkouts.confirmedAt));
  return rows
    .filter(({ subscription }) => isLive(subscription, now()))
    .slice(0, SHOWN_OFFERS)
    .map(({ checkout, subscription }) => ({
      checkoutId: checkout.id,
      planId: subscription.planId ?? checkout.planId,
      email: user.email,
      paidAt: checkout.confirmedAt ?? checkout.createdAt,
    }));
}

/**
 * Returns a message that says why the person cannot accept another subscription, or null if they can. A
 * subscription that renews is never ended in favor of another.
 */
export async function claimObstacleOf({ db, now }: BillingDeps, userId: string): Promise<string | null> {
  const own = await subscriptionOf(db, userId, now());
  if (!own || !isLive(own, now()) || own.endsAt !== null) return null;
  return `You already have the ${planTerms[own.planId ?? "free"].name} plan. Accepting this one would neither end nor refund it. To use this one instead, cancel your own first.`;
}

/**
 * Gives a guest's subscription to the account that holds the checkout's secret or its confirmed address.
 * Accepting it again changes nothing. Throws `forbidden` for anybody else, `conflict` when the subscription
 * belongs to another account or this account already has one, and `subscribe_again` when the subscription has
 * ended.
 */
export async function acceptGuestSubscription(
  billing: BillingDeps,
  user: BillingPerson,
  checkoutId: string,
  secret: string | null,
): Promise<void> {
  const { db, now } = billing;
  const checkout = await findCheckout(billing, checkoutId);
  const isAllowed =
    checkout !== null &&
    isPaidByGuest(checkout) &&
    (hasCheckoutSecret(checkout, secret, now()) ||
      (isAddressOf(user, checkout.email) && checkout.declinedAt === null));
  if (!isAllowed)
    throw new AppError("forbidden", "Only the person who paid for this subscription can accept it.");
  await syncCustomer(billing, checkout.customerId);
  const owner = await customerOwnerOf(db, checkout.customerId);
  if (owner === user.id) return;
  if (owner !== null) throw new AppError("conflict", "This subscription belongs to another account.");
  if (!(await hasLiveSubscription(db, checkout.customerId, now())))
    throw new AppError("subscribe_again", SUBSCRIPTION_ENDED_MESSAGE);
  await refreshStale(billing, user.id);
  if (await linkUnlessSubscribed(db, checkout.customerId, user.id)) return;
  if ((await customerOwnerOf(db, checkout.customerId)) === user.id) return;
  const obstacle = await claimObstacleOf(billing, user.id);
  throw new AppError("conflict", obstacle ?? "This subscription belongs to another account.");
}

/**
 * Records that the person does not want the offered subscription. Declining it again changes nothing. Throws
 * `forbidden` when it was not offered to this account, and `conflict` when it has already been accepted.
 */
export async function declineGuestSubscription(
  billing: BillingDeps,
  user: BillingPerson,
  checkoutId: string,
): Promise<void> {
  const checkout = await findCheckout(billing, checkoutId);
  if (!checkout || !isPaidByGuest(checkout) || !isAddressOf(user, checkout.email))
    throw new AppError("forbidden", "This subscription was not offered to this account.");
  if ((await customerOwnerOf(billing.db, checkout.customerId)) !== null)
    throw new AppError("conflict", "This subscription has already been accepted.");
  await billing.db
    .update(checkouts)
    .set({ declinedAt: billing.now() })
    .where(and(eq(checkouts.id, checkoutId), isNull(checkouts.declinedAt)));
}
