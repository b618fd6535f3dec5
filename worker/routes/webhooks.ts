import { z } from "zod";
import { receiveEvent } from "#billing/sync/events.ts";
import { healthSchema } from "#contract/health.ts";
import { readHealth } from "#jobs/health.ts";
import { type Operation, operation } from "#worker/http/operation.ts";

/** Stripe's largest events are about a quarter of this. */
const MAX_EVENT_BYTES = 512 * 1024;

/** Calls that machines make. */
export const webhookOperations: readonly Operation[] = [
  operation({
    method: "POST",
    path: "/api/webhooks/stripe",
    access: "signed",
    summary: "Take an event of the payment provider, signed over its raw body",
    upload: { maxBytes: MAX_EVENT_BYTES, types: ["application/json"] },
    response: z.object({
      received: z.literal(true),
      outcome: z.enum(["applied", "known", "ignored"]),
    }),
    errors: ["invalid_request"],
    handle: async ({ c, deps, bytes }) => {
      const billing = deps.billing();
      const event = await billing.gateway.readEvent(bytes, c.req.header("stripe-signature") ?? null);
      return { received: true, outcome: await receiveEvent(billing, event) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/health",
    access: "public",
    summary: "Whether the database and the queue answer, and how far the work behind the pages is",
    response: healthSchema,
    handle: ({ deps }) => readHealth(deps),
  }),
];
