import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDeps } from "#app/deps.ts";
import { aCarrier, accountsAt, notify } from "../accounts/at-a-time.ts";
import { aConfirmedPerson, aPerson, call, origin } from "../api.ts";
import { mailsTo, mailTo } from "../outbox.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

const HOUR_MS = 3_600_000;
const noon = new Date("2026-11-23T12:00:00Z");
const later = (ms: number) => new Date(noon.getTime() + ms);

afterEach(() => void vi.restoreAllMocks());

/** Creates an event that was never enqueued, as when its Worker was killed after the write. */
async function anEvent({ user }: Person, kind: string, at = noon): Promise<string> {
  const id = `evt_${crypto.randomUUID()}`;
  await env.DB.prepare(
    "INSERT INTO security_events (id, user_id, kind, device, place, at, count) VALUES (?, ?, ?, 'Firefox on Linux', NULL, ?, 1)",
  )
    .bind(id, user.id, kind, at.getTime())
    .run();
  return id;
}
const tick = (mailer: ReturnType<typeof aCarrier>["mailer"], now = noon, people?: readonly string[]) =>
  notify(accountsAt(now, mailer), { left: 100 }, people);
const subjectsFor = ({ email }: Person, sent: ReturnType<typeof aCarrier>["sent"]) =>
  sent.filter(({ to }) => to === email).map(({ subject }) => subject);
const statesOf = async ({ user }: Person) =>
  (await env.DB.prepare("SELECT kind, channel, state FROM deliveries WHERE user_id = ?").bind(user.id).all())
    .results;
const save = ({ token }: Person, body: object) => call("PUT", "/api/account/notifications", { token, body });

describe("an email about the account itself", () => {
  it("goes out at once, in quiet hours too, without a tick", async () => {
    const person = await aConfirmedPerson();
    const clock = new Date().toISOString().slice(11, 16).split(":").map(Number);
    const minute = 60 * (clock[0] ?? 0) + (clock[1] ?? 0);
    const quiet = { from: (minute + 1439) % 1440, to: (minute + 300) % 1440 };
    await call("PUT", "/api/alerts/settings", { token: person.token, body: { timeZone: "UTC", quiet } });
    await call("POST", "/api/auth/change-password", {
      token: person.token,
      body: { currentPassword: person.password, newPassword: "another long password" },
    });
    const { text } = await mailTo(person.email, "Your password was changed");
    expect(text).toMatch(/Review your account's security: \S+\/account\?tab=security\n/);
    expect(text).not.toContain("Turn off");
    expect(await statesOf(person)).toEqual([{ kind: "security_event", channel: "email", state: "sent" }]);
  });

  it("is found by the tick where the queue was never told, and goes out once though two send it", async () => {
    const person = await aConfirmedPerson();
    await anEvent(person, "api_key_created");
    const { mailer, sent } = aCarrier();
    await Promise.all([tick(mailer), tick(mailer, noon, [person.user.id])]);
    await tick(mailer, later(HOUR_MS));
    expect(subjectsFor(person, sent)).toEqual(["A new API key was made"]);
  });

  it("is repeated by the one retry rule, and under one key", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const person = await aConfirmedPerson();
    await anEvent(person, "two_factor_disabled");
    const full = aCarrier(() => true);
    await tick(full.mailer, noon, [person.user.id]);
    const { mailer, sent } = aCarrier();
    await tick(mailer, later(4 * 60_000));
    expect(subjectsFor(person, sent)).toEqual([]);
    await tick(mailer, later(6 * 60_000));
    expect(subjectsFor(person, sent)).toEqual(["Two-factor authentication is off"]);
    expect(sent[0]?.key).toMatch(/^usr_\S+ dlb_/);
  });

  it("is not sent of what is no news: an ordinary event, one of the day before, or one of a deleted account", async () => {
    const [person, gone] = [await aConfirmedPerson(), await aConfirmedPerson()];
    await anEvent(person, "sign_in");
    await anEvent(person, "sign_in_failed");
    await anEvent(person, "password_changed", later(-25 * HOUR_MS));
    await anEvent(gone, "password_changed");
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(gone.user.id).run();
    const { mailer, sent } = aCarrier();
    await tick(mailer, noon, [person.user.id, gone.user.id]);
    expect([...subjectsFor(person, sent), ...subjectsFor(gone, sent)]).toEqual([]);
  });

  it("is not sent to those who turned it off, but for the export of their data", async () => {
    const person = await aConfirmedPerson();
    await save(person, { securityAlerts: false });
    await mailTo(person.email, "Security emails were turned off");
    const now = new Date(Date.now() + 60_000);
    await anEvent(person, "api_key_created", now);
    await anEvent(person, "data_exported", now);
    const { mailer, sent } = aCarrier();
    await tick(mailer, now, [person.user.id]);
    expect(subjectsFor(person, sent)).toEqual(["Your data export is ready"]);
  });

  it("attack: a thief who turns security emails off before the first one went out does not silence it", async () => {
    const person = await aConfirmedPerson();
    const at = new Date(Date.now() - 1000);
    await anEvent(person, "api_key_created", at);
    await save(person, { emailNotifications: false });
    await mailTo(person.email, "Security emails were turned off");
    expect((await mailsTo(person.email)).toSorted()).toEqual(
      expect.arrayContaining(["A new API key was made", "Security emails were turned off"]),
    );
  });

  it("attack: the address of an unconfirmed account, which may be a stranger's, gets three emails an hour, its confirmation included", async () => {
    const person = await aPerson();
    for (let n = 0; n < 5; n++) await anEvent(person, "webhook_added");
    const { mailer, sent } = aCarrier();
    const { enforceMailBudget } = openDeps(env, origin);
    const accounts = { ...accountsAt(noon, mailer), enforceMailBudget };
    await notify(accounts, { left: 100 }, [person.user.id]);
    expect(subjectsFor(person, sent)).toEqual(Array(2).fill("A webhook endpoint was added"));
    expect((await statesOf(person)).map(({ state }) => state).toSorted()).toEqual([
      ...["sent", "sent", "unwanted", "unwanted", "unwanted"],
    ]);
  });

  it("is not sent of an endpoint that was resumed meanwhile", async () => {
    const person = await aConfirmedPerson();
    const pause = (id: string) =>
      env.DB.prepare(
        "INSERT INTO webhook_endpoints (id, user_id, url, events, secret, key_id, created_at, paused_at) VALUES (?, ?, 'https://hooks.example.com/a', '[]', '00', 'k', 0, ?)",
      )
        .bind(id, person.user.id, noon.getTime())
        .run();
    await pause(`whe_${person.user.id}`);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await tick(aCarrier(() => true).mailer, noon, [person.user.id]);
    await env.DB.prepare("UPDATE webhook_endpoints SET paused_at = NULL WHERE user_id = ?")
      .bind(person.user.id)
      .run();
    const { mailer, sent } = aCarrier();
    await tick(mailer, later(HOUR_MS), [person.user.id]);
    expect(subjectsFor(person, sent)).toEqual([]);
    expect(await statesOf(person)).toMatchObject([{ kind: "webhook_paused", state: "unwanted" }]);
  });
});
