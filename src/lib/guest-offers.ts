import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type GuestOffer,
  guestOffersResponseSchema,
  offerAnsweredResponseSchema,
} from "#contract/subscription.ts";
import { apiFetch, apiQuery } from "./api.ts";
import { useSession } from "./session.tsx";
import { subscriptionQuery } from "./subscription.ts";

/** What guests paid for with the signed-in person's confirmed address, until it is accepted or declined. */
export const guestOffersQuery = () =>
  queryOptions({
    ...apiQuery(guestOffersResponseSchema, "/api/subscription/offers"),
    refetchOnMount: "always",
  });

type Answer = "accept" | "decline";

/**
 * Accepts or declines what a guest paid for; `secret` is that of a mailed link. Plan and offers are read again
 * afterwards. The answers throw what the call throws.
 */
export function useOfferAnswer({ checkoutId }: Pick<GuestOffer, "checkoutId">, secret?: string) {
  const { refreshUser } = useSession();
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<Answer | null>(null);

  async function answer(wish: Answer) {
    setPending(wish);
    try {
      const body = wish === "accept" && secret ? { checkoutId, secret } : { checkoutId };
      await apiFetch(offerAnsweredResponseSchema, `/api/subscription/offers/${wish}`, {
        method: "POST",
        body,
      });
      if (wish === "accept") {
        await queryClient.invalidateQueries({ queryKey: subscriptionQuery().queryKey });
        await refreshUser();
      }
      await queryClient.invalidateQueries({ queryKey: guestOffersQuery().queryKey });
    } finally {
      setPending(null);
    }
  }

  return { pending, accept: () => answer("accept"), decline: () => answer("decline") };
}
