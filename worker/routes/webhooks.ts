import { receiveEvent } from "#billing/events.ts";
import { readBytes } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

/** Stripe's largest events are about a quarter of this. */
const MAX_EVENT_BYTES = 512 * 1024;

export const webhookOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/webhooks/stripe",
    access: "signed",
    handle: async (c) => {
      const rawBody = await readBytes(c.req.raw, MAX_EVENT_BYTES);
      const billing = c.var.deps.billing();
      const event = await billing.gateway.readEvent(rawBody, c.req.header("stripe-signature") ?? null);
      return c.json({ received: true, outcome: await receiveEvent(billing, event) });
    },
  },
];
