import Stripe from "stripe";
import { z } from "zod";
import { AppError } from "#platform/errors.ts";
import type { PaymentEvent } from "../gateway.ts";

/**
 * The largest difference between a signature's time and now, in either direction. The SDK alone would also
 * accept a signature dated an hour in the future.
 */
const TOLERANCE_SECONDS = 5 * 60;

const id = z.string().min(1).max(255);
const reference = z.union([id, z.object({ id }).transform((object) => object.id)]);

const eventSchema = z.object({
  id,
  type: z.string().max(100),
  created: z.number().int(),
  data: z.object({
    object: z.object({
      id,
      object: z.string().max(100),
      customer: reference.nullish(),
      status: z.string().max(100).nullish(),
      payment_intent: reference.nullish(),
    }),
  }),
});

/**
 * Verifies the signature of a webhook and returns its event. The signature must be made with one of `secrets`
 * within five minutes of `now`; during a rotation, several secrets are valid. Throws `invalid_request`.
 */
export async function readSignedEvent(
  rawBody: Uint8Array,
  signature: string | null,
  secrets: readonly string[],
  now: Date,
): Promise<PaymentEvent> {
  const refused = new AppError("invalid_request", "The signature of this event does not hold.");
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature ?? "")?.[1] ?? Number.NaN);
  const age = Math.floor(now.getTime() / 1000) - seconds;
  if (signature === null || !(Math.abs(age) <= TOLERANCE_SECONDS)) throw refused;
  const body = new TextDecoder().decode(rawBody);
  for (const secret of secrets) {
    const event = await Stripe.webhooks
      .constructEventAsync(
        body,
        signature,
        secret,
        TOLERANCE_SECONDS,
        Stripe.createSubtleCryptoProvider(),
        now.getTime(),
      )
      .catch(() => null);
    if (event) return toEvent(event);
  }
  throw refused;
}

export function signEvent(body: string, secret: string, now: Date): Promise<string> {
  return Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret,
    timestamp: Math.floor(now.getTime() / 1000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
}

function toEvent(event: unknown): PaymentEvent {
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) throw new AppError("invalid_request", "This event has an unexpected shape.");
  const { id, type, created, data } = parsed.data;
  const { object } = data;
  const isDispute = object.object === "dispute" && object.payment_intent && object.status;
  return {
    id,
    type,
    createdAt: new Date(created * 1000),
    customerId: object.object === "customer" ? object.id : (object.customer ?? null),
    checkoutId: object.object === "checkout.session" ? object.id : null,
    dispute:
      isDispute && object.payment_intent && object.status
        ? { id: object.id, paymentId: object.payment_intent, status: object.status }
        : null,
  };
}
