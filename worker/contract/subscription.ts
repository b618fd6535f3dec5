import { subMonths } from "date-fns";
import { z } from "zod";
import { tierSchema } from "./account.ts";
import { planFeaturesOf, planIds, planTerms, RECOMMENDED_PLAN } from "./plans.ts";

export const planIdSchema = z.enum(planIds);

const planSchema = z.object({
  id: planIdSchema,
  name: z.string().max(40),
  /** The monthly price in US dollars. All other code uses cents. */
  price: z.number().nonnegative(),
  interval: z.literal("month"),
  /** The number of analyses per month. `apiCallLimit` is null when there is no limit. */
  apiCallLimit: z.number().int().positive().nullable(),
  features: z.array(z.string().max(120)).max(20),
  recommended: z.boolean(),
  popular: z.boolean(),
});
export type Plan = z.infer<typeof planSchema>;
export const plansResponseSchema = z.array(planSchema).max(10);

export const listPlans = (): Plan[] =>
  planIds.map((id) => ({
    id,
    name: planTerms[id].name,
    price: planTerms[id].priceCents / 100,
    interval: "month",
    apiCallLimit: planTerms[id].callLimit,
    features: planFeaturesOf(id),
    recommended: id === RECOMMENDED_PLAN,
    popular: id === RECOMMENDED_PLAN,
  }));

const billingHistoryItemSchema = z.object({
  id: z.string().max(255),
  description: z.string().max(500).nullable(),
  created: z.iso.datetime(),
  /** The amount in the currency's smallest unit, such as cents. */
  amount: z.number().int(),
  currency: z.string().max(8),
  status: z.string().max(40),
  invoice_pdf: z.string().max(2000).nullable(),
});
export type BillingHistoryItem = z.infer<typeof billingHistoryItemSchema>;

export const subscriptionStatusResponseSchema = z.object({
  subscription: z.object({
    subscribed: z.boolean(),
    subscription_status: z.string().max(40).nullable(),
    subscription_tier: tierSchema,
    subscription_end: z.iso.datetime().nullable(),
    pending_tier: tierSchema.nullable(),
    /** The time at which access ends after a failed renewal. */
    grace_end: z.iso.datetime().nullable(),
    amount: z.object({ cents: z.number().int(), currency: z.string().max(8) }).nullable(),
    payment_method: z.object({ brand: z.string().max(40), last4: z.string().max(4) }).nullable(),
  }),
  limits: z.object({
    tier: tierSchema,
    /** The number of analyses in the current period. `apiCallsLimit` is null when there is no limit. */
    apiCallsLimit: z.number().int().positive().nullable(),
    apiCallsUsed: z.number().int().nonnegative(),
    periodEnd: z.iso.datetime(),
    features: z.array(z.string().max(120)).max(20),
  }),
  billingHistory: z.array(billingHistoryItemSchema).max(100),
  /** False when the payment provider could not be reached. */
  isBillingHistoryComplete: z.boolean(),
});
export type SubscriptionStatusResponse = z.infer<typeof subscriptionStatusResponseSchema>;

export const createCheckoutRequestSchema = z.object({ planId: planIdSchema });
export const createCheckoutResponseSchema = z.object({ url: z.string().max(3000) });

/** The limit is longer than any checkout id. */
export const checkoutParamsSchema = z.object({ sessionId: z.string().max(1000) });

export const changePlanRequestSchema = z.object({ planId: planIdSchema });
export const changePlanResponseSchema = z.object({
  success: z.literal(true),
  change: z.enum(["upgraded", "downgrade_waits", "downgrade_undone"]),
});

export const portalResponseSchema = z.object({ url: z.string().max(3000) });
export const subscriptionChangeResponseSchema = z.object({
  success: z.literal(true),
  subscription: subscriptionStatusResponseSchema.shape.subscription,
});

const guestOfferSchema = z.object({
  checkoutId: z.string().max(255),
  planName: z.string().max(40),
  email: z.string().max(254),
  /** The reason why the offer cannot be accepted. `obstacle` is null when it can. */
  obstacle: z.string().max(300).nullable(),
});
export type GuestOffer = z.infer<typeof guestOfferSchema>;
export const guestOffersResponseSchema = z.object({ offers: z.array(guestOfferSchema).max(5) });

export const checkoutSuccessResponseSchema = z.object({
  success: z.boolean(),
  error: z.string().max(500).nullable(),
  user: z.object({ email: z.string().max(254) }).nullable(),
  isLinked: z.boolean().optional(),
  /**
   * A subscription that was bought without signing in. It is linked to the account only when the person accepts
   * it.
   */
  offer: guestOfferSchema.nullable().optional(),
});

const checkoutId = z.string().min(1).max(255);
const mailedSecret = z.string().max(100);

export const acceptOfferRequestSchema = z.object({ checkoutId, secret: mailedSecret.optional() });
export const declineOfferRequestSchema = z.object({ checkoutId });
export const offerAnsweredResponseSchema = z.object({ success: z.literal(true) });

export const setUpLinkRequestSchema = z.object({ secret: mailedSecret });
export const setUpLinkResponseSchema = z.object({
  email: z.string().max(254),
  /** True when the address has a confirmed account, whose owner signs in and needs no new password. */
  hasAccount: z.boolean(),
  offer: guestOfferSchema.nullable(),
});

export const setupPasswordRequestSchema = z.object({
  email: z.string().max(1000),
  password: z.string().max(100_000),
  /**
   * The secret from the mailed link. When it is omitted, the browser must have its own secret from the
   * checkout.
   */
  secret: mailedSecret.optional(),
});

export function remainingFraction(from: Date, until: Date, now: Date): number {
  const left = (until.getTime() - now.getTime()) / (until.getTime() - from.getTime());
  return Math.min(1, Math.max(0, left));
}

/**
 * Returns the number of additional calls for the rest of the period after a change from the `current` limit to
 * the `wanted` one, or null when either is unlimited. `left` is the share of the period that is left.
 */
export function proratedCalls(current: number | null, wanted: number | null, left: number): number | null {
  if (current === null || wanted === null) return null;
  return Math.round((wanted - current) * left);
}

/**
 * Returns the price of a change of plan for the rest of the period, in cents. It is an estimate, because the
 * payment provider prorates by the second.
 */
export function prorationCents(currentCents: number, wantedCents: number, left: number): number {
  return Math.round((wantedCents - currentCents) * left);
}

export const remainingMonthFraction = (periodEnd: Date, now: Date) =>
  remainingFraction(subMonths(periodEnd, 1), periodEnd, now);
