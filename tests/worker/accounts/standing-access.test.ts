import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { ApiKey, CreatedApiKey } from "#contract/api-keys.ts";
import type { SecurityEvent } from "#contract/security.ts";
import type { WebhookEndpoint } from "#contract/webhooks.ts";
import { subscribe } from "../a-subscriber.ts";
import { aConfirmedPerson, call, fetchWorker, origin } from "../api.ts";
import { open } from "../app/pages/a-market.ts";
import { mailsTo, mailTo, tokenIn } from "../outbox.ts";

const NEW_PASSWORD = "another long password";

/** Creates an account in which a signed-in thief made a key, a webhook endpoint and a calendar feed. */
async function aRobbedAccount() {
  const person = await aConfirmedPerson();
  await subscribe(person.user, "institutional");
  const { token } = person;
  const post = <Body>(path: string, body: object) => call<Body>("POST", path, { token, body });
  const { key } = (await post<CreatedApiKey>("/api/keys", { name: "Backup" })).body;
  await post("/api/webhook-endpoints", { url: "https://hooks.example.com/thief" });
  const { url } = (await post<{ url: string }>("/api/calendar-feed", {})).body;
  return { ...person, key, url };
}
type Robbed = Awaited<ReturnType<typeof aRobbedAccount>>;

/**
 * Returns what still works: the status of a call with the key, the status of the feed, and the number of endpoints.
 */
async function standing({ key, url, email }: Robbed, password: string) {
  const { token } = (await call<{ token: string }>("POST", "/api/auth/signin", { body: { email, password } }))
    .body;
  const endpoints = await call<{ endpoints: WebhookEndpoint[] }>("GET", "/api/webhook-endpoints", { token });
  const { events } = (
    await call<{ events: SecurityEvent[] }>("GET", "/api/account/security-events", { token })
  ).body;
  return {
    token,
    key: (await fetchWorker(`${origin}/api/v1/predictions`, { headers: { authorization: `Bearer ${key}` } }))
      .status,
    feed: (await open(url.slice(origin.length))).status,
    endpoints: endpoints.body.endpoints.length,
    named: events.filter(({ kind }) => kind === "standing_access_ended").length,
  };
}

async function reset({ email }: Robbed, choice: object) {
  await call("POST", "/api/auth/forgot-password", { body: { email } });
  const token = tokenIn(await mailTo(email, "Set a new password"));
  const body = { token, password: NEW_PASSWORD, ...choice };
  expect((await call("POST", "/api/auth/reset-password", { body })).status).toBe(200);
}

describe("what a thief made in an account", () => {
  it("ends with a reset, and the trail says so once", async () => {
    const account = await aRobbedAccount();
    await reset(account, {});
    const after = await standing(account, NEW_PASSWORD);
    expect(after).toMatchObject({ key: 401, feed: 404, endpoints: 0, named: 1 });
    const { keys } = (await call<{ keys: ApiKey[] }>("GET", "/api/keys", { token: after.token })).body;
    expect(keys).toMatchObject([{ name: "Backup", state: "revoked" }]);
  });

  it("goes on where its owner says so, and ends where the address was never confirmed whatever is said", async () => {
    const owned = await aRobbedAccount();
    await reset(owned, { keepAccess: true });
    expect(await standing(owned, NEW_PASSWORD)).toMatchObject({
      key: 200,
      feed: 200,
      endpoints: 1,
      named: 0,
    });

    const squatted = await aRobbedAccount();
    await env.DB.prepare("UPDATE users SET email_verified = 0 WHERE id = ?").bind(squatted.user.id).run();
    await reset(squatted, { keepAccess: true });
    expect(await standing(squatted, NEW_PASSWORD)).toMatchObject({ key: 401, feed: 404, endpoints: 0 });
  });

  it("goes on after a change of password, unless asked to end", async () => {
    const account = await aRobbedAccount();
    const { token, password } = account;
    const change = (currentPassword: string, newPassword: string, choice: object) =>
      call("POST", "/api/auth/change-password", { token, body: { currentPassword, newPassword, ...choice } });
    expect((await change(password, NEW_PASSWORD, {})).status).toBe(200);
    expect(await standing(account, NEW_PASSWORD)).toMatchObject({ key: 200, feed: 200, endpoints: 1 });
    expect((await change(NEW_PASSWORD, "a third long password", { endAccess: true })).status).toBe(200);
    expect(await standing(account, "a third long password")).toMatchObject({
      key: 401,
      feed: 404,
      endpoints: 0,
      named: 1,
    });
  });

  it("is written in the trail only where there was any", async () => {
    const person = await aConfirmedPerson();
    const account = { ...person, key: "", url: `${origin}/calendar/feed/none.ics` };
    await reset(account, {});
    expect(await standing(account, NEW_PASSWORD)).toMatchObject({ named: 0 });
  });

  it("is told to its owner by emails that name what a new password ends", async () => {
    const { email } = await aRobbedAccount();
    for (const subject of [
      "A new API key was made",
      "A webhook endpoint was added",
      "A calendar address was made",
    ])
      expect((await mailTo(email, subject)).text).toContain(
        "a new password ends every session, passkey, linked sign-in, connected app, API key, webhook and calendar feed",
      );
  });
});

it("attack: turning security emails off first is itself in the trail and in an email, once", async () => {
  const { token, email } = await aConfirmedPerson();
  const save = (body: object) => call("PUT", "/api/account/notifications", { token, body });
  for (const body of [{ emailNotifications: false }, { securityAlerts: false }, { weeklySummary: false }])
    expect((await save(body)).status).toBe(200);
  await mailTo(email, "Security emails were turned off");
  const subjects = await mailsTo(email);
  expect(subjects.filter((subject) => subject === "Security emails were turned off")).toHaveLength(1);
  const { events } = (
    await call<{ events: SecurityEvent[] }>("GET", "/api/account/security-events", { token })
  ).body;
  expect(events.filter(({ kind }) => kind === "security_emails_off")).toHaveLength(1);
});

it("the calendar's address needs the password when the sign-in is not recent", async () => {
  const { token, user, password } = await aConfirmedPerson();
  await env.DB.prepare("UPDATE sessions SET created_at = ? WHERE user_id = ?")
    .bind(Date.now() - 16 * 60_000, user.id)
    .run();
  const make = (body: object) => call("POST", "/api/calendar-feed", { token, body });
  expect(await make({})).toMatchObject({ status: 400, body: { code: "confirmation_required" } });
  expect((await make({ password: "wrong" })).body).toMatchObject({ code: "wrong_password" });
  expect((await make({ password })).status).toBe(201);
});
