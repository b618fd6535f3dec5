import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { SessionItem } from "#contract/security.ts";
import { aPerson, call } from "../api.ts";

const agents = [
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
  "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
];

const stored = async (userId: string) =>
  (await env.DB.prepare("SELECT user_agent FROM sessions WHERE user_id = ?").bind(userId).all()).results;

it("a session stores browser and system in words, never the agent string or an address", async () => {
  const { email, password, user, token } = await aPerson();
  await env.DB.prepare("DELETE FROM sessions WHERE user_id = ?").bind(user.id).run();
  const headers = { "user-agent": agents[0] ?? "", "cf-connecting-ip": "203.0.113.7" };
  const again = await call<{ token: string }>("POST", "/api/auth/signin", {
    body: { email, password },
    headers,
  });
  expect(token).not.toBe(again.body.token);
  expect(await stored(user.id)).toEqual([{ user_agent: "Chrome on Mac" }]);
  const { body } = await call<{ sessions: SessionItem[] }>("GET", "/api/account/sessions", {
    token: again.body.token,
  });
  expect(body.sessions.map(({ device }) => device)).toEqual(["Chrome on Mac"]);
});
