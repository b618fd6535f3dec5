import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import type { Tier } from "#contract/account.ts";
import { planTerms } from "#contract/plans.ts";
import type { WebhookDelivery } from "#contract/webhooks.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { type DeliveryState, deliveries } from "#platform/schema/deliveries.ts";
import { webhookEvents } from "#platform/schema/webhooks.ts";
import type { Delivery } from "../deliver.ts";
import { noWebhooksReason, requireOwnEndpoint } from "./endpoints.ts";
import { eventIdOf } from "./send-events.ts";

const LOG_PAGE = 20;

type WebhookOwner = { userId: string; tier: Tier };

/**
 * Returns a page of the endpoint's deliveries, newest first. `next` is what to pass as `before` to get the
 * following page. Throws `not_found`.
 */
export async function listDeliveries(
  accounts: Pick<AccountDeps, "db">,
  userId: string,
  endpointId: string,
  before: string | undefined,
): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> {
  await requireOwnEndpoint(accounts, userId, endpointId);
  const [at = "", id = ""] = before?.split(" ") ?? [];
  const isBefore =
    before === undefined
      ? undefined
      : sql`(${deliveries.createdAt}, ${deliveries.id}) < (${Number(at) || 0}, ${id})`;
  const rows = await accounts.db
    .select({ delivery: deliveries, type: webhookEvents.type })
    .from(deliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, deliveries.subject))
    .where(and(eq(deliveries.endpointId, endpointId), isBefore))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(LOG_PAGE);
  const last = rows.length === LOG_PAGE ? rows.at(-1)?.delivery : undefined;
  return {
    deliveries: rows.map(({ delivery, type }) => presentDelivery(delivery, type as WebhookDelivery["type"])),
    next: last ? `${last.createdAt.getTime()} ${last.id}` : null,
  };
}

/**
 * Stores a test event for the endpoint. Throws `not_found`, `forbidden` on a plan without webhooks, and
 * `conflict` for a paused endpoint.
 */
export async function sendTestWebhookEvent(
  accounts: AccountDeps,
  own: WebhookOwner,
  endpointId: string,
): Promise<void> {
  await requireSendable(accounts, own, endpointId);
  const at = accounts.now();
  const event = {
    type: "endpoint.test",
    timestamp: at.toISOString(),
    data: { message: "This endpoint receives webhooks from Beatcast." },
  } as const;
  const id = newId("whd");
  const eventId = eventIdOf(id);
  await accounts.db.batch([
    accounts.db
      .insert(webhookEvents)
      .values({ id: eventId, type: event.type, body: JSON.stringify(event), createdAt: at }),
    accounts.db.insert(deliveries).values({
      id,
      kind: "webhook",
      channel: "webhook",
      recipient: endpointId,
      endpointId,
      subject: eventId,
      state: "pending",
      createdAt: at,
      dueAt: at,
    }),
  ]);
}

/**
 * Sends a finished delivery again, with the same `webhook-id` and a fresh count of attempts. Throws
 * `not_found`, `forbidden` on a plan without webhooks, and `conflict` while the delivery is being sent or the
 * endpoint is paused.
 */
export async function replayDelivery(
  accounts: AccountDeps,
  own: WebhookOwner,
  endpointId: string,
  id: string,
): Promise<void> {
  await requireSendable(accounts, own, endpointId);
  const isIt = and(eq(deliveries.id, id), eq(deliveries.endpointId, endpointId));
  const again = await accounts.db
    .update(deliveries)
    .set({ state: "pending", attempts: 0, dueAt: accounts.now() })
    .where(and(isIt, isNull(deliveries.dueAt)))
    .returning({ id: deliveries.id });
  if (again.length > 0) return;
  if ((await accounts.db.$count(deliveries, isIt)) === 0)
    throw new AppError("not_found", "There is no such delivery.");
  throw new AppError("conflict", "This delivery is still being sent.");
}

async function requireSendable(
  accounts: AccountDeps,
  { userId, tier }: WebhookOwner,
  endpointId: string,
): Promise<void> {
  const { pausedAt } = await requireOwnEndpoint(accounts, userId, endpointId);
  if (planTerms[tier].webhookEndpoints === 0) throw new AppError("forbidden", noWebhooksReason(tier));
  if (pausedAt) throw new AppError("conflict", "This endpoint is paused. Resume it first.");
}

const shownStates: Readonly<Record<DeliveryState, WebhookDelivery["state"]>> = {
  pending: "pending",
  sending: "pending",
  retry: "pending",
  sent: "delivered",
  failed: "failed",
  unwanted: "failed",
  unknown: "failed",
};

function presentDelivery(row: Delivery, type: WebhookDelivery["type"]): WebhookDelivery {
  const { id, subject, state, createdAt, attempts, lastAt, dueAt, status, milliseconds, reason } = row;
  return {
    id,
    eventId: subject,
    type,
    state: shownStates[state],
    attempts,
    status,
    milliseconds,
    reason,
    createdAt: createdAt.toISOString(),
    lastAttemptAt: lastAt?.toISOString() ?? null,
    nextAttemptAt: dueAt?.toISOString() ?? null,
  };
}
