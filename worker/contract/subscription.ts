import { subMonths } from "date-fns";
import { z } from "zod";
import { tierSchema } from "./account.ts";
import { featuresOf, planIds, planTerms, RECOMMENDED_PLAN } from "./plans.ts";

export const planIdSchema = z.enum(planIds);

const planSchema = z.object({
  id: planIdSchema,
  name: z.string().max(40),
  /** Dollars, as the specification requires; everything inside uses cents. */
  price: z.number().nonnegative(),
  interval: z.literal("month"),
  /** Null means unlimited. */
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
    features: featuresOf(id),
    recommended: id === RECOMMENDED_PLAN,
    popular: id === RECOMMENDED_PLAN,
  }));

const billingHistoryItemSchema = z.object({
  id: z.string().max(255),
  description: z.string().max(500).nullable(),
  created: z.iso.datetime(),
  /** Cents. */
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
    /** When access ends after a failed renewal. */
    grace_end: z.iso.datetime().nullable(),
    amount: z.object({ cents: z.number().int(), currency: z.string().max(8) }).nullable(),
    payment_method: z.object({ brand: z.string().max(40), last4: z.string().max(4) }).nullable(),
  }),
  limits: z.object({
    tier: tierSchema,
    /** Null means unlimited. */
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

/** Longer than any checkout id. */
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
  /** Null when the offer can be accepted. */
  obstacle: z.string().max(300).nullable(),
});
export type GuestOffer = z.infer<typeof guestOfferSchema>;
export const guestOffersResponseSchema = z.object({ offers: z.array(guestOfferSchema).max(5) });

export const checkoutSuccessResponseSchema = z.object({
  success: z.boolean(),
  error: z.string().max(500).nullable(),
  user: z.object({ email: z.string().max(254) }).nullable(),
  isLinked: z.boolean().optional(),
  /** Nothing is linked until the person accepts. */
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
  /** The address has a confirmed account, so its owner signs in and sets nothing up. */
  hasAccount: z.boolean(),
  offer: guestOfferSchema.nullable(),
});

export const setupPasswordRequestSchema = z.object({
  email: z.string().max(1000),
  password: z.string().max(100_000),
  /** The secret of a mailed link. Without it, the browser's own secret is needed. */
  secret: mailedSecret.optional(),
});

export function shareLeft(from: Date, until: Date, now: Date): number {
  const left = (until.getTime() - now.getTime()) / (until.getTime() - from.getTime());
  return Math.min(1, Math.max(0, left));
}

/**
 * Returns the calls of a more expensive plan that the prorated price difference pays for, or null without a limit.
 */
export function proratedCalls(current: number | null, wanted: number | null, left: number): number | null {
  if (current === null || wanted === null) return null;
  return Math.round((wanted - current) * left);
}

/** Returns cents. It is an estimate, because the payment provider counts to the second. */
export function prorationCents(currentCents: number, wantedCents: number, left: number): number {
  return Math.round((wantedCents - currentCents) * left);
}

export const shareOfMonth = (periodEnd: Date, now: Date) =>
  shareLeft(subMonths(periodEnd, 1), periodEnd, now);
