import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "#app/app.ts";
import type { NotificationChannels } from "#contract/preferences.ts";
import { isPushEndpoint } from "#contract/push.ts";
import { MAX_PUSH_DEVICES } from "#notifications/push-devices.ts";
import { type Pusher, webPusher } from "#platform/push/web-push.ts";
import { aBrowser, vapidKeys } from "../accounts/a-browser.ts";
import { aCarrier, accountsAt, notify } from "../accounts/at-a-time.ts";
import { checkAnswer } from "../answers.ts";
import { aPerson, call, origin } from "../api.ts";

afterEach(() => void vi.restoreAllMocks());

type Person = Awaited<ReturnType<typeof aPerson>>;
type Browser = Awaited<ReturnType<typeof aBrowser>>;

const vapid = await vapidKeys();
const app = createApp();
const withKeys = { ...env, VAPID_PUBLIC_KEY: vapid.publicKey, VAPID_PRIVATE_KEY: vapid.privateKey };

/** Calls a deployment that has keys for push messages. */
async function ask<Body = { code?: string }>(method: string, path: string, { token }: Person, body?: object) {
  const request = new Request(origin + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await app.fetch(request, withKeys, createExecutionContext());
  await checkAnswer(method, request.url, answer);
  return { status: answer.status, body: (await answer.json()) as Body };
}
const turnOn = (person: Person, { subscription }: Browser) =>
  ask("POST", "/api/push/subscriptions", person, subscription);
const waysOf = async (person: Person) =>
  (await ask<NotificationChannels>("GET", "/api/account/notifications", person)).body.push;

/** Creates a person with push messages on in a browser, and one prediction that was just settled as wrong. */
async function aPersonWithABrowser() {
  const [person, browser] = [await aPerson(), await aBrowser()];
  await turnOn(person, browser);
  await call("POST", "/api/analyze/AAPL", { token: person.token });
  await env.DB.prepare(
    "UPDATE predictions SET state = 'settled', prediction_type = 'beat', actual_result = 'miss', is_correct = 0, " +
      "settled_at = ?, reports_at = NULL WHERE user_id = ?",
  )
    .bind(Date.now(), person.user.id)
    .run();
  return { person, browser };
}

/** Makes push services that remember what arrived and answer by endpoint. */
function services(answers: Record<string, number> = {}) {
  const taken: { endpoint: string; init: RequestInit }[] = [];
  const request = async (endpoint: string, init: RequestInit) => {
    taken.push({ endpoint, init });
    return new Response(null, { status: answers[endpoint] ?? 201 });
  };
  const pusher = webPusher({ ...vapid, subject: "mailto:push@example.com" }, request as typeof fetch);
  const to = ({ endpoint }: Browser) => taken.filter((each) => each.endpoint === endpoint);
  return { pusher, to };
}
const tick = (pusher: Pusher, now = new Date()) =>
  notify(accountsAt(now, aCarrier().mailer, pusher), { left: 1000 });

describe("a push message", () => {
  it("tells of a settled prediction once, encrypted for the browser and signed by the deployment", async () => {
    const { browser } = await aPersonWithABrowser();
    const { pusher, to } = services();
    await Promise.all([tick(pusher), tick(pusher)]);
    await tick(pusher);
    const [message, ...more] = to(browser);
    expect(more).toEqual([]);
    expect(await browser.open(message?.init.body as Uint8Array)).toEqual({
      title: "AAPL: your prediction was wrong",
      body: "Predicted a beat, reported a miss.",
      path: expect.stringMatching(/^\/dashboard\/predictions\/prd_/),
      tag: expect.stringMatching(/^prediction_settled prd_/),
    });
    const headers = new Headers(message?.init.headers);
    expect([headers.get("content-encoding"), headers.get("ttl")]).toEqual(["aes128gcm", "86400"]);
    const [, token = "", key] = /^vapid t=(.+), k=(.+)$/.exec(headers.get("authorization") ?? "") ?? [];
    const [head, claims = "", signature = ""] = token.split(".");
    expect(key).toBe(vapid.publicKey);
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      aud: "https://fcm.googleapis.com",
      sub: "mailto:push@example.com",
    });
    const isSigned = await crypto.subtle.verify(
      { name: "ECDSA", hash: "SHA-256" },
      vapid.verifier,
      Buffer.from(signature, "base64url"),
      new TextEncoder().encode(`${head}.${claims}`),
    );
    expect(isSigned).toBe(true);
    expect(message?.init.redirect).toBe("manual");
  });

  it("reminds of a report, as long as it lies ahead", async () => {
    const { person, browser } = await aPersonWithABrowser();
    const report = new Date("2027-05-04T20:30:00Z");
    await env.DB.prepare(
      "UPDATE predictions SET state = 'pending', settled_at = NULL, reports_at = ? WHERE user_id = ?",
    )
      .bind(report.getTime(), person.user.id)
      .run();
    const { pusher, to } = services();
    await tick(pusher, new Date(report.getTime() - 25 * 3_600_000));
    expect(to(browser)).toEqual([]);
    await tick(pusher, new Date(report.getTime() - 3_600_000));
    const [message] = to(browser);
    expect(await browser.open(message?.init.body as Uint8Array)).toMatchObject({
      title: "AAPL reports soon",
      path: "/dashboard?symbol=AAPL",
    });
    expect(new Headers(message?.init.headers).get("ttl")).toBe("3600");
  });

  it.each([{ pushNotifications: false }, { predictionAlerts: false }])(
    "is not sent to a person who set %j",
    async (flags) => {
      const { person, browser } = await aPersonWithABrowser();
      await ask("PUT", "/api/account/notifications", person, flags);
      const { pusher, to } = services();
      await tick(pusher);
      expect(to(browser)).toEqual([]);
    },
  );

  it("is sent without mails too: the two ways are apart", async () => {
    const { person, browser } = await aPersonWithABrowser();
    await ask("PUT", "/api/account/notifications", person, { emailNotifications: false });
    const { pusher, to } = services();
    await tick(pusher);
    expect(to(browser)).toHaveLength(1);
  });

  it.each([404, 410])("ends a browser that its service does not know any more (%i)", async (status) => {
    const { person, browser } = await aPersonWithABrowser();
    await tick(services({ [browser.endpoint]: status }).pusher);
    expect(await waysOf(person)).toMatchObject({ isOnHere: false, browsers: 0 });
  });

  it("is tried again when the service is busy, and stops no other person's", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [{ browser: busy }, { browser: other }] = [
      await aPersonWithABrowser(),
      await aPersonWithABrowser(),
    ];
    const first = services({ [busy.endpoint]: 503 });
    await tick(first.pusher);
    expect(first.to(other)).toHaveLength(1);
    const later = services();
    await tick(later.pusher, new Date(Date.now() + 3_600_000));
    expect([later.to(busy).length, later.to(other).length]).toEqual([1, 0]);
    expect(JSON.stringify(log.mock.calls)).not.toContain(busy.endpoint);
  });

  it("that broke off while it was handed over is not repeated", async () => {
    const { person, browser } = await aPersonWithABrowser();
    void tick({ publicKey: "", send: () => new Promise(() => undefined) });
    const stateOf = () =>
      env.DB.prepare("SELECT state FROM deliveries WHERE user_id = ? AND channel = 'push'")
        .bind(person.user.id)
        .first("state");
    await vi.waitUntil(async () => (await stateOf()) === "sending");
    const { pusher, to } = services();
    await tick(pusher, new Date(Date.now() + 3_600_000));
    expect([await stateOf(), to(browser).length]).toEqual(["unknown", 0]);
  });
});

