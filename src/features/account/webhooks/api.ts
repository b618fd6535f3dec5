import {
  type WebhookEndpointRequest,
  webhookDeliveryListSchema,
  webhookEndpointListSchema,
  webhookSecretSchema,
} from "#contract/webhooks.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";
import { send } from "#lib/request.ts";

const PATH = "/api/webhook-endpoints";

/** The person's webhook endpoints. A plan without webhooks is refused. */
export const webhookEndpointsQuery = () => apiQuery(webhookEndpointListSchema, PATH);

/** The newest of what was sent to an endpoint. */
export const webhookDeliveriesQuery = (id: string) =>
  apiQuery(webhookDeliveryListSchema, `${PATH}/${id}/deliveries`);

/** Adds an endpoint; the answer alone shows its signing secret. */
export const addWebhookEndpoint = (body: WebhookEndpointRequest) =>
  apiFetch(webhookSecretSchema, PATH, { method: "POST", body });

/** Gives an endpoint a new signing secret, which the answer alone shows. */
export const rotateWebhookSecret = (id: string, password?: string) =>
  apiFetch(webhookSecretSchema, `${PATH}/${id}/secret`, { method: "POST", body: { password } });

export const removeWebhookEndpoint = (id: string) => send(`${PATH}/${id}`, { method: "DELETE" });

export const resumeWebhookEndpoint = (id: string) =>
  send(`${PATH}/${id}/resume`, { method: "POST", body: {} });

export const sendTestEvent = (id: string) => send(`${PATH}/${id}/test`, { method: "POST", body: {} });

/** Sends a delivery that has ended once more. */
export const replayDelivery = (id: string, delivery: string) =>
  send(`${PATH}/${id}/deliveries/${delivery}/replay`, { method: "POST", body: {} });
