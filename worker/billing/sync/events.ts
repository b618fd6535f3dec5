import { eq, sql } from "drizzle-orm";
import { disputes, paymentEvents } from "#platform/schema/billing.ts";
import type { BillingDeps } from "../billing.ts";
import { refreshCheckout } from "../checkout/paid-checkout.ts";
import { HANDLED_EVENTS, type PaymentEvent } from "../gateway.ts";
import { syncCustomer } from "./sync.ts";

/**
 * Applies a webhook event once. The event's id is stored in the same batch as its effect, so a redelivery does
 * nothing, and after a failure the provider's redelivery applies the event.
 */
export async function applyPaymentEvent(
  billing: BillingDeps,
  event: PaymentEvent,
): Promise<"applied" | "known" | "ignored"> {
  if (!HANDLED_EVENTS.some((type) => type === event.type)) return "ignored";
  const [stored] = await billing.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(eq(paymentEvents.id, event.id));
  if (stored) return "known";
  if (event.checkoutId) await refreshCheckout(billing, event.checkoutId);
  if (event.dispute) await storeDispute(billing, event, event.dispute);
  else if (event.customerId)
    await syncCustomer(billing, event.customerId, { eventId: event.id, eventType: event.type });
  else return "ignored";
  return "applied";
}

const TERMINAL_DISPUTES = sql.raw("('won', 'lost', 'warning_closed')");

/**
 * Stores the status of a dispute. An event that is older than the stored status, or that comes after the final
 * decision, changes nothing.
 */
async function storeDispute(
  { db, now }: BillingDeps,
  event: PaymentEvent,
  { id, paymentId, status }: NonNullable<PaymentEvent["dispute"]>,
): Promise<void> {
  await db.batch([
    db
      .insert(disputes)
      .values({ id, paymentId, status, reportedAt: event.createdAt })
      .onConflictDoUpdate({
        target: disputes.id,
        set: { status, reportedAt: event.createdAt },
        setWhere: sql`${disputes.reportedAt} <= excluded.reported_at AND ${disputes.status} NOT IN ${TERMINAL_DISPUTES}`,
      }),
    db
      .insert(paymentEvents)
      .values({ id: event.id, type: event.type, receivedAt: now() })
      .onConflictDoNothing(),
  ]);
  console.error(JSON.stringify({ level: "warn", problem: "a payment is disputed", dispute: id, status }));
}
