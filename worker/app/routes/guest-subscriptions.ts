import { accountOf } from "#accounts/sign-in/paid-account.ts";
import {
  acceptGuestSubscription,
  declineGuestSubscription,
  obstacleOf,
  offersTo,
} from "#billing/checkout/claim-guest-subscription.ts";
import type { Person } from "#billing/checkout/confirm.ts";
import { checkoutOfMailedSecret } from "#billing/checkout/paid-checkout.ts";
import { requireUnowned } from "#billing/checkout/set-up.ts";
import { type PlanId, planTerms } from "#contract/plans.ts";
import {
  acceptOfferRequestSchema,
  declineOfferRequestSchema,
  type GuestOffer,
  guestOffersResponseSchema,
  offerAnsweredResponseSchema,
  setUpLinkRequestSchema,
  setUpLinkResponseSchema,
} from "#contract/subscription.ts";
import { type Operation, operation } from "../http/operation.ts";
import type { SignedIn } from "../users.ts";
import { dropSecret, secretOf } from "./checkout-cookies.ts";

/** Nothing is linked but by `accept`. */
export const guestSubscriptionOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/subscription/offers",
    access: "user",
    summary: "List what guests paid for with the account's address",
    response: guestOffersResponseSchema,
    handle: async ({ billing, who }) => {
      const user = personOf(who);
      const [offers, obstacle] = await Promise.all([
        offersTo(billing, user),
        obstacleOf(billing, who.userId),
      ]);
      return { offers: offers.map((offer) => presentOffer(offer, obstacle)) };
    },
  }),
  operation({
    method: "POST",
    path: "/api/subscription/offers/accept",
    access: "user",
    summary: "Take over a subscription that a guest paid for",
    rate: "checkout",
    body: acceptOfferRequestSchema,
    response: offerAnsweredResponseSchema,
    errors: ["not_found", "forbidden", "conflict", "subscribe_again", "invalid_link"],
    handle: async ({ c, billing, who, body: { checkoutId, secret } }) => {
      const proof = secret ?? secretOf(c, checkoutId);
      await acceptGuestSubscription(billing, personOf(who), checkoutId, proof);
      dropSecret(c, checkoutId);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/subscription/offers/decline",
    access: "user",
    summary: "Decline a subscription that a guest paid for",
    rate: "checkout",
    body: declineOfferRequestSchema,
    response: offerAnsweredResponseSchema,
    errors: ["not_found", "forbidden", "conflict"],
    handle: async ({ billing, who, body: { checkoutId } }) => {
      await declineGuestSubscription(billing, personOf(who), checkoutId);
      return { success: true };
    },
  }),
  operation({
    // Reads alone: the secret comes in the body.
    method: "POST",
    path: "/api/subscription/set-up-link",
    access: "public",
    summary: "Read what a mailed set-up link is about",
    rate: "setUp",
    body: setUpLinkRequestSchema,
    response: setUpLinkResponseSchema,
    errors: ["invalid_link", "forbidden", "subscribe_again"],
    handle: async ({ c, billing, signedIn, accounts, body: { secret } }) => {
      const checkout = await checkoutOfMailedSecret(billing, secret);
      await requireUnowned(billing, checkout);
      const { id: checkoutId, email, planId } = checkout;
      const who = await signedIn(c.req.raw);
      const offer = who && presentOffer({ checkoutId, email, planId }, await obstacleOf(billing, who.userId));
      const account = await accountOf(accounts, email);
      return { email, hasAccount: account?.isEmailVerified ?? false, offer };
    },
  }),
];

export function personOf({ profile: { id, email, emailVerified } }: SignedIn): Person {
  return { id, email, isEmailVerified: emailVerified };
}

export function presentOffer(
  { checkoutId, email, planId }: { checkoutId: string; email: string; planId: PlanId },
  obstacle: string | null,
): GuestOffer {
  return { checkoutId, email, planName: planTerms[planId].name, obstacle };
}
