import { readProfile } from "#accounts/profile/profile.ts";
import { findSession } from "#accounts/sessions/session.ts";
import { accountOf } from "#accounts/sign-in/paid-account.ts";
import {
  acceptGuestSubscription,
  declineGuestSubscription,
  obstacleOf,
  offersTo,
} from "#billing/claim-guest-subscription.ts";
import type { Person } from "#billing/confirm.ts";
import { checkoutOfMailedSecret } from "#billing/paid-checkout.ts";
import { termsOf } from "#billing/plans.ts";
import { requireUnowned } from "#billing/set-up.ts";
import {
  acceptOfferRequestSchema,
  declineOfferRequestSchema,
  type GuestOffer,
  type PlanId,
  setUpLinkRequestSchema,
} from "#contract/subscription.ts";
import type { Database } from "#db/client.ts";
import type { AppContext } from "#worker/context.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";
import { dropSecret, secretOf } from "./checkout-cookies.ts";

/** What guests paid for and an account may accept or decline. Nothing is linked but by `accept`. */
export const guestSubscriptionOperations: readonly Operation[] = [
  {
    method: "GET",
    path: "/api/subscription/offers",
    access: "user",
    handle: async (c, { userId }) => {
      const { db } = c.var.deps;
      const billing = c.var.deps.billing();
      const user = await personOf(db, userId);
      const [offers, obstacle] = await Promise.all([offersTo(billing, user), obstacleOf(billing, userId)]);
      return c.json({ offers: offers.map((offer) => presentOffer(offer, obstacle)) });
    },
  },
  {
    method: "POST",
    path: "/api/subscription/offers/accept",
    access: "user",
    rate: "checkout",
    body: acceptOfferRequestSchema,
    handle: async (c, { userId }) => {
      const { checkoutId, secret } = await readJson(c.req.raw, acceptOfferRequestSchema);
      const { billing, db } = c.var.deps;
      const proof = secret ?? secretOf(c, checkoutId);
      await acceptGuestSubscription(billing(), await personOf(db, userId), checkoutId, proof);
      dropSecret(c, checkoutId);
      return c.json({ success: true });
    },
  },
  {
    method: "POST",
    path: "/api/subscription/offers/decline",
    access: "user",
    rate: "checkout",
    body: declineOfferRequestSchema,
    handle: async (c, { userId }) => {
      const { checkoutId } = await readJson(c.req.raw, declineOfferRequestSchema);
      const { billing, db } = c.var.deps;
      await declineGuestSubscription(billing(), await personOf(db, userId), checkoutId);
      return c.json({ success: true });
    },
  },
  {
    method: "POST",
    path: "/api/subscription/set-up-link",
    access: "public",
    rate: "setUp",
    body: setUpLinkRequestSchema,
    handle: readSetUpLink,
  },
];

/** What a mailed link is about. Reads alone: the secret comes in the body, and no cookie is set. */
async function readSetUpLink(c: AppContext): Promise<Response> {
  const { secret } = await readJson(c.req.raw, setUpLinkRequestSchema);
  const { accounts } = c.var.deps;
  const billing = c.var.deps.billing();
  const checkout = await checkoutOfMailedSecret(billing, secret);
  await requireUnowned(billing, checkout);
  const { id: checkoutId, email, planId } = checkout;
  const who = await findSession(accounts, c.req.raw);
  const offer = who && presentOffer({ checkoutId, email, planId }, await obstacleOf(billing, who.userId));
  const account = await accountOf(accounts, email);
  return c.json({ email, hasAccount: account?.isEmailVerified ?? false, offer });
}

/** A signed-in person as billing knows them. */
export async function personOf(db: Database, userId: string): Promise<Person> {
  const { id, email, emailVerified } = await readProfile(db, userId);
  return { id, email, isEmailVerified: emailVerified };
}

/** A guest's subscription as the page may show it to the account that may have it. */
export function presentOffer(
  { checkoutId, email, planId }: { checkoutId: string; email: string; planId: PlanId },
  obstacle: string | null,
): GuestOffer {
  return { checkoutId, email, planName: termsOf(planId).name, obstacle };
}
