import { and, desc, eq, gt, isNotNull, isNull, or } from "drizzle-orm";
import { checkouts } from "#db/schema/billing.ts";
import { AppError } from "#worker/errors.ts";
import type { Billing } from "./billing.ts";
import { linkCustomer } from "./ownership.ts";
import { hashSecret, SECRET_HOURS } from "./secret.ts";
import { syncCustomer } from "./sync.ts";

/** A paid guest's checkout whose account is being set up; nobody else can begin the same until it is given back. */
export type SetUpClaim = { checkoutId: string; customerId: string; payerName: string | null };

/**
 * Takes the one chance to set up the account of a guest's checkout. It belongs to the browser that paid and to
 * whoever reads the mail: without the cookie of either, for another address, a second time or after 24 hours this throws `forbidden`.
 */
export async function claimSetUp(
  billing: Billing,
  secret: string | null,
  email: string,
): Promise<SetUpClaim> {
  const refused = new AppError(
    "forbidden",
    "This account can only be set up in the browser that paid or by the link we mailed, within 24 hours. If you have an account, please sign in.",
  );
  if (secret === null) throw refused;
  const { db, now } = billing;
  const [checkout] = await db
    .select()
    .from(checkouts)
    .where(
      and(
        or(eq(checkouts.secretHash, hashSecret(secret)), eq(checkouts.mailedHash, hashSecret(secret))),
        eq(checkouts.email, email),
        isNotNull(checkouts.confirmedAt),
        isNull(checkouts.setUpAt),
        gt(checkouts.createdAt, new Date(now().getTime() - SECRET_HOURS * 3_600_000)),
      ),
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(1);
  if (!checkout?.customerId) throw refused;
  const claimed = await db
    .update(checkouts)
    .set({ setUpAt: now() })
    .where(and(eq(checkouts.id, checkout.id), isNull(checkouts.setUpAt)))
    .returning({ id: checkouts.id });
  if (claimed.length === 0) throw refused;
  return { checkoutId: checkout.id, customerId: checkout.customerId, payerName: checkout.payerName };
}

/** The account could not be made: the chance is given back. */
export async function giveBackSetUp({ db }: Billing, claim: SetUpClaim): Promise<void> {
  await db.update(checkouts).set({ setUpAt: null }).where(eq(checkouts.id, claim.checkoutId));
}

/** Gives the subscription to the account that was just made. */
export async function completeSetUp(billing: Billing, claim: SetUpClaim, userId: string): Promise<void> {
  if (!(await linkCustomer(billing.db, claim.customerId, userId)))
    throw new Error("The customer of a set-up belongs to another account.");
  await syncCustomer(billing, claim.customerId);
}
