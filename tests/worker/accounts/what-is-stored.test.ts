import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { hashToken } from "#accounts/sessions/token.ts";
import { subscribe } from "../a-subscriber.ts";
import { aConfirmedPerson, call } from "../api.ts";
import { mailTo, tokenIn } from "../outbox.ts";

/** Returns every row of the database but the outbox, which stands in for a mailbox during development. */
async function everythingStored(): Promise<string> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('outbox') AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
  ).all<{ name: string }>();
  const rows = await Promise.all(results.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`).all()));
  return JSON.stringify(rows.map((found) => found.results));
}

it("a copy of the database has hashes of passwords, tokens, keys, links and addresses, and ciphers of the rest", async () => {
  const password = "correct horse battery staple lamp";
  const { token, user } = await aConfirmedPerson({ password });
  await subscribe(user, "institutional");
  const made = async (path: string, body: object = {}) =>
    (await call<Record<string, string>>("POST", path, { token, body })).body;
  const { key = "" } = await made("/api/keys", { name: "test", scopes: ["read"] });
  const feed = await made("/api/calendar-feed");
  const secretOfFeed = /([\w-]{43})\.ics/.exec(JSON.stringify(feed))?.[1] ?? "";
  const { secret: authenticator = "" } = await made("/api/auth/two-factor/enroll", { password });
  const { secret: signing = "" } = await made("/api/webhook-endpoints", {
    url: "https://hooks.example.com/x",
  });
  await call("POST", "/api/auth/forgot-password", { body: { email: user.email } });
  const link = tokenIn(await mailTo(user.email, "Set a new password"));
  const stored = await everythingStored();

  for (const secret of [token, key, secretOfFeed, link]) {
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(stored).not.toContain(secret);
    expect(stored).toContain(hashToken(secret));
  }
  for (const secret of [password, authenticator, signing.replace(/^whsec_/, "")]) {
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(stored).not.toContain(secret);
  }
});
