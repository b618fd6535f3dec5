import { type Profile, readProfile } from "#accounts/profile.ts";
import { findSession, type Session } from "#accounts/session.ts";
import { adoptPaidAsGuest } from "#billing/adopt.ts";
import { cancelSubscription, reactivateSubscription } from "#billing/cancel.ts";
import { changePlan } from "#billing/change-plan.ts";
import { openGuestCheckout, openUserCheckout } from "#billing/checkout.ts";
import { confirmCheckout } from "#billing/confirm.ts";
import { checkoutOfMailedSecret } from "#billing/paid-checkout.ts";
import { listPlans, termsOf } from "#billing/plans.ts";
import { portalUrl } from "#billing/portal.ts";
import { newSecret, secretCookie, secretOf } from "#billing/secret.ts";
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

/** Longer than any checkout id of Stripe's. */
const MAX_CHECKOUT_ID = 255;

export const subscriptionOperations: readonly Operation[] = [
  { method: "GET", path: "/api/subscription/plans", access: "public", handle: (c) => c.json(listPlans()) },
  {
    method: "GET",
    path: "/api/subscription/status",
    access: "user",
    handle: async (c, who) => {
      const { billing, db } = c.var.deps;
      await adoptPaidAsGuest(billing(), payerOf(await readProfile(db, who.userId)));
      await refreshStale(billing(), who.userId);
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
    method: "GET",
    path: "/api/subscription/set-up/:secret",
    access: "public",
    rate: "checkout",
    handle: openMailedSetUp,
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
  const { accounts, billing, db, origin } = c.var.deps;
  const who = await findSession(accounts, c.req.raw);
  if (who) {
    const { email, name } = await readProfile(db, who.userId);
    const person = { userId: who.userId, email, name: name || null };
    return c.json(await openUserCheckout(billing(), planId, person));
  }
  const secret = secretOf(c.req.raw) ?? newSecret();
  const opened = await openGuestCheckout(billing(), planId, secret);
  c.header("Set-Cookie", secretCookie(secret, origin.startsWith("https:")));
  return c.json(opened);
}

async function checkoutSuccess(c: AppContext): Promise<Response> {
  const { accounts, billing, db } = c.var.deps;
  const sessionId = c.req.param("sessionId") ?? "";
  if (sessionId.length > MAX_CHECKOUT_ID) throw new AppError("not_found", "There is no such checkout.");
  const who = await findSession(accounts, c.req.raw);
  const profile = who && (await readProfile(db, who.userId));
  const confirmation = await confirmCheckout(billing(), sessionId, {
    secret: secretOf(c.req.raw),
    user: profile && payerOf(profile),
  });
  if (confirmation.outcome === "refused")
    return c.json({ success: false, error: confirmation.reason, user: null, isLinked: false });
  const { outcome, email } = confirmation;
  return c.json({ success: true, error: null, user: { email }, isLinked: outcome === "linked" });
}

/** The mailed way in: gives this browser the secret of the checkout, and leads to its set-up. Uses nothing up. */
async function openMailedSetUp(c: AppContext): Promise<Response> {
  const secret = c.req.param("secret") ?? "";
  const { billing, origin } = c.var.deps;
  const checkoutId = await checkoutOfMailedSecret(billing(), secret);
  if (checkoutId) c.header("Set-Cookie", secretCookie(secret, origin.startsWith("https:")));
  return c.redirect(`${origin}/auth?subscription=success&session_id=${checkoutId ?? "unknown"}`, 302);
}

function payerOf({ id, email, emailVerified }: Profile) {
  return { id, email, isEmailVerified: emailVerified };
}

async function changed(c: AppContext, userId: string) {
  return { success: true, subscription: await presentSubscription(c.var.deps.billing(), userId) };
}

async function statusOf(c: AppContext, { userId }: Session): Promise<SubscriptionStatusResponse> {
  const { billing, entitlement, quota, now } = c.var.deps;
  const [subscription, history, { tier, callLimit, period }] = await Promise.all([
    presentSubscription(billing(), userId),
    billingHistoryOf(billing(), userId),
    entitlement(userId),
  ]);
  return {
    subscription,
    limits: {
      tier,
      apiCallsLimit: callLimit,
      apiCallsUsed: await quota(userId).used(period.id, now().getTime()),
      periodEnd: period.endsAt,
      features: [...termsOf(tier).features],
    },
    billingHistory: history ?? [],
    isBillingHistoryComplete: history !== null,
  };
}
