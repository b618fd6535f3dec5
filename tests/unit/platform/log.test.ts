import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { MarketError } from "#market/port.ts";
import { AppError } from "#platform/errors.ts";
import { describeError, LoggedError, logEvent, logUnexpected, withLogContext } from "#platform/log.ts";

const [ADDRESS, NAME, TOKEN] = ["ada.marked@example.org", "Ada Markedlove", "tok_Zr8vQ2mXw5Lk0TfYb7HsNc4J"];
const marked = `${ADDRESS} ${NAME} ${TOKEN}`;

afterEach(() => void vi.restoreAllMocks());

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

function named(name: string, message: string, extras: object = {}): Error {
  return Object.assign(new Error(message), { name, ...extras });
}

/** Failures of every kind that reaches the log, each with an address, a name and a token in it. */
const failures: [string, unknown][] = [
  [
    "a failed query with its parameters",
    named("DrizzleQueryError", `Failed query: insert\nparams: ${marked}`),
  ],
  ["a value of the database", named("Error", `D1_ERROR: UNIQUE constraint failed: users.email (${marked})`)],
  ["a body that is no JSON", thrownBy(() => JSON.parse(`${NAME} ${ADDRESS} ${TOKEN}`))],
  ["an address that is none", thrownBy(() => new URL(`::${marked}`))],
  ["a wrong shape", thrownBy(() => z.object({ a: z.literal("b") }).parse({ a: marked }))],
  [
    "keys that a stranger chose",
    thrownBy(() => z.record(z.string(), z.number()).parse({ [marked]: "x", [TOKEN]: marked })),
  ],
  [
    "a provider's words",
    named("StripeInvalidRequestError", `No such customer: ${marked}`, { code: "resource_missing" }),
  ],
  ["a mail that was refused", named("Error", `550 ${ADDRESS}: no such mailbox of ${NAME} (${TOKEN})`)],
  ["a class named by a stranger", named(marked, marked)],
  [
    "a message that looks like a place in the code",
    new Error(`x\n    at ${NAME} (${ADDRESS})\n    at ${TOKEN}`),
  ],
  ["a cause", new Error(marked, { cause: new Error(marked, { cause: marked }) })],
  ["an outcome for a person", new AppError("conflict", marked)],
  ["a source's failure", new MarketError("malformed", marked)],
  ["a word that was thrown", marked],
  ["an object that was thrown", { address: ADDRESS, name: NAME, token: TOKEN }],
  ["an abort with a reason", AbortSignal.abort(marked).reason],
  ["a call of nothing", thrownBy(() => (Object(marked) as { f(): void }).f())],
  ["a property of nothing", thrownBy(() => (JSON.parse("null") as Record<string, string>)[TOKEN])],
];

describe("attack: personal data and secrets in the log", () => {
  it.each(failures)("are not in the line of %s", (_, failure) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    logUnexpected(failure, { route: "/api/auth/signin" });
    const line = String(log.mock.calls[0]?.[0]);
    expect(line).not.toMatch(/marked|Zr8vQ2|Ada/i);
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      event: "unexpected",
      route: "/api/auth/signin",
      error: expect.any(String),
    });
  });
});

describe("what the log says of an error", () => {
  it("is its class, code and place, and our own words", () => {
    const [first, second = ""] = describeError(new LoggedError("The sums differ.")).split("\n");
    expect(first).toBe("LoggedError: The sums differ.");
    expect(second).toMatch(/^ +at .*log\.test\.ts:\d+:\d+/);
    const head = (error: unknown) => describeError(error).split("\n")[0];
    expect(head(new AppError("not_available", "away"))).toBe("AppError: not_available");
    expect(head(new MarketError("timed_out", "late"))).toBe("MarketError: timed_out");
    expect(head(thrownBy(() => z.object({ a: z.string() }).parse({})))).toBe("ZodError: invalid_type");
    expect(head(thrownBy(() => (null as unknown as { eps: number }).eps))).toBe(
      "TypeError: Cannot read properties of null",
    );
    expect(head(new Error("D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT"))).toBe(
      "Error: D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT",
    );
    expect(head(42)).toBe("thrown: number");
  });

  it("names what made it", () => {
    const error = named("DrizzleQueryError", "Failed query", {
      cause: new Error("D1_ERROR: no such table: users: SQLITE_ERROR"),
    });
    expect(describeError(error)).toMatch(
      /^DrizzleQueryError\n[\s\S]*caused by Error: D1_ERROR: no such table: users/,
    );
  });
});

describe("a line of the log", () => {
  it("is one line of JSON with the ids of the request or job that it was written in, also after a wait", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    await Promise.all(
      ["one", "two"].map((requestId) =>
        withLogContext({ requestId }, async () => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          logEvent("info", "done", { ms: 3 });
        }),
      ),
    );
    logEvent("info", "alone");
    expect(log.mock.calls.map(([line]) => line)).toEqual([
      '{"level":"info","event":"done","requestId":"one","ms":3}',
      '{"level":"info","event":"done","requestId":"two","ms":3}',
      '{"level":"info","event":"alone"}',
    ]);
  });
});