describe("turning push messages on", () => {
  it("is for the browser of the session, until it is turned off or signed out there", async () => {
    const [person, browser] = [await aPerson(), await aBrowser()];
    expect(await waysOf(person)).toEqual({ publicKey: vapid.publicKey, isOnHere: false, browsers: 0 });
    await turnOn(person, browser);
    expect(await waysOf(person)).toMatchObject({ isOnHere: true, browsers: 1 });
    await ask("DELETE", "/api/push/subscriptions", person, { endpoint: browser.endpoint });
    expect(await waysOf(person)).toMatchObject({ isOnHere: false, browsers: 0 });
    await turnOn(person, browser);
    await ask("POST", "/api/auth/signout", person, {});
    const count = await env.DB.prepare("SELECT COUNT(*) AS n FROM push_devices WHERE user_id = ?")
      .bind(person.user.id)
      .first("n");
    expect(count).toBe(0);
  });

  it("takes the account's flag along, and a browser belongs to who turned it on last", async () => {
    const [first, second, browser] = [await aPerson(), await aPerson(), await aBrowser()];
    await ask("PUT", "/api/account/notifications", second, { pushNotifications: false });
    await turnOn(first, browser);
    await turnOn(second, browser);
    expect([(await waysOf(first)).browsers, (await waysOf(second)).browsers]).toEqual([0, 1]);
    const { pusher, to } = services();
    await call("POST", "/api/analyze/AAPL", { token: second.token });
    await env.DB.prepare(
      "UPDATE predictions SET state = 'settled', actual_result = 'beat', is_correct = 1, settled_at = ?, reports_at = NULL WHERE user_id = ?",
    )
      .bind(Date.now(), second.user.id)
      .run();
    await tick(pusher);
    expect(to(browser)).toHaveLength(1);
  });

  it("lets nobody turn off another person's browser", async () => {
    const [owner, other, browser] = [await aPerson(), await aPerson(), await aBrowser()];
    await turnOn(owner, browser);
    await ask("DELETE", "/api/push/subscriptions", other, { endpoint: browser.endpoint });
    expect((await waysOf(owner)).browsers).toBe(1);
  });

  it("keeps a person's newest browsers", async () => {
    const person = await aPerson();
    await env.DB.batch(
      Array.from({ length: MAX_PUSH_DEVICES }, (_, i) =>
        env.DB.prepare(
          "INSERT INTO push_devices (id, user_id, session_id, endpoint, p256dh, auth, created_at) " +
            "SELECT ?1, user_id, ?1, ?1, '', '', ?2 FROM (SELECT ?3 AS user_id)",
        ).bind(`psh_${i}`, i, person.user.id),
      ).flatMap((insert, i) => [
        env.DB.prepare(
          "INSERT INTO sessions (id, token, user_id, expires_at, created_at, updated_at) VALUES (?1, ?1, ?2, 9e12, 0, 0)",
        ).bind(`psh_${i}`, person.user.id),
        insert,
      ]),
    );
    await turnOn(person, await aBrowser());
    const { results } = await env.DB.prepare("SELECT id FROM push_devices WHERE user_id = ?")
      .bind(person.user.id)
      .all<{ id: string }>();
    expect(results).toHaveLength(MAX_PUSH_DEVICES);
    expect(results.map(({ id }) => id)).not.toContain("psh_0");
  });

  it("is refused where there are no keys, and says so", async () => {
    const [person, { subscription }] = [await aPerson(), await aBrowser()];
    const answer = await call("POST", "/api/push/subscriptions", { token: person.token, body: subscription });
    expect([answer.status, answer.body.code]).toEqual([503, "not_available"]);
    const { body } = await call<NotificationChannels>("GET", "/api/account/notifications", {
      token: person.token,
    });
    expect(body.push.publicKey).toBeNull();
  });
});

