import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";
import { isPublicHost, publicUrl } from "./public-url.ts";
import { confidenceLevels } from "./rules.ts";

export const webhookEventTypes = ["prediction.locked", "prediction.settled", "prediction.moved"] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

const share = z.number().min(0).max(1);

const subjectFields = {
  symbol: z.string().max(15),
  companyName: z.string().max(300).nullable(),
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date().nullable(),
  dataMode: dataModeSchema,
  beatProbability: share,
  baseRate: share,
  modelVersion: z.string().max(40),
  url: z.string().max(300),
};

const predictionFields = {
  id: z.string().max(60),
  ...subjectFields,
  consensusEps: z.number(),
  currency: z.string().max(10).nullable(),
  confidence: z.enum(confidenceLevels),
  ledgerSeq: z.number().int().positive(),
};

export const predictionLockedEventSchema = z.object({
  type: z.literal("prediction.locked"),
  timestamp: z.iso.datetime(),
  data: z.object(predictionFields),
});

export const predictionSettledEventSchema = z.object({
  type: z.literal("prediction.settled"),
  timestamp: z.iso.datetime(),
  data: z.object({
    ...predictionFields,
    outcome: z.enum(["beat", "miss", "void"]),
    isCorrect: z.boolean().nullable(),
    actualEps: z.number().nullable(),
    reason: z.string().max(200).nullable(),
    settlementSeq: z.number().int().positive(),
  }),
});

/**
 * Sent when P(beat) of an upcoming report differs by at least five percentage points from the value that was
 * last sent, or from the first value when none was sent.
 */
export const predictionMovedEventSchema = z.object({
  type: z.literal("prediction.moved"),
  timestamp: z.iso.datetime(),
  data: z.object({
    ...subjectFields,
    previousProbability: share,
  }),
});

export const endpointTestEventSchema = z.object({
  type: z.literal("endpoint.test"),
  timestamp: z.iso.datetime(),
  data: z.object({ message: z.string().max(200) }),
});

const webhookEventSchema = z.discriminatedUnion("type", [
  predictionLockedEventSchema,
  predictionSettledEventSchema,
  predictionMovedEventSchema,
  endpointTestEventSchema,
]);
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

const MAX_ADDRESS_LENGTH = 500;
const ADDRESS_MESSAGE =
  "Enter an https address of a public host, without a port, a password or an IP address.";

export function isWebhookAddress(text: string): boolean {
  if (text.length > MAX_ADDRESS_LENGTH || publicUrl(text) !== text) return false;
  const { protocol, hostname, hash } = new URL(text);
  return protocol === "https:" && isPublicHost(hostname) && hash === "";
}

/**
 * Normalizes the address with the URL parser, so that the address that was checked is the address that is
 * called.
 */
const addressSchema = z
  .string("Enter the address of the endpoint.")
  .max(MAX_ADDRESS_LENGTH, ADDRESS_MESSAGE)
  .transform((text, context) => {
    const url = publicUrl(text.trim());
    if (url !== null && isWebhookAddress(url)) return url;
    context.addIssue({ code: "custom", message: ADDRESS_MESSAGE });
    return z.NEVER;
  });

const eventTypesSchema = z
  .array(z.enum(webhookEventTypes), "Choose at least one event.")
  .min(1, "Choose at least one event.")
  .max(webhookEventTypes.length);

export const webhookEndpointRequestSchema = z.object({
  url: addressSchema,
  events: eventTypesSchema.optional(),
  password: z.string().max(100_000).optional(),
});
export type WebhookEndpointRequest = z.infer<typeof webhookEndpointRequestSchema>;

/**
 * `failing`: the last delivery failed. `paused`: deliveries have failed for days, or the endpoint answered 410.
 * `stopped`: the current plan includes no webhooks.
 */
const webhookEndpointStates = ["active", "failing", "paused", "stopped"] as const;

const webhookEndpointSchema = z.object({
  id: z.string().max(60),
  url: z.string().max(MAX_ADDRESS_LENGTH),
  events: z.array(z.enum(webhookEventTypes)).max(webhookEventTypes.length),
  state: z.enum(webhookEndpointStates),
  createdAt: z.iso.datetime(),
  failingSince: z.iso.datetime().nullable(),
  /** The time until which deliveries are also signed with the previous secret. */
  previousSecretUntil: z.iso.datetime().nullable(),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

export const webhookEndpointListSchema = z.object({
  endpoints: z.array(webhookEndpointSchema).max(50),
  limit: z.number().int().nonnegative(),
});

/** The secret with which an endpoint's deliveries are signed. It is shown only once. */
export const webhookSecretSchema = z.object({ id: z.string().max(60), secret: z.string().max(100) });
export type WebhookSecret = z.infer<typeof webhookSecretSchema>;

const webhookDeliverySchema = z.object({
  id: z.string().max(60),
  eventId: z.string().max(60),
  type: z.enum([...webhookEventTypes, "endpoint.test"]),
  state: z.enum(["pending", "delivered", "failed"]),
  createdAt: z.iso.datetime(),
  attempts: z.number().int().nonnegative(),
  lastAttemptAt: z.iso.datetime().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  status: z.number().int().nullable(),
  milliseconds: z.number().int().nonnegative().nullable(),
  reason: z.string().max(300).nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhookDeliveriesQuerySchema = z.object({ before: z.string().max(60).optional() });

export const webhookDeliveryListSchema = z.object({
  deliveries: z.array(webhookDeliverySchema).max(50),
  next: z.string().max(60).nullable(),
});

export const webhookEndpointParams = z.object({ id: z.string().max(1000) });
export const webhookDeliveryParams = z.object({
  id: z.string().max(1000),
  delivery: z.string().max(1000),
});
