import { eq } from "drizzle-orm";
import { type PlanId, planTerms } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";
import { users } from "#platform/schema/accounts.ts";
import { checkouts, customers } from "#platform/schema/billing.ts";
import type { BillingDeps } from "../billing.ts";
import { withIdempotencyKey } from "../idempotency.ts";
import { isLive } from "../subscription/access.ts";
import { customersOfUser, subscriptionOf } from "../subscription/ownership.ts";
import { hashSecret, newSecret } from "./checkout-secret.ts";

type Person = { userId: string; email: string; name: string | null };

/**
 * Opens a checkout for a person without an account and returns the secret that later proves who paid. Each
 * checkout gets a new secret, so a secret that somebody planted in the browser earlier does not give access to
 * it.
 */
export async function openGuestCheckout(
  billing: BillingDeps,
  planId: PlanId,
): Promise<{ id: string; url: string; secret: string }> {
  const secret = newSecret();
  const order = { planId, customer: null, ...returnAddresses(billing.origin, "/#pricing") };
  const opened = await billing.gateway.openCheckout(order, `checkout:${crypto.randomUUID()}`);
  await remember(billing, { id: opened.id, planId, secretHash: hashSecret(secret) });
  return { ...opened, secret };
}

/**
 * Opens a checkout for a signed-in person. Throws `conflict` while a subscription is live: a live subscription
 * is changed, never bought twice.
 */
export async function openUserCheckout(
  billing: BillingDeps,
  planId: PlanId,
  person: Person,
): Promise<{ url: string }> {
  const current = await subscriptionOf(billing.db, person.userId, billing.now());
  if (current && isLive(current, billing.now()))
    throw new AppError(
      "conflict",
      `You already have the ${planTerms[current.planId ?? "free"].name} plan. You can change it under Account, Billing.`,
    );
  const customerId = await ensureCustomer(billing, person);
  const cancelPath = `/subscribe?plan=${planId}`;
  const opened = await withIdempotencyKey(billing, person.userId, "checkout", [planId, customerId], (key) =>
    billing.gateway.openCheckout(
      {
        planId,
        customer: { id: customerId, userId: person.userId },
        ...returnAddresses(billing.origin, cancelPath),
      },
      key,
    ),
  );
  await remember(billing, { id: opened.id, planId, userId: person.userId, customerId }).catch(
    async (error: unknown) => {
      await billing.gateway.expireCheckout(opened.id, `leave:${opened.id}`);
      throw await unlessDeleted(billing, person.userId, error);
    },
  );
  return { url: opened.url };
}

async function ensureCustomer(billing: BillingDeps, { userId, email, name }: Person): Promise<string> {
  const [customerId] = await customersOfUser(billing.db, userId);
  if (customerId) return customerId;
  return withIdempotencyKey(billing, userId, "customer", [email, name ?? ""], async (key) => {
    const id = await billing.gateway.createCustomer({ userId, email, name }, key);
    await billing.db
      .insert(customers)
      .values({ id, userId, email, createdAt: billing.now() })
      .onConflictDoUpdate({ target: customers.id, set: { userId, email } })
      .catch(async (error: unknown) => {
        await billing.gateway.deleteCustomer(id, `leave:${id}`);
        throw await unlessDeleted(billing, userId, error);
      });
    return id;
  });
}

/**
 * Returns the error to throw: `unauthenticated` when the account was deleted during the call, otherwise the
 * given error.
 */
async function unlessDeleted({ db }: BillingDeps, userId: string, error: unknown): Promise<unknown> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  return user ? error : new AppError("unauthenticated", "Not authenticated");
}

/**
 * Returns where the provider sends the person afterward. The addresses are built from our own origin, so
 * nothing that a caller sends decides where people arrive.
 */
function returnAddresses(origin: string, cancelPath: string) {
  return {
    successUrl: `${origin}/auth?subscription=success&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: origin + cancelPath,
  };
}

async function remember(
  { db, now }: BillingDeps,
  checkout: Omit<typeof checkouts.$inferInsert, "createdAt">,
): Promise<void> {
  await db
    .insert(checkouts)
    .values({ ...checkout, createdAt: now() })
    .onConflictDoNothing();
}

/**
 * Returns the address of the provider's page for changing the payment method. Throws `conflict` for a person
 * who is not yet a customer of the payment provider.
 */
export async function portalUrl(billing: BillingDeps, userId: string): Promise<string> {
  const current = await subscriptionOf(billing.db, userId, billing.now());
  const customerId = current?.customerId ?? (await customersOfUser(billing.db, userId))[0];
  if (!customerId)
    throw new AppError("conflict", "There is no payment method on file. Please subscribe first.");
  const returnUrl = `${billing.origin}/account?tab=billing`;
  return billing.gateway.portalUrl(customerId, returnUrl, `portal:${crypto.randomUUID()}`);
}
