import { AppError } from "#platform/errors.ts";

const RETRY_AFTER_SECONDS = 5;

/** What D1 says when it does not answer for reasons of the platform; a query that is wrong says SQLITE_ something. */
const databaseOutage =
  /^D1_ERROR: (?!.*SQLITE_).*(network connection lost|overloaded|object to be reset|was reset|reset because|exceeded timeout|transient issue|internal error)/i;

/** The answer to a failure of the platform beneath us, which passes by itself; null for any other one. */
export function outageOf(error: unknown): AppError | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (databaseOutage.test(cause.message) || isLostObject(cause))
      return new AppError(
        "not_available",
        "A part of Beatcast does not answer at the moment. Please try again in a few seconds.",
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
  return null;
}

/** A Durable Object that the platform moved, reset or could not reach says so by these. */
function isLostObject(error: Error): boolean {
  const { retryable, overloaded, durableObjectReset } = Object(error) as Record<string, unknown>;
  return [retryable, overloaded, durableObjectReset].includes(true);
}
