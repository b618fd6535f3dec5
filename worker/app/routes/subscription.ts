import { z } from "zod";
import { cancelSubscription, changePlan, reactivateSubscription } from "#billing/change-plan.ts";
import { openGuestCheckout, openUserCheckout, portalUrl } from "#billing/checkout/checkout.ts";
import { claimObstacleOf } from "#billing/checkout/claim-guest-subscription.ts";
import { confirmCheckout } from "#billing/checkout/confirm.ts";
import { billingHistoryOf, presentSubscription, refreshStale } from "#billing/subscription/status.ts";
import { applyPaymentEvent } from "#billing/sync/events.ts";
import { healthSchema } from "#contract/health.ts";
import { planFeaturesOf } from "#contract/plans.ts";
import {
  changePlanRequestSchema,
  changePlanResponseSchema,
  checkoutParamsSchema,
  checkoutSuccessResponseSchema,
  createCheckoutRequestSchema,
  createCheckoutResponseSchema,
  listPlans,
  plansResponseSchema,
  portalResponseSchema,
  type SubscriptionStatusResponse,
  subscriptionChangeResponseSchema,
  subscriptionStatusResponseSchema,
} from "#contract/subscription.ts";
import { AppError } from "#platform/errors.ts";
import { networkOf } from "#platform/network.ts";
import type { Deps } from "../deps.ts";
import { type Operation, operation } from "../http/operation.ts";
import { outageTextOf, recentHealth } from "../jobs/health.ts";
import { checkoutSecretOf, storeCheckoutSecret } from "./checkout-cookies.ts";
import { billingPersonOf, presentOffer } from "./guest-subscriptions.ts";

export const subscriptionOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/subscription/plans",
    access: "public",
    summary: "List the plans with their prices and limits",
    rate: "publicPages",
    response: plansResponseSchema,
    reuse: { sharedSeconds: 300, isForEverybody: true, notInEtag: [] },
    handle: () => listPlans(),
  }),
  operation({
    method: "GET",
    path: "/api/subscription/status",
    access: "user",
    summary: "Read the subscription, its limits and the billing history",
    response: subscriptionStatusResponseSchema,
    handle: async ({ billing, user, quotaOf, who }) => {
      await refreshStale(billing, who.userId);
      return statusOf({ billing, user, quotaOf }, who.userId);
    },
  }),
  operation({
    method: "POST",
    path: "/api/subscription/create-checkout",
    access: "public",
    summary: "Open a checkout at the payment provider",
    rate: "checkout",
    body: createCheckoutRequestSchema,
    response: createCheckoutResponseSchema,
    errors: ["unauthenticated", "conflict"],
    handle: async ({ c, signedIn, billing, body: { planId } }) => {
      const who = await signedIn(c.req.raw);
      if (who) {
        const { email, name } = who.profile;
        const person = { userId: who.userId, email, name: name || null };
        return openUserCheckout(billing, planId, person);
      }
      const { id, url, secret } = await openGuestCheckout(billing, planId);
      storeCheckoutSecret(c, id, secret);
      return { url };
    },
  }),
  operation({
    method: "GET",
    path: "/api/subscription/checkout-success/:sessionId",
    access: "public",
    summary: "Read what became of a checkout",
    rate: "checkout",
    params: checkoutParamsSchema,
    response: checkoutSuccessResponseSchema,
    errors: ["not_found", "unauthenticated"],
    handle: async ({ c, signedIn, billing, params: { sessionId } }) => {
      const who = await signedIn(c.req.raw);
      const user = who && billingPersonOf(who);
      const answer = await confirmCheckout(billing, sessionId, {
        secret: checkoutSecretOf(c, sessionId),
        user,
      });
      if (answer.outcome === "refused")
        return { success: false, error: answer.reason, user: null, isLinked: false };
      const { outcome, email } = answer;
      const offer =
        answer.outcome === "asks" && user
          ? presentOffer(
              { checkoutId: sessionId, email, planId: answer.planId },
              await claimObstacleOf(billing, user.id),
            )
          : null;
      return { success: true, error: null, user: { email }, isLinked: outcome === "linked", offer };
    },
  }),
  operation({
    method: "POST",
    path: "/api/subscription/change-plan",
    access: "user",
    summary: "Change the plan: up at once, down at the end of the period",
    rate: "checkout",
    body: changePlanRequestSchema,
    response: changePlanResponseSchema,
    errors: ["conflict", "subscribe_again", "payment_declined"],
    handle: async ({ billing, who, body: { planId } }) => ({
      success: true,
      change: await changePlan(billing, who.userId, planId),
    }),
  }),
  operation({
    method: "POST",
    path: "/api/subscription/cancel-user",
    access: "user",
    summary: "Cancel the subscription at the end of its period",
    rate: "checkout",
    response: subscriptionChangeResponseSchema,
    errors: ["conflict"],
    handle: async ({ billing, who }) => {
      await cancelSubscription(billing, who.userId);
      return { success: true, subscription: await presentSubscription(billing, who.userId) };
    },
  }),
  operation({
    method: "POST",
    path: "/api/subscription/reactivate",
    access: "user",
    summary: "Take a cancellation back",
    rate: "checkout",
    response: subscriptionChangeResponseSchema,
    errors: ["conflict", "subscribe_again"],
    handle: async ({ billing, who }) => {
      await reactivateSubscription(billing, who.userId);
      return { success: true, subscription: await presentSubscription(billing, who.userId) };
    },
  }),
  operation({
    method: "POST",
    path: "/api/subscription/portal",
    access: "user",
    summary: "Open the payment provider's portal",
    rate: "checkout",
    response: portalResponseSchema,
    errors: ["conflict"],
    handle: async ({ billing, who }) => ({ url: await portalUrl(billing, who.userId) }),
  }),
];

