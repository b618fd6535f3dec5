import { queryOptions, useQueryClient } from "@tanstack/react-query";
import {
  type GuestOffer,
  guestOffersResponseSchema,
  offerAnsweredResponseSchema,
} from "#contract/subscription.ts";
import { apiFetch, apiQuery } from "./api.ts";
import { useSession } from "./session.tsx";
import { subscriptionQuery } from "./subscription.ts";
import { type Action, useAction } from "./use-action.ts";

/** What guests paid for with the signed-in person's confirmed address, until it is accepted or declined. */
export const guestOffersQuery = () =>
  queryOptions({
    ...apiQuery(guestOffersResponseSchema, "/api/subscription/offers"),
    refetchOnMount: "always",
  });

type OfferAnswer = "accept" | "decline";

/** Accepts or declines what a guest paid for; `secret` is that of a mailed link. */
const answerOffer = (answer: OfferAnswer, body: { checkoutId: string; secret: string | undefined }) =>
  apiFetch(offerAnsweredResponseSchema, `/api/subscription/offers/${answer}`, { method: "POST", body });

type Ends = Pick<Action<OfferAnswer, unknown>, "success" | "failure" | "onSuccess">;

/** The action that answers an offer. Plan and offers are read again afterwards. */
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
