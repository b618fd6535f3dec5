import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { planFeaturesOf, planTerms } from "#contract/plans.ts";
import {
  type GuestOffer,
  guestOffersResponseSchema,
  offerAnsweredResponseSchema,
  plansResponseSchema,
  type SubscriptionStatusResponse,
  subscriptionStatusResponseSchema,
} from "#contract/subscription.ts";
import { apiFetch, apiQuery } from "./api.ts";
import { useSession } from "./session.tsx";
import { type Action, useAction } from "./use-action.ts";

/** How often the subscription is read again. The specification sets this value. */
export const SUBSCRIPTION_STALE_MS = 300_000;

export const subscriptionQuery = () =>
  queryOptions({
    ...apiQuery(subscriptionStatusResponseSchema, "/api/subscription/status"),
    refetchOnMount: "always",
  });

export const plansQuery = () =>
  queryOptions({
    ...apiQuery(plansResponseSchema, "/api/subscription/plans"),
    staleTime: SUBSCRIPTION_STALE_MS,
  });

/** What is shown when the status cannot be read. The specification sets these values. */
const freeDefaults: SubscriptionStatusResponse = {
  subscription: {
    subscribed: false,
    subscription_status: null,
    subscription_tier: "free",
    subscription_end: null,
    pending_tier: null,
    grace_end: null,
    amount: null,
    payment_method: null,
  },
  limits: {
    tier: "free",
    apiCallsLimit: planTerms.free.callLimit,
    apiCallsUsed: 0,
    periodEnd: new Date(0).toISOString(),
    features: planFeaturesOf("free"),
  },
  billingHistory: [],
  isBillingHistoryComplete: false,
};

export function useSubscription() {
  const query = useQuery(subscriptionQuery());
  const status = query.isError ? freeDefaults : query.data;
  const { error, isFetching, refetch } = query;
  return { status, isLoading: status === undefined, hasFailed: query.isError, error, isFetching, refetch };
}

/**
 * Returns a function that reads the subscription and the user again, for use after a change. It throws what the
 * requests throw.
 */
export function useReadSubscription(): () => Promise<void> {
  const { refreshUser } = useSession();
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.fetchQuery({ ...subscriptionQuery(), staleTime: 0 });
    await refreshUser();
  };
}

/** Returns whether the subscription is active by the specification's definition. */
export function isSubscriptionActive({
  subscribed,
  subscription_status: status,
}: SubscriptionStatusResponse["subscription"]): boolean {
  return subscribed && (status === "active" || status === "trialing");
}

export const guestOffersQuery = () =>
  queryOptions({
    ...apiQuery(guestOffersResponseSchema, "/api/subscription/offers"),
    refetchOnMount: "always",
  });

type OfferAnswer = "accept" | "decline";

/** Accepts or declines a subscription that a guest paid. `secret` comes from the emailed link. */
const answerOffer = (answer: OfferAnswer, body: { checkoutId: string; secret: string | undefined }) =>
  apiFetch(offerAnsweredResponseSchema, `/api/subscription/offers/${answer}`, { method: "POST", body });

type Ends = Pick<Action<OfferAnswer, unknown>, "success" | "failure" | "onSuccess">;

export function useOfferAnswer({ checkoutId }: GuestOffer, { secret, ...ends }: Ends & { secret?: string }) {
  const { refreshUser } = useSession();
  const queryClient = useQueryClient();
  return useAction<OfferAnswer>({
    ...ends,
    call: (answer) => answerOffer(answer, { checkoutId, secret }),
    refresh: async () => {
      await queryClient.invalidateQueries({ queryKey: subscriptionQuery().queryKey });
      await refreshUser();
      await queryClient.invalidateQueries({ queryKey: guestOffersQuery().queryKey });
    },
  });
}
