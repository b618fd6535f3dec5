import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createApp } from "#worker/app.ts";

const production = { ...env, APP_ENV: "production", APP_URL: "https://beatcast.test", MARKET_DATA: "yahoo" };
const app = createApp();
const ask = (path: string, init: RequestInit = {}) =>
  app.fetch(new Request(`https://beatcast.test${path}`, init), production, createExecutionContext());
const post = (path: string, body: unknown) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("in production", () => {
  it("there is no outbox", async () => {
    expect((await ask("/api/dev/outbox")).status).toBe(404);
  });

  it("what needs a mail says so where none is set up, for every address alike", async () => {
    for (const [path, body] of [
      ["/api/auth/forgot-password", { email: "ada@example.com" }],
      ["/api/newsletter", { email: "ada@example.com" }],
    ] as const) {
      const answer = await post(path, body);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        503,
        "not_available",
      ]);
    }
  });

  it("a session's cookie is secure and hidden from scripts, and its answer is never cached", async () => {
    const answer = await post("/api/auth/signup", {
      email: `p-${crypto.randomUUID()}@example.com`,
      password: "correct horse battery",
      fullName: "Ada",
    });
    const cookie = answer.headers.get("set-cookie") ?? "";
    for (const part of ["__Host-beatcast_session=", "HttpOnly", "Secure", "SameSite=Lax", "Path=/"])
      expect(cookie).toContain(part);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});