async function statusOf(
  { billing, user: readUser, quotaOf }: Pick<Deps, "billing" | "user" | "quotaOf">,
  userId: string,
): Promise<SubscriptionStatusResponse> {
  const [subscription, history, user] = await Promise.all([
    presentSubscription(billing, userId),
    billingHistoryOf(billing, userId),
    readUser(userId),
  ]);
  const { tier, callLimit, period } = user.entitlement;
  return {
    subscription,
    limits: {
      tier,
      apiCallsLimit: callLimit,
      apiCallsUsed: await quotaOf(user).used(),
      periodEnd: period.endsAt,
      features: planFeaturesOf(tier),
    },
    billingHistory: history ?? [],
    isBillingHistoryComplete: history !== null,
  };
}

/** Stripe's largest events have about a quarter of this size. */
const MAX_EVENT_BYTES = 512 * 1024;

export const webhookOperations: readonly Operation[] = [
  operation({
    method: "POST",
    path: "/api/webhooks/stripe",
    access: "signed",
    summary: "Take an event of the payment provider, signed over its raw body",
    rate: "paymentEvents",
    upload: { maxBytes: MAX_EVENT_BYTES, types: ["application/json"] },
    response: z.object({
      received: z.literal(true),
      outcome: z.enum(["applied", "known", "ignored"]),
    }),
    errors: ["invalid_request"],
    handle: async ({ c, billing, bytes }) => {
      const event = await billing.gateway.readEvent(bytes, c.req.header("stripe-signature") ?? null);
      return { received: true, outcome: await applyPaymentEvent(billing, event) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/health",
    access: "public",
    summary:
      "Whether the database, the queue and the objects answer, and how far the work behind the pages is",
    rate: "publicPages",
    isCountedByHandler: true,
    response: healthSchema,
    errors: ["not_available"],
    handle: async ({ c, enforceRateLimit }) => {
      // If the rate limiter does not answer, `recentHealth` reports it as an outage, so the error is ignored
      // here.
      await enforceRateLimit("publicPages", networkOf(c.req.raw)).catch((error: unknown) => {
        if (error instanceof AppError) throw error;
      });
      const health = await recentHealth(c.var.deps);
      const outage = outageTextOf(health);
      if (outage) throw new AppError("not_available", outage);
      return health;
    },
  }),
];
