import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createApp } from "#app/app.ts";
import { safeProduction } from "../../unit/app/settings/safe-settings.ts";
import { checkAnswer } from "../answers.ts";

const { RESEND_API_KEY: _, ...settings } = safeProduction;
const MAIL = { send: async () => ({ messageId: "1" }) } as unknown as SendEmail;
const production = { ...env, ...settings, MAIL };
const app = createApp();
async function ask(path: string, init: RequestInit = {}, environment: typeof env = production) {
  const request = new Request(`${settings.APP_URL}${path}`, init);
  const answer = await app.fetch(request, environment, createExecutionContext());
  await checkAnswer(request.method, request.url, answer);
  return answer;
}
const post = (path: string, body: unknown) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("in production", () => {
  it.each([
    ["GET", "/api/dev/outbox"],
    ["POST", "/api/dev/seed"],
    ["POST", "/api/dev/newsletter"],
    ["GET", "/sandbox/checkout/chk_1"],
    ["POST", "/sandbox/portal/cus_1"],
    ["GET", "/sandbox/invoices/in_1"],
  ])("there is no %s %s", async (method, path) => {
    const body = method === "POST" ? { body: "{}", headers: { "content-type": "application/json" } } : {};
    expect((await ask(path, { method, ...body })).status).toBe(404);
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

describe("attack: a deployment with wrong settings", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  afterEach(() => logged.mockClear());

  it.each([
    ["without APP_ENV and with nothing else", { APP_ENV: undefined }, "APP_URL: is required in production"],
    ["without a way to send mail", { ...production, MAIL_FROM: undefined }, "MAIL_FROM: is required"],
    [
      "a development run at a public address",
      { APP_URL: "https://beatcast.example" },
      "APP_URL: is a public",
    ],
  ] as const)("answers 503 to everything and opens nothing: %s", async (_, wrong, sentence) => {
    const environment = { ...env, ...wrong } as typeof env;
    for (const path of ["/api/dev/outbox", "/api/health", "/", "/sandbox/checkout/1", "/api/track-record"]) {
      const answer = await ask(path, {}, environment);
      const text = await answer.text();
      expect([path, answer.status, text]).toEqual([
        path,
        503,
        expect.stringContaining("not set up correctly"),
      ]);
      expect(text).not.toContain("APP_URL");
    }
    expect(logged.mock.calls.flat().join("\n")).toContain(sentence);
  });

  it("is what a development run is that is reached through Cloudflare", async () => {
    const answer = await ask("/api/dev/outbox", { headers: { "cf-ray": "8f0c1d2e3f4a5b6c-FRA" } }, env);
    expect(answer.status).toBe(503);
    expect(logged.mock.calls.flat().join("\n")).toContain("APP_ENV: a development run");
  });
});
