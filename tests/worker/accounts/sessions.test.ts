import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { recordSecurityEvent } from "#accounts/privacy/security-events.ts";
import { openDeps } from "#app/deps.ts";
import {
  type SecurityEvent,
  type SecurityEventList,
  type SessionItem,
  securityAttemptKinds,
} from "#contract/security.ts";
import { HOUR_MS } from "#contract/time.ts";
import { aPerson, call, origin } from "../api.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const signIn = async (person: Person, headers = {}) =>
  (
    await call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email: person.email, password: person.password },
      headers,
    })
  ).body.token;
const list = async (token: string) =>
  (await call<{ sessions: SessionItem[] }>("GET", "/api/account/sessions", { token })).body.sessions;
const isAlive = async (token: string) => (await call("POST", "/api/auth/verify", { token })).status === 200;
const events = async (token: string) =>
  (await call<{ events: SecurityEvent[] }>("GET", "/api/account/security-events", { token })).body.events;

const attempts = async (token: string) =>
  (await call<SecurityEventList>("GET", "/api/account/security-events", { token })).body.attempts;

describe("the list of sessions", () => {
  it("has every living session with its device, the current one marked", async () => {
    const person = await aPerson();
    const elsewhere = await signIn(person, { "user-agent": firefox });
    const sessions = await list(elsewhere);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ device: "Firefox on Linux" }]);
    expect(JSON.stringify(sessions)).not.toContain(elsewhere);
  });
});

describe("ending sessions", () => {
  it("kills one session's token and leaves the others", async () => {
    const person = await aPerson();
    const elsewhere = await signIn(person);
    const other = (await list(person.token)).find(({ isCurrent }) => !isCurrent);
    await call("DELETE", `/api/account/sessions/${other?.id}`, { token: person.token });
    expect([await isAlive(elsewhere), await isAlive(person.token)]).toEqual([false, true]);
  });

  it("kills all others at once", async () => {
    const person = await aPerson();
    const others = [await signIn(person), await signIn(person)];
    const { body } = await call("DELETE", "/api/account/sessions", { token: person.token });
    expect(body).toEqual({ ended: 2 });
    expect(await Promise.all([...others, person.token].map(isAlive))).toEqual([false, false, true]);
  });

  it("does not reach another person's session", async () => {
    const [eve, victim] = [await aPerson(), await aPerson()];
    const [target] = await list(victim.token);
    const answer = await call("DELETE", `/api/account/sessions/${target?.id}`, { token: eve.token });
    expect(answer.status).toBe(404);
    expect(await isAlive(victim.token)).toBe(true);
  });
});

describe("the trail of security events", () => {
  it("tells the person what happened, newest first", async () => {
    const person = await aPerson();
    await call("POST", "/api/auth/signin", { body: { email: person.email, password: "a guess" } });
    await expect
      .poll(async () => (await events(person.token)).map(({ kind }) => kind))
      .toEqual(["account_created"]);
    await expect.poll(() => attempts(person.token)).toMatchObject([{ kind: "sign_in_failed", count: 1 }]);
    await call("DELETE", "/api/account/sessions", { token: person.token });
    expect((await events(person.token))[0]?.kind).toBe("other_sessions_ended");
  });

  it("attack: a stranger's attempts are one counted row an hour and kind, and push nothing out", async () => {
    const { token, user } = await aPerson();
    const { accounts } = openDeps(env, origin);
    const stranger = { device: "Firefox on Linux", place: null, network: "n" };
    const at = (ms: number) => ({ ...accounts, now: () => new Date(Date.UTC(2031, 0, 1) + ms) });
    await recordSecurityEvent(at(0), user.id, "api_key_created", stranger);
    const tries = Array.from({ length: 60 }, (_, n) =>
      recordSecurityEvent(at(60_000 + n), user.id, "sign_in_failed", stranger),
    );
    await Promise.all(tries);
    for (const kind of securityAttemptKinds) await recordSecurityEvent(at(HOUR_MS), user.id, kind, stranger);
    expect((await events(token)).map(({ kind }) => kind)).toEqual(["api_key_created", "account_created"]);
    const counted = (await attempts(token)).map(({ kind, count }) => `${kind} ${count}`);
    expect(counted.toSorted()).toEqual([
      "passkey_failed 1",
      "password_change_failed 1",
      "password_reset_requested 1",
      "sign_in_failed 1",
      "sign_in_failed 60",
      "two_factor_failed 1",
    ]);
    const rows = env.DB.prepare("SELECT COUNT(*) AS n FROM security_events WHERE user_id = ?").bind(user.id);
    expect(await rows.first()).toEqual({ n: 8 });
  });

  it("is nobody else's", async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    await call("DELETE", "/api/account/sessions", { token: person.token });
    expect((await events(other.token)).map(({ kind }) => kind)).toEqual(["account_created"]);
  });
});

describe("calls of an account", () => {
  it.each([
    ["GET", "/api/account/sessions"],
    ["DELETE", "/api/account/sessions"],
    ["GET", "/api/account/security-events"],
    ["PUT", "/api/account/notifications"],
    ["PUT", "/api/account/privacy"],
    ["POST", "/api/auth/change-password"],
    ["POST", "/api/auth/two-factor/enroll"],
    ["POST", "/api/auth/two-factor/enable"],
    ["POST", "/api/auth/two-factor/disable"],
    ["POST", "/api/auth/two-factor/recovery-codes"],
    ["POST", "/api/auth/resend-confirmation"],
  ])("%s %s are refused without a session", async (method, path) => {
    expect((await call(method, path, { body: method === "GET" ? undefined : {} })).status).toBe(401);
  });

  it.each([
    ["broken JSON", '{"email":', 400],
    ["deep nesting", `{"email":${"[".repeat(50)}${"]".repeat(50)}}`, 400],
    ["the wrong types", '{"email":{},"password":[]}', 400],
    ["seventy kilobytes", JSON.stringify({ email: "a@b.co", password: "x".repeat(70_000) }), 413],
  ])("refuse a body with %s", async (_what, body, status) => {
    for (const path of ["/api/auth/signin", "/api/auth/signup", "/api/auth/reset-password"])
      expect((await call("POST", path, { body })).status).toBe(status);
  });
});
