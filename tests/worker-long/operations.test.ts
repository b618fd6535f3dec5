import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#app/routes/operations.ts";
import type { ErrorBody } from "#contract/error.ts";
import { aPerson, call, fetchWorker, origin } from "../worker/api.ts";

const addressed = (path: string) => path.replace(/:\w+/g, "AAPL").replace(/\*$/, "AAPL");
const shape = { error: expect.any(String), message: expect.any(String), code: expect.any(String) };

describe("the list of calls", () => {
  it("names each method and path once", () => {
    const names = operations.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("counts every public write against a rate", () => {
    const open = operations.filter(
      ({ access, method, rate }) => access === "public" && method !== "GET" && !rate,
    );
    // Signing out only ever ends the caller's own session.
    expect(open.map(({ path }) => path).filter((path) => path !== "/api/auth/signout")).toEqual([]);
  });
});

describe.each(operations.filter(({ access }) => access === "user"))("$method $path", ({ method, path }) => {
  it("answers 401 to a visitor", async () => {
    const { status, body } = await call(method, addressed(path), method === "GET" ? {} : { body: {} });
    expect(status).toBe(401);
    expect(body).toMatchObject({ ...shape, code: "unauthenticated" });
  });
});

// Programs with keys get problem details, which tests/worker/app/http/v1.test.ts checks.
const isForPeople = ({ access }: { access: string }) => access === "public" || access === "user";

describe.each(operations.filter((one) => one.method !== "GET" && isForPeople(one)))(
  "$method $path with a broken body",
  ({ method, path }) => {
    let token = "";
    beforeAll(async () => {
      token = (await aPerson()).token;
    });

    it.each([
      ["cut off", '{"a":'],
      ["a list", "[]"],
      ["deeply nested", "[".repeat(5000)],
      ["null", "null"],
      ["a prototype", '{"__proto__":{"isAdmin":true},"constructor":1}'],
    ])("is never our failure: %s", async (_, body) => {
      const answer = await call(method, addressed(path), { body, token });
      expect(answer.status).toBeLessThan(500);
      if (answer.status >= 400) expect(answer.body).toMatchObject(shape);
    });

    it("refuses another site's page", async () => {
      const answer = await call(method, addressed(path), {
        body: {},
        headers: { origin: "https://elsewhere.test" },
      });
      expect(answer.status).toBe(403);
    });
  },
);

/** These are the validator's words, which no answer to a person may contain. */
const foreign = /invalid input|expected|received|too (big|small)|unrecogni[sz]ed/i;
const wrongValues = [7, null, "x".repeat(50_000), {}];
const fieldNames = ["email", "password", "token", "code", "planId", "fullName", "newsletter", "eps", "url"];
const wrongBody = Object.fromEntries(fieldNames.map((name, i) => [name, wrongValues[i % 4]]));
const wrongQuery = `?q=${"x".repeat(500)}&page=a&outcome=z&limit=-1&after=x&before=x&token=${"x".repeat(900)}`;

describe("no text of the validator's reaches a person:", () => {
  let token = "";
  /** Signs in again when the previous call has ended the session. */
  async function refusals(method: string, path: string, body: unknown): Promise<string[]> {
    const send = () =>
      fetchWorker(origin + path, {
        method,
        redirect: "manual",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
      });
    let response = await send();
    if (response.status === 401) {
      token = (await aPerson()).token;
      response = await send();
    }
    expect(response.status).toBeLessThan(500);
    if (response.status < 400) return [];
    const { error, message, fields = {} } = await response.json<ErrorBody>();
    return [error, message, ...Object.values(fields)];
  }

  it.each(operations.filter(isForPeople))("$method $path", async ({ method, path }) => {
    const target = addressed(path) + (method === "GET" || path.endsWith("unsubscribe") ? wrongQuery : "");
    for (const body of method === "GET" ? [undefined] : [{}, wrongBody])
      for (const text of await refusals(method, target, body)) expect(text).not.toMatch(foreign);
  });
});
