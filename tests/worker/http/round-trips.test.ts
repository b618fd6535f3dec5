import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { countedDatabase } from "#db/counted.ts";
import { createApp } from "#worker/app.ts";
import { aPerson, origin } from "../api.ts";

async function tripsOf(method: string, path: string, token: string): Promise<number> {
  const { binding, use } = countedDatabase(env.DB);
  const request = new Request(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === "GET" ? {} : { "content-type": "application/json" }),
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
  ])("%s %s: %i times", async (method, path, most) => {
    const { token } = await aPerson();
    expect(await tripsOf(method, path, token)).toBe(most);
  });
});
