import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { AppError } from "#platform/errors.ts";
import { composeMail } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";
import { checkouts, customers } from "#platform/schema/billing.ts";
import type { BillingDeps } from "../billing.ts";
import { customerOwnerOf, hasLiveSubscription } from "../subscription/ownership.ts";
import { syncCustomer } from "../sync/sync.ts";
import { hasCheckoutSecret, hashSecret } from "./checkout-secret.ts";
import {
  checkoutOfMailedSecret,
  isPaidByGuest,
  type PaidCheckout,
  SUBSCRIPTION_ENDED_MESSAGE,
} from "./paid-checkout.ts";

type SetUpProof = { browserSecrets: readonly string[] } | { mailedSecret: string };

/**
 * Returns the paid checkout whose account may be set up. Throws `forbidden` without its secret, after 24 hours,
 * or when it was set up before; `invalid_link` for an unknown or expired emailed secret; and `subscribe_again`
 * when the subscription has ended.
 */
export async function checkoutToSetUp(
  billing: BillingDeps,
  email: string,
  proof: SetUpProof,
): Promise<PaidCheckout> {
  const checkout =
    "mailedSecret" in proof
      ? await checkoutOfMailedSecret(billing, proof.mailedSecret)
      : await checkoutOfBrowser(billing, email, proof.browserSecrets);
  if (!checkout || checkout.email !== email)
    throw new AppError(
      "forbidden",
      "This account can only be set up in the browser that paid or by the link we emailed, within 24 hours. If you have an account, please sign in.",
    );
  await requireUnclaimedCustomer(billing, checkout);
  if (await hasLiveSubscription(billing.db, checkout.customerId, billing.now())) return checkout;
  // The stored subscription may be missing, if the provider was unreachable when the payment's webhook arrived.
  await syncCustomer(billing, checkout.customerId);
  if (await hasLiveSubscription(billing.db, checkout.customerId, billing.now())) return checkout;
  throw new AppError("subscribe_again", SUBSCRIPTION_ENDED_MESSAGE);
}

/** Throws `forbidden` when an account already owns the customer. */
export async function requireUnclaimedCustomer(
  { db }: BillingDeps,
  { customerId }: PaidCheckout,
): Promise<void> {
  if ((await customerOwnerOf(db, customerId)) !== null)
    throw new AppError("forbidden", "This account is already set up. Please sign in.");
}

export function linkCheckoutStatements({ db, now }: BillingDeps, checkout: PaidCheckout, userId: string) {
  return [
    db
      .update(customers)
      .set({ userId })
      .where(and(eq(customers.id, checkout.customerId), isNull(customers.userId))),
    db.update(checkouts).set({ setUpAt: now() }).where(eq(checkouts.id, checkout.id)),
  ] as const;
}

/**
 * Returns the newest checkout with this address that was opened in the browser, or null if it is not paid. The
 * query uses the index `checkouts_by_secret`.
 */
async function checkoutOfBrowser(
  { db, now }: BillingDeps,
  email: string,
  secrets: readonly string[],
): Promise<PaidCheckout | null> {
  if (secrets.length === 0) return null;
  const rows = await db
    .select()
    .from(checkouts)
    .where(and(inArray(checkouts.secretHash, secrets.map(hashSecret)), eq(checkouts.email, email)))
    .orderBy(desc(checkouts.createdAt));
  const own = rows.find((row) => secrets.some((secret) => hasCheckoutSecret(row, secret, now())));
  return own && isPaidByGuest(own) ? own : null;
}

export function setUpMail(to: string, url: string): Mail {
  return composeMail({
    to,
    subject: "Your Beatcast subscription is paid",
    paragraphs: [
      "Thank you. Your payment has arrived.",
      "If you have not chosen a password yet, you can do so here, on any device, within 24 hours. If you already have an account, sign in on the same page and add the subscription to it. Nothing is added until you decide.",
    ],
    action: { label: "Set up the account", url },
    reason: "You get this email because this address was given at the checkout.",
  });
}
