import { and, asc, isNull, lt, or } from "drizzle-orm";
import { checkouts, customers } from "#db/schema/billing.ts";
import { AppError } from "#worker/errors.ts";
import { DAY_MS } from "#worker/time.ts";
import type { Billing } from "../billing.ts";
import { recordCheckout } from "../checkout/paid-checkout.ts";
import { syncCustomer } from "./sync.ts";

/** A Worker may ask for so many things in one go. The rest is due at the next tick. */
const CHECKOUTS_PER_RUN = 200;
const CUSTOMERS_PER_RUN = 200;

type Reconciliation = { synced: number; failed: number };

/**
 * Asks the provider about checkouts without a webhook and customers not synced for a day, longest unasked first. One
 * failure does not stop the rest; an unreachable provider does, until the next tick.
 */
export async function reconcileSubscriptions(billing: Billing): Promise<Reconciliation> {
  const { db, now } = billing;
  const tally: Reconciliation = { synced: 0, failed: 0 };
  const syncEach = async (kind: string, ids: readonly string[], sync: (id: string) => Promise<void>) => {
    for (const id of ids) {
      try {
        await sync(id);
        tally.synced += 1;
      } catch (error) {
        tally.failed += 1;
        const where = { job: "reconcile", [kind]: id, error: String(error) };
        console.error(JSON.stringify({ level: "error", ...where }));
        if (error instanceof AppError && error.code === "not_available") return;
      }
    }
  };

  const open = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(isNull(checkouts.confirmedAt), isNull(checkouts.expiredAt)))
    .orderBy(asc(checkouts.checkedAt))
    .limit(CHECKOUTS_PER_RUN);
  await syncEach("checkout", idsOf(open), async (id) => {
    const customerId = await recordCheckout(billing, id);
    if (customerId) await syncCustomer(billing, customerId);
  });

  const due = await db
    .select({ id: customers.id })
    .from(customers)
    .where(or(isNull(customers.syncedAt), lt(customers.syncedAt, new Date(now().getTime() - DAY_MS))))
    .orderBy(customers.syncedAt)
    .limit(CUSTOMERS_PER_RUN);
  await syncEach("customer", idsOf(due), (id) => syncCustomer(billing, id));

  return tally;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
