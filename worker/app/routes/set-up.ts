import { clientOf } from "#accounts/sessions/client.ts";
import type { OpenedSession } from "#accounts/sessions/session.ts";
import {
  accountOf,
  accountWrites,
  claimUnconfirmedAccount,
  enterNewAccount,
} from "#accounts/sign-in/paid-account.ts";
import type { PaidCheckout } from "#billing/checkout/paid-checkout.ts";
import { checkoutToSetUp, linkingWrites, requireUnowned } from "#billing/checkout/set-up.ts";
import { linkUnlessSubscribed } from "#billing/subscription/ownership.ts";
import { fullNameSchema, sessionResponseSchema } from "#contract/account.ts";
import { setupPasswordRequestSchema } from "#contract/subscription.ts";
import { AppError } from "#platform/errors.ts";
import type { AppContext } from "../deps.ts";
import { type Operation, operation } from "../http/operation.ts";
import { dropSecret, secretsOf } from "./checkout-cookies.ts";
import { presentSession } from "./present-user.ts";

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
      const proof = secret === undefined ? { browserSecrets: secretsOf(c) } : { mailedSecret: secret };
      const checkout = await checkoutToSetUp(billing, email, proof);
      const opened = await openFor(c, checkout, { password, isMailboxProven: "mailedSecret" in proof });
      dropSecret(c, checkout.id);
      return presentSession(c, opened);
    },
  }),
];

type Wish = { password: string; isMailboxProven: boolean };

async function openFor(c: AppContext, checkout: PaidCheckout, wish: Wish): Promise<OpenedSession> {
  const { accounts, db } = c.var.deps;
  const client = clientOf(c.req.raw);
  const existing = await accountOf(accounts, checkout.email);
  if (!existing) return enterNewAccount(accounts, await makeAccount(c, checkout, wish), client);
  if (existing.isEmailVerified || !wish.isMailboxProven) throw addressTaken(wish);
  const opened = await claimUnconfirmedAccount(accounts, existing.id, wish.password, client);
  // What the account pays for stays; the other is then offered.
  await linkUnlessSubscribed(db, checkout.customerId, existing.id);
  return opened;
}

/** One write: a crash leaves all of it or nothing. */
async function makeAccount(
  { var: { deps } }: AppContext,
  checkout: PaidCheckout,
  { password, isMailboxProven }: Wish,
): Promise<string> {
  const billing = deps.billing;
  const { userId, writes } = await accountWrites(deps.accounts, {
    email: checkout.email,
    password,
    // Typed on the provider's page: a name that a sign-up would refuse is left out.
    fullName: fullNameSchema.safeParse(checkout.payerName).data ?? "",
    isEmailVerified: isMailboxProven,
  });
  try {
    await deps.db.batch([...writes, ...linkingWrites(billing, checkout, userId)]);
  } catch (error) {
    // Of two set-ups at once, or one beside a sign-up with the address, one gets it.
    await requireUnowned(billing, checkout);
    if (await accountOf(deps.accounts, checkout.email)) throw addressTaken({ isMailboxProven });
    throw error;
  }
  return userId;
}

function addressTaken({ isMailboxProven }: Pick<Wish, "isMailboxProven">): AppError {
  return new AppError(
    "conflict",
    isMailboxProven
      ? "There is already an account with this address. Please sign in and add the subscription there."
      : "We could not create this account. If you already have one, please sign in: you can add the subscription to it. Otherwise open the link we emailed to this address.",
  );
}
