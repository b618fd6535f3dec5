import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#routes/operations.ts";
import { aPerson, call } from "../api.ts";

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

describe.each(operations.filter(({ method, access }) => method !== "GET" && access !== "signed"))(
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
