import { and, asc, isNull, lt, or } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "#contract/time.ts";
import { isAmong } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import { describeError } from "#platform/log.ts";
import { checkouts, customers } from "#platform/schema/billing.ts";
import type { BillingDeps } from "../billing.ts";
import { refreshCheckout } from "../checkout/paid-checkout.ts";
import { syncCustomer } from "./sync.ts";

/** The most checkouts, and the most customers, that one run asks the provider about. */
const MAX_PER_RUN = 200;

export type Reconcilable = { checkouts: readonly string[]; customers: readonly string[] };

type Reconciliation = { synced: number; failed: number };

type OnFailure = (failed: Reconcilable, error: unknown) => void;

/**
 * Returns the checkouts that no webhook has reported on and the customers not synced for a day, those checked
 * longest ago first.
 */
export async function dueForReconciliation(
  { db, now }: BillingDeps,
  limit: number,
  among?: Reconcilable,
): Promise<Reconcilable> {
  const isAsked = (column: SQLiteColumn, ids: readonly string[] | undefined) => ids && isAmong(column, ids);
  const open = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        isNull(checkouts.confirmedAt),
        isNull(checkouts.expiredAt),
        isAsked(checkouts.id, among?.checkouts),
      ),
    )
    .orderBy(asc(checkouts.checkedAt))
    .limit(limit);
  const isOld = lt(customers.syncedAt, new Date(now().getTime() - DAY_MS));
  const due = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(or(isNull(customers.syncedAt), isOld), isAsked(customers.id, among?.customers)))
    .orderBy(customers.syncedAt)
    .limit(limit);
  return { checkouts: idsOf(open), customers: idsOf(due) };
}

/**
 * Asks the provider about the due checkouts and customers, in case a webhook was lost. One failure does not
 * stop the rest, but an unreachable provider does.
 */
export async function reconcileSubscriptions(
  billing: BillingDeps,
  among?: Reconcilable,
  onFailure: OnFailure = () => undefined,
): Promise<Reconciliation> {
  const due = await dueForReconciliation(billing, MAX_PER_RUN, among);
  const tally: Reconciliation = { synced: 0, failed: 0 };
  const syncEach = async (kind: "checkout" | "customer", sync: (id: string) => Promise<void>) => {
    for (const id of kind === "checkout" ? due.checkouts : due.customers) {
      try {
        await sync(id);
        tally.synced += 1;
      } catch (error) {
        tally.failed += 1;
        const where = { job: "reconcile", [kind]: id, error: describeError(error) };
        console.error(JSON.stringify({ level: "error", ...where }));
        onFailure({ checkouts: [], customers: [], [`${kind}s`]: [id] }, error);
        if (error instanceof AppError && error.code === "not_available") return;
      }
    }
  };
  await syncEach("checkout", async (id) => {
    const customerId = await refreshCheckout(billing, id);
    if (customerId) await syncCustomer(billing, customerId);
  });
  await syncEach("customer", (id) => syncCustomer(billing, id));
  return tally;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
