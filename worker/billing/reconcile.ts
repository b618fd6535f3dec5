import { and, gt, isNull, lt, or } from "drizzle-orm";
import { retentionDays } from "#contract/retention.ts";
import { checkouts, customers } from "#db/schema/billing.ts";
import type { Billing } from "./billing.ts";
import { noteCheckout } from "./paid-checkout.ts";
import { syncCustomer } from "./sync.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Customers a run: a Worker may ask for so many things in one go. The rest is due at the next one. */
const CUSTOMERS_PER_RUN = 200;

export type Reconciliation = { synced: number; failed: number };

/**
 * Asks the provider for every customer not synced for a day, and for checkouts whose payment nobody told us of: the
 * webhook never came and the browser was closed. One failure does not stop the rest.
 */
export async function reconcileSubscriptions(billing: Billing): Promise<Reconciliation> {
  const { db, now } = billing;
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const tally: Reconciliation = { synced: 0, failed: 0 };
  const attempt = async (work: () => Promise<unknown>, where: Record<string, string>) => {
    try {
      await work();
      tally.synced += 1;
    } catch (error) {
      tally.failed += 1;
      console.error(JSON.stringify({ level: "error", job: "reconcile", ...where, error: String(error) }));
    }
  };

  const open = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(isNull(checkouts.confirmedAt), gt(checkouts.createdAt, ago(retentionDays.unpaidCheckout * DAY_MS))),
    )
    .limit(CUSTOMERS_PER_RUN);
  for (const { id } of open) await attempt(() => syncPaid(billing, id), { checkout: id });

  const due = await db
    .select({ id: customers.id })
    .from(customers)
    .where(or(isNull(customers.syncedAt), lt(customers.syncedAt, ago(DAY_MS))))
    .orderBy(customers.syncedAt)
    .limit(CUSTOMERS_PER_RUN);
  for (const { id } of due) await attempt(() => syncCustomer(billing, id), { customer: id });

  return tally;
}

async function syncPaid(billing: Billing, checkoutId: string): Promise<void> {
  const customerId = await noteCheckout(billing, checkoutId);
  if (customerId) await syncCustomer(billing, customerId);
}
