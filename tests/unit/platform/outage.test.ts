import { describe, expect, it } from "vitest";
import { transientOutageError } from "#platform/errors.ts";

describe("a failure of the platform beneath us", () => {
  it.each([
    "D1_ERROR: Network connection lost.",
    "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
    "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
    "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
    "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  ])("is said to pass by itself: %s", (message) => {
    const thrown = new Error("Failed query: SELECT 1", { cause: new Error(message) });
    expect(transientOutageError(thrown)).toMatchObject({
      code: "not_available",
      message: "A part of Beatcast does not answer at the moment. Please try again in a few seconds.",
      extras: { retryAfterSeconds: 5 },
    });
  });

  it("is an object that was reset or cannot be reached", () => {
    for (const flag of ["retryable", "overloaded", "durableObjectReset"])
      expect(transientOutageError(Object.assign(new Error("gone"), { [flag]: true }))?.code).toBe(
        "not_available",
      );
  });

  it.each([
    "D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT",
    "D1_ERROR: no such table: overloaded: SQLITE_ERROR",
    "Cannot read properties of undefined",
  ])("is not an error of ours: %s", (message) => {
    expect(transientOutageError(new Error(message))).toBeNull();
  });
});
