import { readProfile } from "#accounts/profile/profile.ts";
import { findSession, type Session } from "#accounts/sessions/session.ts";
import { cancelSubscription, reactivateSubscription } from "#billing/cancel.ts";
import { changePlan } from "#billing/change-plan.ts";
import { openGuestCheckout, openUserCheckout } from "#billing/checkout.ts";
import { obstacleOf } from "#billing/claim-guest-subscription.ts";
import { confirmCheckout } from "#billing/confirm.ts";
import { listPlans, termsOf } from "#billing/plans.ts";
import { portalUrl } from "#billing/portal.ts";
import { billingHistoryOf, presentSubscription, refreshStale } from "#billing/status.ts";
import {
  changePlanRequestSchema,
  createCheckoutRequestSchema,
  type SubscriptionStatusResponse,
} from "#contract/subscription.ts";
import type { AppContext } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";
import { keepSecret, secretOf } from "./checkout-cookies.ts";
import { personOf, presentOffer } from "./guest-subscriptions.ts";

/** Longer than any checkout id of Stripe's. */
const MAX_CHECKOUT_ID = 255;

export const subscriptionOperations: readonly Operation[] = [
  { method: "GET", path: "/api/subscription/plans", access: "public", handle: (c) => c.json(listPlans()) },
  {
    method: "GET",
    path: "/api/subscription/status",
    access: "user",
    handle: async (c, who) => {
      await refreshStale(c.var.deps.billing(), who.userId);
      return c.json(await statusOf(c, who));
    },
  },
  {
    method: "POST",
    path: "/api/subscription/create-checkout",
    access: "public",
    rate: "checkout",
    body: createCheckoutRequestSchema,
    handle: createCheckout,
  },
  {
    method: "GET",
    path: "/api/subscription/checkout-success/:sessionId",
    access: "public",
    rate: "checkout",
    handle: checkoutSuccess,
  },
  {
    method: "POST",
    path: "/api/subscription/change-plan",
    access: "user",
    rate: "checkout",
    body: changePlanRequestSchema,
    handle: async (c, { userId }) => {
      const { planId } = await readJson(c.req.raw, changePlanRequestSchema);
      return c.json({ success: true, change: await changePlan(c.var.deps.billing(), userId, planId) });
    },
  },
  {
    method: "POST",
    path: "/api/subscription/cancel-user",
    access: "user",
    rate: "checkout",
    handle: async (c, { userId }) => {
      await cancelSubscription(c.var.deps.billing(), userId);
      return c.json(await changed(c, userId));
    },
  },
  {
    method: "POST",
    path: "/api/subscription/reactivate",
    access: "user",
    rate: "checkout",
    handle: async (c, { userId }) => {
      await reactivateSubscription(c.var.deps.billing(), userId);
      return c.json(await changed(c, userId));
    },
  },
  {
    method: "POST",
    path: "/api/subscription/portal",
    access: "user",
    rate: "checkout",
    handle: async (c, { userId }) => c.json({ url: await portalUrl(c.var.deps.billing(), userId) }),
  },
];

async function createCheckout(c: AppContext): Promise<Response> {
  const { planId } = await readJson(c.req.raw, createCheckoutRequestSchema);
  const { accounts, billing, db } = c.var.deps;
  const who = await findSession(accounts, c.req.raw);
  if (who) {
    const { email, name } = await readProfile(db, who.userId);
    const person = { userId: who.userId, email, name: name || null };
    return c.json(await openUserCheckout(billing(), planId, person));
  }
  const { id, url, secret } = await openGuestCheckout(billing(), planId);
  keepSecret(c, id, secret);
  return c.json({ url });
}

async function checkoutSuccess(c: AppContext): Promise<Response> {
  const { accounts, billing, db } = c.var.deps;
  const sessionId = c.req.param("sessionId") ?? "";
  if (sessionId.length > MAX_CHECKOUT_ID) throw new AppError("not_found", "There is no such checkout.");
  const who = await findSession(accounts, c.req.raw);
  const user = who && (await personOf(db, who.userId));
  const answer = await confirmCheckout(billing(), sessionId, { secret: secretOf(c, sessionId), user });
  if (answer.outcome === "refused")
    return c.json({ success: false, error: answer.reason, user: null, isLinked: false });
  const { outcome, email } = answer;
  const offer =
    answer.outcome === "asks" && user
      ? presentOffer(
          { checkoutId: sessionId, email, planId: answer.planId },
          await obstacleOf(billing(), user.id),
        )
      : null;
  return c.json({ success: true, error: null, user: { email }, isLinked: outcome === "linked", offer });
}

async function changed(c: AppContext, userId: string) {
  return { success: true, subscription: await presentSubscription(c.var.deps.billing(), userId) };
}

async function statusOf(c: AppContext, { userId }: Session): Promise<SubscriptionStatusResponse> {
  const { billing, entitlement, quota } = c.var.deps;
  const [subscription, history, plan] = await Promise.all([
    presentSubscription(billing(), userId),
    billingHistoryOf(billing(), userId),
    entitlement(userId),
  ]);
  const { tier, callLimit, period } = plan;
  return {
    subscription,
    limits: {
      tier,
      apiCallsLimit: callLimit,
      apiCallsUsed: await (await quota(userId, { entitlement: plan })).used(),
      periodEnd: period.endsAt,
      features: [...termsOf(tier).features],
    },
    billingHistory: history ?? [],
    isBillingHistoryComplete: history !== null,
  };
}
