import { clientOf } from "#accounts/sessions/client.ts";
import { recentPasswordRequestSchema, successResponseSchema } from "#contract/security.ts";
import {
  webhookDeliveriesQuerySchema,
  webhookDeliveryListSchema,
  webhookDeliveryParams,
  webhookEndpointListSchema,
  webhookEndpointParams,
  webhookEndpointRequestSchema,
  webhookSecretSchema,
} from "#contract/webhooks.ts";
import { listDeliveries, replayDelivery, sendTestWebhookEvent } from "#notifications/webhooks/deliveries.ts";
import {
  addEndpoint,
  listEndpoints,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
} from "#notifications/webhooks/endpoints.ts";
import { startCursorAtHead } from "#notifications/webhooks/ledger-events.ts";
import type { AppContext } from "../deps.ts";
import { type Operation, operation } from "../http/operation.ts";
import { webhookEventsOf } from "../jobs/notification-jobs.ts";
import { withMarket } from "../wiring/market.ts";

export const webhookEndpointOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/webhook-endpoints",
    access: "user",
    summary: "List the webhook endpoints",
    response: webhookEndpointListSchema,
    handle: ({ accounts, who }) => listEndpoints(accounts, who.userId, who.entitlement.tier),
  }),
  operation({
    method: "POST",
    path: "/api/webhook-endpoints",
    access: "user",
    summary: "Add a webhook endpoint; the answer alone shows its signing secret",
    userRate: "webhookEndpoints",
    body: webhookEndpointRequestSchema,
    response: webhookSecretSchema,
    status: 201,
    errors: ["forbidden", "conflict", "confirmation_required", "wrong_password"],
    handle: async ({ c, accounts, who, body }) => {
      const client = clientOf(c.req.raw);
      const added = await addEndpoint(accounts, who, who.entitlement.tier, body, client);
      await startEventsAtHead(c);
      return added;
    },
  }),
  operation({
    method: "DELETE",
    path: "/api/webhook-endpoints/:id",
    access: "user",
    summary: "Remove a webhook endpoint and its log",
    params: webhookEndpointParams,
    response: successResponseSchema,
    errors: ["not_found"],
    handle: async ({ c, accounts, who, params }) => {
      await removeEndpoint(accounts, who.userId, params.id, clientOf(c.req.raw));
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/webhook-endpoints/:id/secret",
    access: "user",
    summary: "Rotate the signing secret; the one before is valid for a day more",
    userRate: "webhookEndpoints",
    params: webhookEndpointParams,
    body: recentPasswordRequestSchema,
    response: webhookSecretSchema,
    errors: ["not_found", "confirmation_required", "wrong_password"],
    handle: ({ c, accounts, who, params, body }) =>
      rotateSecret(accounts, who, params.id, body.password, clientOf(c.req.raw)),
  }),
  operation({
    method: "POST",
    path: "/api/webhook-endpoints/:id/resume",
    access: "user",
    summary: "Resume a paused webhook endpoint",
    params: webhookEndpointParams,
    response: successResponseSchema,
    errors: ["not_found"],
    handle: async ({ c, accounts, who, params }) => {
      await resumeEndpoint(accounts, who.userId, params.id);
      await startEventsAtHead(c);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/webhook-endpoints/:id/test",
    access: "user",
    summary: "Send a test event to a webhook endpoint",
    userRate: "webhookSends",
    params: webhookEndpointParams,
    response: successResponseSchema,
    errors: ["not_found", "forbidden", "conflict"],
    handle: async ({ accounts, enqueue, who, params }) => {
      const own = { userId: who.userId, tier: who.entitlement.tier };
      await sendTestWebhookEvent(accounts, own, params.id);
      await enqueue([{ job: "webhook", endpoint: params.id }]);
      return { success: true };
    },
  }),
  operation({
    method: "GET",
    path: "/api/webhook-endpoints/:id/deliveries",
    access: "user",
    summary: "List what was sent to a webhook endpoint",
    params: webhookEndpointParams,
    query: webhookDeliveriesQuerySchema,
    response: webhookDeliveryListSchema,
    errors: ["not_found"],
    handle: ({ accounts, who, params, query }) =>
      listDeliveries(accounts, who.userId, params.id, query.before),
  }),
  operation({
    method: "POST",
    path: "/api/webhook-endpoints/:id/deliveries/:delivery/replay",
    access: "user",
    summary: "Send an ended delivery once more, with the same webhook-id",
    userRate: "webhookSends",
    params: webhookDeliveryParams,
    response: successResponseSchema,
    errors: ["not_found", "forbidden", "conflict"],
    handle: async ({ accounts, enqueue, who, params: { id, delivery } }) => {
      const own = { userId: who.userId, tier: who.entitlement.tier };
      await replayDelivery(accounts, own, id, delivery);
      await enqueue([{ job: "webhook", endpoint: id }]);
      return { success: true };
    },
  }),
];

/**
 * Makes webhook events begin after the ledger's current head. Without this cursor, they would begin only after
 * its head at the next tick.
 */
async function startEventsAtHead(c: AppContext): Promise<void> {
  await startCursorAtHead(webhookEventsOf(await withMarket(c.var.deps)));
}
