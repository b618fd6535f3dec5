import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Accounts } from "#accounts/accounts.ts";
import type { Tier } from "#contract/account.ts";
import { planTerms } from "#contract/plans.ts";
import type { WebhookDelivery } from "#contract/webhooks.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { webhookDeliveries, webhookEvents } from "#platform/schema/webhooks.ts";
import { noWebhooksReason, requireOwnEndpoint } from "./endpoints.ts";
import { eventIdOf } from "./send-events.ts";

const LOG_PAGE = 20;

type Own = { userId: string; tier: Tier };

/** An endpoint's deliveries, newest first, with a key to the next page. Throws `not_found`. */
export async function listDeliveries(
  accounts: Pick<Accounts, "db">,
  userId: string,
  endpointId: string,
  before: string | undefined,
): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> {
  await requireOwnEndpoint(accounts, userId, endpointId);
  const [at = "", id = ""] = before?.split(" ") ?? [];
  const isBefore =
    before === undefined
      ? undefined
      : sql`(${webhookDeliveries.createdAt}, ${webhookDeliveries.id}) < (${Number(at) || 0}, ${id})`;
  const rows = await accounts.db
    .select({ delivery: webhookDeliveries, type: webhookEvents.type })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(and(eq(webhookDeliveries.endpointId, endpointId), isBefore))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(LOG_PAGE);
  const last = rows.length === LOG_PAGE ? rows.at(-1)?.delivery : undefined;
  return {
    deliveries: rows.map(({ delivery, type }) => presentDelivery(delivery, type as WebhookDelivery["type"])),
    next: last ? `${last.createdAt.getTime()} ${last.id}` : null,
  };
}

/** Makes a test event for one endpoint alone; answers the delivery to attempt. Throws `not_found`, `forbidden` or `conflict`. */
export async function sendTest(accounts: Accounts, own: Own, endpointId: string): Promise<string> {
  await requireSendable(accounts, own, endpointId);
  const at = accounts.now();
  const event = {
    type: "endpoint.test",
    timestamp: at.toISOString(),
    data: { message: "This endpoint gets webhooks from Beatcast." },
  } as const;
  const id = newId("whd");
  const eventId = eventIdOf(id);
  await accounts.db.batch([
    accounts.db
      .insert(webhookEvents)
      .values({ id: eventId, type: event.type, body: JSON.stringify(event), createdAt: at }),
    accounts.db
      .insert(webhookDeliveries)
      .values({ id, endpointId, eventId, state: "pending", attempts: 0, createdAt: at, nextAt: at }),
  ]);
  return id;
}

/**
 * Sends a delivery that has ended once more, with its own `webhook-id`. Throws `not_found` for another's, `forbidden`, or
 * `conflict` for one that is still on its way or whose endpoint is paused.
 */
export async function replayDelivery(
  accounts: Accounts,
  own: Own,
  endpointId: string,
  id: string,
): Promise<void> {
  await requireSendable(accounts, own, endpointId);
  const isIt = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId));
  const again = await accounts.db
    .update(webhookDeliveries)
    .set({ state: "pending", attempts: 0, nextAt: accounts.now() })
    .where(and(isIt, ne(webhookDeliveries.state, "pending")))
    .returning({ id: webhookDeliveries.id });
  if (again.length > 0) return;
  if ((await accounts.db.$count(webhookDeliveries, isIt)) === 0)
    throw new AppError("not_found", "There is no such delivery.");
  throw new AppError("conflict", "This delivery is still on its way.");
}

async function requireSendable(accounts: Accounts, { userId, tier }: Own, endpointId: string): Promise<void> {
  const { pausedAt } = await requireOwnEndpoint(accounts, userId, endpointId);
  if (planTerms[tier].webhookEndpoints === 0) throw new AppError("forbidden", noWebhooksReason(tier));
  if (pausedAt) throw new AppError("conflict", "This endpoint is paused. Resume it first.");
}

function presentDelivery(
  row: typeof webhookDeliveries.$inferSelect,
  type: WebhookDelivery["type"],
): WebhookDelivery {
  const { id, eventId, state, createdAt, attempts, lastAt, nextAt, status, milliseconds, excerpt } = row;
  return {
    ...{ id, eventId, type, state, attempts, status, milliseconds, excerpt },
    createdAt: createdAt.toISOString(),
    lastAttemptAt: lastAt?.toISOString() ?? null,
    nextAttemptAt: nextAt?.toISOString() ?? null,
  };
}
