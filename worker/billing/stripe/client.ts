import Stripe from "stripe";
import { AppError } from "#platform/errors.ts";
import type { Fetch } from "#platform/upstream/guarded-fetch.ts";

const TIMEOUT_MS = 20_000;

/** Opens Stripe's client. `apiBase` replaces the address of Stripe's API, for example in tests. */
export function openStripe(secretKey: string, apiBase?: string, request?: Fetch): Stripe {
  const base = apiBase ? new URL(apiBase) : null;
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(request as typeof fetch | undefined),
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    ...(base
      ? {
          protocol: base.protocol === "http:" ? ("http" as const) : ("https" as const),
          host: base.hostname,
          ...(base.port ? { port: base.port } : {}),
        }
      : {}),
  });
}

/**
 * Awaits a call to Stripe and translates its errors. Throws `payment_declined` for a declined card, `conflict`
 * for an idempotency key that is in use, and `not_available` when Stripe cannot be reached.
 */
export async function callStripe<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw translated(error);
  }
}

/** Works like `callStripe`, but returns null when Stripe does not have the object. */
export async function callStripeOrNull<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await callStripe(call);
  } catch (error) {
    if (isStripeErrorCode(error, "resource_missing")) return null;
    throw error;
  }
}

export function isStripeErrorCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

function translated(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError)
    return new AppError("payment_declined", "Your card was declined. Please use another payment method.");
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    return new AppError("conflict", "This change is already being made. Please wait a moment.");
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  )
    return new AppError(
      "not_available",
      "We cannot reach our payment provider right now. Please try again in a minute.",
    );
  return error;
}
