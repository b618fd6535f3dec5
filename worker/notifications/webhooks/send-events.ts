import { createHash } from "node:crypto";
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { WebhookEvent } from "#contract/webhooks.ts";
import type { Database } from "#platform/db/client.ts";
import { valuesAsTable } from "#platform/db/client.ts";
import { deliveries } from "#platform/schema/deliveries.ts";
import {
  webhookCursors,
  webhookEndpoints,
  webhookEvents,
  webhookForecasts,
} from "#platform/schema/webhooks.ts";

/** An event with a name that identifies it. An event that is found twice has the same name and is stored once. */
export type NamedEvent = { name: string; event: WebhookEvent };

/**
 * Returns statements for a batch that store the events with a delivery for each endpoint that wants them.
 * Running them again stores nothing twice.
 */
export function storeEventsStatements(db: Database, events: readonly NamedEvent[], now: Date) {
  const rows = events.map(({ name, event }) => ({
    id: eventIdOf(name),
    type: event.type,
    body: JSON.stringify(event),
    createdAt: now,
  }));
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const wanted = sql`EXISTS (SELECT 1 FROM json_each(p.events) AS t WHERE t.value = e.type)`;
  return [
    db.insert(webhookEvents).select(valuesAsTable(webhookEvents, rows)).onConflictDoNothing(),
    db
      .insert(deliveries)
      .select(
        sql`SELECT 'whd_' || lower(hex(randomblob(16))), 'webhook', 'webhook', p.id, NULL, NULL, p.id, e.id,
            'pending', 0, NULL, ${now.getTime()}, ${now.getTime()}, NULL, NULL, NULL, NULL
          FROM json_each(${ids}) AS j JOIN webhook_events AS e ON e.id = j.value
            JOIN webhook_endpoints AS p ON p.paused_at IS NULL AND ${wanted} WHERE true`,
      )
      .onConflictDoNothing(),
  ] as const;
}

export function eventIdOf(name: string): string {
  return `msg_${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
}

/**
 * Deletes the ledger's cursor while no endpoint wants events, so that later events begin at the ledger's head
 * of that time.
 */
export async function deleteUnusedCursor(db: Database, ledgerId: string): Promise<void> {
  if ((await db.$count(webhookCursors, eq(webhookCursors.ledgerId, ledgerId))) === 0) return;
  await db.batch([
    db.delete(webhookForecasts).where(eq(webhookForecasts.ledgerId, ledgerId)),
    // The cursor is kept if an endpoint has been added since the check for listeners.
    db
      .delete(webhookCursors)
      .where(
        and(
          eq(webhookCursors.ledgerId, ledgerId),
          sql`NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE paused_at IS NULL)`,
        ),
      ),
  ]);
}

export async function hasActiveEndpoints(db: Database): Promise<boolean> {
  const [endpoint] = await db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(sql`${webhookEndpoints.pausedAt} IS NULL`)
    .limit(1);
  return endpoint !== undefined;
}

/**
 * Returns the ids of endpoints that have a due delivery and may be called now. The query uses the index
 * `deliveries_due_by_endpoint`.
 */
export async function dueEndpoints(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        or(isNull(webhookEndpoints.quietUntil), lte(webhookEndpoints.quietUntil, now)),
        sql`EXISTS (SELECT 1 FROM deliveries AS d
          WHERE d.endpoint_id = ${webhookEndpoints.id} AND d.due_at <= ${now.getTime()})`,
      ),
    );
  return rows.map(({ id }) => id);
}
