import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createApp } from "#app/app.ts";
import { aPerson, call, fetchWorker, origin } from "../../api.ts";
import { countedDatabase } from "../../counted-database.ts";

async function tripsOf(
  method: string,
  path: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const { binding, use } = countedDatabase(env.DB);
  const request = new Request(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === "GET" ? {} : { "content-type": "application/json" }),
      ...headers,
    },
  });
  const context = createExecutionContext();
  const response = await createApp().fetch(request, { ...env, DB: binding } as typeof env, context);
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  const waited = use.roundTrips;
  await waitOnExecutionContext(context);
  return waited;
}

describe("how often a call waits for the database", () => {
  it.each([
    ["POST", "/api/auth/verify", 1],
    ["GET", "/api/auth/profile", 1],
    ["GET", "/api/dashboard", 2],
  ])("%s %s: %i times", async (method, path, most) => {
    const { token } = await aPerson();
    expect(await tripsOf(method, path, token)).toBe(most);
  });

  it("an analysis that others asked for before: three times, and twice for one who has it", async () => {
    const [first, { token }] = [await aPerson(), await aPerson()];
    await call("POST", "/api/analyze/AAPL", { token: first.token });
    const path = "/api/analyze/AAPL";
    expect(await tripsOf("POST", path, token, { "idempotency-key": "the-first-one" })).toBe(3);
    expect(await tripsOf("POST", path, token)).toBe(2);
  });
});

describe("what everybody gets alike", () => {
  it.each([
    ["/api/track-record", 60],
    ["/api/coverage", 60],
    ["/api/subscription/plans", 300],
  ])("%s is the edge's for %i seconds, and a reader who has it gets a 304", async (path, seconds) => {
    const { token } = await aPerson();
    const asked = (headers: Record<string, string>) => fetchWorker(origin + path, { headers });
    const answer = await asked({ authorization: `Bearer ${token}` });
    expect(answer.headers.get("cache-control")).toBe(
      `public, max-age=0, s-maxage=${seconds}, must-revalidate`,
    );
    expect(answer.headers.get("vary")).toBeNull();
    const again = await asked({ "if-none-match": answer.headers.get("etag") ?? "" });
    expect([answer.status, again.status, await again.text()]).toEqual([200, 304, ""]);
  });
});
