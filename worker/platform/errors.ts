import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorBody, ErrorCode } from "#contract/error.ts";

const statusOf: Record<ErrorCode, readonly [ContentfulStatusCode, string]> = {
  invalid_request: [400, "Invalid request"],
  invalid_symbol: [400, "Invalid symbol"],
  invalid_credentials: [401, "Sign in failed"],
  invalid_link: [400, "Link not valid"],
  missing_fields: [400, "Missing information"],
  password_too_short: [400, "Password too short"],
  password_too_long: [400, "Password too long"],
  password_too_common: [400, "Password too common"],
  wrong_password: [400, "Wrong password"],
  wrong_code: [400, "Wrong code"],
  confirmation_required: [400, "Confirmation Required"],
  email_unconfirmed: [403, "Email not confirmed"],
  unauthenticated: [401, "Not authenticated"],
  forbidden: [403, "Forbidden"],
  foreign_origin: [403, "Forbidden"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  conflict: [409, "Conflict"],
  idempotency_key_reused: [422, "Idempotency key used before"],
  subscribe_again: [409, "Subscription ended"],
  payment_declined: [402, "Payment declined"],
  unknown_symbol: [404, "Unknown symbol"],
  not_a_company: [422, "Not a company"],
  no_estimate: [422, "No estimate"],
  as_of_future: [422, "In the future"],
  before_record: [422, "Before the record"],
  payload_too_large: [413, "Too large"],
  unsupported_media_type: [415, "Unsupported media type"],
  quota_exceeded: [429, "Quota used up"],
  rate_limited: [429, "Too many requests"],
  upstream_refused: [502, "Market data refused"],
  upstream_malformed: [502, "Market data unreadable"],
  upstream_rate_limited: [503, "Market data busy"],
  upstream_unavailable: [503, "Market data unavailable"],
  upstream_timeout: [504, "Market data timed out"],
  not_available: [503, "Not available"],
  internal: [500, "Something went wrong"],
};

type Extras = Pick<ErrorBody, "retryAfterSeconds" | "fields" | "candidates" | "recordBegan">;

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly extras: Extras;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.code = code;
    this.extras = extras;
  }
}

export type ErrorAnswer = { status: ContentfulStatusCode; body: ErrorBody };

export function errorAnswer(code: ErrorCode, message: string, extras: Partial<ErrorBody> = {}): ErrorAnswer {
  const [status, error] = statusOf[code];
  return { status, body: { error, message, code, ...extras } };
}

const RETRY_AFTER_SECONDS = 5;

/** Matches D1's messages about outages. Errors in a query contain "SQLITE_" and do not match. */
const databaseOutage =
  /^D1_ERROR: (?!.*SQLITE_).*(network connection lost|overloaded|object to be reset|was reset|reset because|exceeded timeout|transient issue|internal error)/i;

/**
 * Returns a `not_available` error if the cause is a temporary outage of the database or a Durable Object.
 * Returns null for any other error.
 */
export function transientOutageError(error: unknown): AppError | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (databaseOutage.test(cause.message) || isLostObject(cause))
      return new AppError(
        "not_available",
        "A part of Beatcast does not answer at the moment. Please try again in a few seconds.",
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
  return null;
}

/** Returns whether a Durable Object was moved, reset, overloaded or unreachable. */
function isLostObject(error: Error): boolean {
  const { retryable, overloaded, durableObjectReset } = Object(error) as Record<string, unknown>;
  return [retryable, overloaded, durableObjectReset].includes(true);
}