describe("attack: an endpoint that is no push service", () => {
  let person: Person;
  beforeAll(async () => {
    person = await aPerson();
  });

  it.each([
    "http://fcm.googleapis.com/fcm/send/1",
    "https://fcm.googleapis.com:8443/fcm/send/1",
    "https://user@fcm.googleapis.com/fcm/send/1",
    "https://fcm.googleapis.com.evil.example/1",
    "https://evilpush.apple.com/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://push.services.mozilla.com.internal/1",
    "not an address",
  ])("%s is refused, and nothing is sent there", async (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
    const { keys } = await aBrowser();
    expect((await ask("POST", "/api/push/subscriptions", person, { endpoint, keys })).status).toBe(400);
    const request = vi.fn();
    const pusher = webPusher({ ...vapid, subject: "mailto:push@example.com" }, request);
    const payload = { title: "t", body: "b", path: "/", tag: "t" };
    expect(await pusher.send({ endpoint, ...keys }, payload, 60)).toBe("refused");
    expect(request).not.toHaveBeenCalled();
  });

  it("the browsers' own services are taken", () => {
    for (const host of [
      "updates.push.services.mozilla.com",
      "web.push.apple.com",
      "wns2-by3p.notify.windows.com",
    ])
      expect(isPushEndpoint(`https://${host}/wpush/v2/abc`)).toBe(true);
  });
});
