import { clientOf } from "#accounts/sessions/client.ts";
import type { OpenedSession } from "#accounts/sessions/session.ts";
import {
  accountOf,
  claimUnconfirmedAccount,
  createAccountStatements,
  enterNewAccount,
} from "#accounts/sign-in/paid-account.ts";
import {
  acceptGuestSubscription,
  claimObstacleOf,
  declineGuestSubscription,
  guestOffersTo,
} from "#billing/checkout/claim-guest-subscription.ts";
import type { BillingPerson } from "#billing/checkout/confirm.ts";
import { checkoutOfMailedSecret, type PaidCheckout } from "#billing/checkout/paid-checkout.ts";
import {
  checkoutToSetUp,
  linkCheckoutStatements,
  requireUnclaimedCustomer,
} from "#billing/checkout/set-up.ts";
import { linkUnlessSubscribed } from "#billing/subscription/ownership.ts";
import { fullNameSchema, sessionResponseSchema } from "#contract/account.ts";
import { type PlanId, planTerms } from "#contract/plans.ts";
import {
  acceptOfferRequestSchema,
  declineOfferRequestSchema,
  type GuestOffer,
  guestOffersResponseSchema,
  offerAnsweredResponseSchema,
  setUpLinkRequestSchema,
  setUpLinkResponseSchema,
  setupPasswordRequestSchema,
} from "#contract/subscription.ts";
import { AppError } from "#platform/errors.ts";
import type { AppContext } from "../deps.ts";
import { type Operation, operation } from "../http/operation.ts";
import type { SignedIn } from "../users.ts";
import { checkoutSecretOf, checkoutSecretsOf, clearCheckoutSecret } from "./checkout-cookies.ts";
import { presentSession } from "./present-user.ts";

/** Of these operations, only `accept` links a guest's subscription to an account. */
export const guestSubscriptionOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/subscription/offers",
    access: "user",
    summary: "List what guests paid for with the account's address",
    response: guestOffersResponseSchema,
    handle: async ({ billing, who }) => {
      const user = billingPersonOf(who);
      const [offers, obstacle] = await Promise.all([
        guestOffersTo(billing, user),
        claimObstacleOf(billing, who.userId),
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
      const proof = secret ?? checkoutSecretOf(c, checkoutId);
      await acceptGuestSubscription(billing, billingPersonOf(who), checkoutId, proof);
      clearCheckoutSecret(c, checkoutId);
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
      await declineGuestSubscription(billing, billingPersonOf(who), checkoutId);
      return { success: true };
    },
  }),
  operation({
    // It only reads; the method is POST because the secret is in the body.
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
      await requireUnclaimedCustomer(billing, checkout);
      const { id: checkoutId, email, planId } = checkout;
      const who = await signedIn(c.req.raw);
      const offer =
        who && presentOffer({ checkoutId, email, planId }, await claimObstacleOf(billing, who.userId));
      const account = await accountOf(accounts, email);
      return { email, hasAccount: account?.isEmailVerified ?? false, offer };
    },
  }),
];

export function billingPersonOf({ profile: { id, email, emailVerified } }: SignedIn): BillingPerson {
  return { id, email, isEmailVerified: emailVerified };
}

export function presentOffer(
  { checkoutId, email, planId }: { checkoutId: string; email: string; planId: PlanId },
  obstacle: string | null,
): GuestOffer {
  return { checkoutId, email, planName: planTerms[planId].name, obstacle };
}

export const setUpOperations: readonly Operation[] = [
  operation({
    method: "POST",
    path: "/api/auth/setup-password",
    access: "public",
    summary: "Make the account of a guest who paid, by the browser that paid or by a mailed link",
    rate: "setUp",
    body: setupPasswordRequestSchema,
    response: sessionResponseSchema,
    errors: [
      "invalid_link",
      "forbidden",
      "conflict",
      "subscribe_again",
      "password_too_short",
      "password_too_long",
      "password_too_common",
    ],
    handle: async ({ c, billing, body: { email: typed, password, secret } }) => {
      const email = typed.trim().toLowerCase();
      const proof =
        secret === undefined ? { browserSecrets: checkoutSecretsOf(c) } : { mailedSecret: secret };
      const checkout = await checkoutToSetUp(billing, email, proof);
      const opened = await openFor(c, checkout, { password, isMailboxProven: "mailedSecret" in proof });
      clearCheckoutSecret(c, checkout.id);
      return presentSession(c, opened);
    },
  }),
];

type AccountRequest = { password: string; isMailboxProven: boolean };

async function openFor(c: AppContext, checkout: PaidCheckout, wish: AccountRequest): Promise<OpenedSession> {
  const { accounts, db } = c.var.deps;
  const client = clientOf(c.req.raw);
  const existing = await accountOf(accounts, checkout.email);
  if (!existing) return enterNewAccount(accounts, await makeAccount(c, checkout, wish), client);
  if (existing.isEmailVerified || !wish.isMailboxProven) throw addressTaken(wish);
  const opened = await claimUnconfirmedAccount(accounts, existing.id, wish.password, client);
  // If the account already pays for a subscription, that one stays linked, and the guest's is offered to the
  // account.
  await linkUnlessSubscribed(db, checkout.customerId, existing.id);
  return opened;
}

/**
 * Creates the account and links the guest's subscription to it in one write, so that a crash leaves both or
 * neither.
 */
async function makeAccount(
  { var: { deps } }: AppContext,
  checkout: PaidCheckout,
  { password, isMailboxProven }: AccountRequest,
): Promise<string> {
  const billing = deps.billing;
  const { userId, writes } = await createAccountStatements(deps.accounts, {
    email: checkout.email,
    password,
    // The name was typed on the provider's page, so one that sign-up would refuse is left out.
    fullName: fullNameSchema.safeParse(checkout.payerName).data ?? "",
    isEmailVerified: isMailboxProven,
  });
  try {
    await deps.db.batch([...writes, ...linkCheckoutStatements(billing, checkout, userId)]);
  } catch (error) {
    // When two set-ups, or a set-up and a sign-up with the same address, run at once, only one succeeds. The
    // other one ends here.
    await requireUnclaimedCustomer(billing, checkout);
    if (await accountOf(deps.accounts, checkout.email)) throw addressTaken({ isMailboxProven });
    throw error;
  }
  return userId;
}

function addressTaken({ isMailboxProven }: Pick<AccountRequest, "isMailboxProven">): AppError {
  return new AppError(
    "conflict",
    isMailboxProven
      ? "There is already an account with this address. Please sign in and add the subscription there."
      : "We could not create this account. If you already have one, please sign in: you can add the subscription to it. Otherwise open the link we emailed to this address.",
  );
}
