import { and, eq, isNull } from "drizzle-orm";
import { customers } from "#db/schema/billing.ts";
import type { Billing } from "./billing.ts";
import { syncCustomer } from "./sync.ts";

/**
 * Gives what a guest paid for to the account with that address, once the account has proven that the address is its own.
 * A customer that belongs to someone is left alone.
 */
export async function adoptPaidAsGuest(
  billing: Billing,
  user: { id: string; email: string; isEmailVerified: boolean },
): Promise<void> {
  if (!user.isEmailVerified) return;
  const adopted = await billing.db
    .update(customers)
    .set({ userId: user.id })
    .where(and(eq(customers.email, user.email), isNull(customers.userId)))
    .returning({ id: customers.id });
  for (const { id } of adopted) await syncCustomer(billing, id);
}
