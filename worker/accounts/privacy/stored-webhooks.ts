import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "#platform/db/client.ts";
import { webhookDeliveries } from "#platform/schema/webhooks.ts";

const PAGE_LENGTH = 2_000;

/** Endpoints with all that was sent to them, for their owner's export. By `webhook_deliveries_once`. */
export function withDeliveries<Endpoint extends { id: string }>(
  db: Database,
  endpoints: readonly Endpoint[],
) {
  return Promise.all(endpoints.map(async (one) => ({ ...one, deliveries: await deliveriesOf(db, one.id) })));
}

async function deliveriesOf(db: Database, endpointId: string) {
  const found: (typeof webhookDeliveries.$inferSelect)[] = [];
  for (;;) {
    const isNext = and(
      eq(webhookDeliveries.endpointId, endpointId),
      gt(webhookDeliveries.eventId, found.at(-1)?.eventId ?? ""),
    );
    const rows = await db
      .select()
      .from(webhookDeliveries)
      .where(isNext)
      .orderBy(asc(webhookDeliveries.eventId))
      .limit(PAGE_LENGTH);
    found.push(...rows);
    if (rows.length < PAGE_LENGTH) return found;
  }
}
