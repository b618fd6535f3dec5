import { z } from "zod";
import { receiveEvent } from "#billing/sync/events.ts";
import { healthSchema } from "#contract/health.ts";
import { AppError } from "#platform/errors.ts";
import { networkOf } from "#platform/network.ts";
import { type Operation, operation } from "../http/operation.ts";
import { outageIn, recentHealth } from "../jobs/health.ts";

/** Stripe's largest events are about a quarter of this. */
const MAX_EVENT_BYTES = 512 * 1024;

export const webhookOperations: readonly Operation[] = [
  operation({
    method: "POST",
    path: "/api/webhooks/stripe",
    access: "signed",
    summary: "Take an event of the payment provider, signed over its raw body",
    rate: "paymentEvents",
    upload: { maxBytes: MAX_EVENT_BYTES, types: ["application/json"] },
    response: z.object({
      received: z.literal(true),
      outcome: z.enum(["applied", "known", "ignored"]),
    }),
    errors: ["invalid_request"],
    handle: async ({ c, billing, bytes }) => {
      const event = await billing.gateway.readEvent(bytes, c.req.header("stripe-signature") ?? null);
      return { received: true, outcome: await receiveEvent(billing, event) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/health",
    access: "public",
    summary:
      "Whether the database, the queue and the objects answer, and how far the work behind the pages is",
    rate: "publicPages",
    isCountedByHandler: true,
    response: healthSchema,
    errors: ["not_available"],
    handle: async ({ c, enforceRateLimit }) => {
      // Counters that do not answer are an outage to report, no reason to fail.
      await enforceRateLimit("publicPages", networkOf(c.req.raw)).catch((error: unknown) => {
        if (error instanceof AppError) throw error;
      });
      const health = await recentHealth(c.var.deps);
      const outage = outageIn(health);
      if (outage) throw new AppError("not_available", outage);
      return health;
    },
  }),
];
