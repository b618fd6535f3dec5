import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Deps, openDeps } from "#app/deps.ts";
import type { AlertSettings } from "#contract/alerts.ts";
import { easternInstant } from "#contract/time.ts";
import type { NotificationDeps } from "#notifications/kinds/kind.ts";
import { planWatchlistAlerts } from "#notifications/kinds/watched-report.ts";
import { peopleToNotify } from "#notifications/notify-people.ts";
import { type Mailer, MailProviderBusyError } from "#platform/mail/port.ts";
import { subscribe } from "../a-subscriber.ts";
import { aCarrier, accountsAt } from "../accounts/at-a-time.ts";
import { aConfirmedPerson, call, fetchWorker, origin } from "../api.ts";
import { untilDone } from "../app/jobs/deliver.ts";
import { aCompany, day, scored, store } from "../season/watchlist/a-market.ts";

type Person = Awaited<ReturnType<typeof aConfirmedPerson>>;
type AlertList = {
  items: { kind: string; title: string; text: string; path: string; isRead: boolean; at: string }[];
  unread: number;
};

const HOUR_MS = 3_600_000;
const noon = easternInstant(day(0), "12:30:00");
const quietly = () => vi.spyOn(console, "error").mockImplementation(() => undefined);
afterEach(() => void vi.restoreAllMocks());

beforeAll(async () => {
  for (const symbol of ["AAA", "BBB", "CCC", "DDD", "EEE"])
    await aCompany(symbol, { reportDate: day(1), session: "post" });
  await aCompany("FAR", { reportDate: day(20) });
});

/** Runs the alert jobs until they are done, at a time of both clocks. */
function run(now: Date, mailer: Mailer, copies = 1): Promise<unknown> {
  const deps = (): Deps => ({
    ...openDeps(env, origin),
    now: () => now,
    marketNow: () => now,
    accounts: accountsAt(now, mailer),
  });
  return untilDone(deps(), { job: "notifications" }, copies);
}

/** What the kinds of alerts read, for a person whose plan opens everything. */
const notifying = (now: Date): NotificationDeps => ({
  accounts: accountsAt(now),
  store,
  dataMode: "sample",
  marketNow: now,
  opensOf: async () => "all",
  operators: [],
});

const watch = async (person: Person, ...symbols: string[]) => {
  for (const symbol of symbols)
    expect((await call("PUT", `/api/watchlist/${symbol}`, { token: person.token, body: {} })).status).toBe(
      200,
    );
};
const alertsOf = async ({ token }: Person) => (await call<AlertList>("GET", "/api/alerts", { token })).body;
const unreadOnDashboard = async ({ token }: Person) =>
  (await call<{ unreadAlerts: number }>("GET", "/api/dashboard", { token })).body.unreadAlerts;
const statesOf = async ({ user }: Person) =>
  (
    await env.DB.prepare("SELECT channel, state, attempts FROM deliveries WHERE user_id = ? ORDER BY channel")
      .bind(user.id)
      .all()
  ).results;
const forget = () =>
  env.DB.batch(["alerts", "deliveries", "watchlist"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));

async function aWatcher(...symbols: string[]): Promise<Person> {
  const person = await aConfirmedPerson();
  await watch(person, ...symbols);
  return person;
}
const toldOnly = (sent: { to: string; subject: string }[], { email }: Person) =>
  sent.filter(({ to }) => to === email).map(({ subject }) => subject);

describe("reports of tomorrow", () => {
  it("are one mail and one entry a company, though each message comes twice at once and the job runs again", async () => {
    const person = await aWatcher("AAA", "BBB", "FAR");
    const { mailer, sent } = aCarrier();
    await run(new Date(noon.getTime() - HOUR_MS), mailer);
    expect(toldOnly(sent, person)).toEqual([]);
    await run(noon, mailer, 2);
    await run(new Date(noon.getTime() + HOUR_MS), mailer, 2);
    expect(toldOnly(sent, person)).toEqual([
      expect.stringMatching(/^(AAA|BBB) reports tomorrow, and 1 more$/),
    ]);
    const mail = sent.find(({ to }) => to === person.email);
    expect(mail?.text).toContain("AAA reports tomorrow. AAA Corp is expected to report on");
    expect(mail?.text).toContain("after the close. P(beat) 71%, base rate 62%.");
    expect(mail?.text).toContain(`Open your alerts: ${origin}/alerts`);
    expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const { items, unread } = await alertsOf(person);
    expect([items.map(({ title }) => title).toSorted(), unread]).toEqual([
      ["AAA reports tomorrow", "BBB reports tomorrow"],
      2,
    ]);
    expect(await peopleToNotify(notifying(noon), 100)).not.toContain(person.user.id);
    expect(await unreadOnDashboard(person)).toBe(2);
    // The page says which alert it showed last.
    const body = { until: items[0]?.at };
    await call("PUT", "/api/alerts", { token: person.token, body });
    expect([(await alertsOf(person)).unread, await unreadOnDashboard(person)]).toEqual([0, 0]);
    await forget();
  });

  it("reach three hundred people once each, with mailboxes that refuse and a service that is busy for a while", async () => {
    quietly();
    const people = Array.from({ length: 300 }, (_, i) => `usr_many${i}`);
    const at = noon.getTime();
    const given = JSON.stringify(people);
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO users (id, name, email, email_verified, created_at, updated_at) SELECT value, 'A', value || '@example.com', 1, ?, ? FROM json_each(?)",
      ).bind(at, at, given),
      env.DB.prepare(
        'INSERT INTO watchlist (user_id, ledger_id, symbol, created_at) SELECT p.value, \'sample\', s.value, ? FROM json_each(?) p, json_each(\'["AAA","BBB","CCC","DDD","EEE"]\') s',
      ).bind(at, given),
    ]);
    let busy = 12;
    const carrier = aCarrier((to) => /many(100|150|200)@/.test(to));
    const mailer: Mailer = {
      ...carrier.mailer,
      send: async (mail) => {
        if (busy > 0) {
          busy -= 1;
          throw new MailProviderBusyError(60);
        }
        return carrier.mailer.send(mail);
      },
    };
    await run(noon, mailer, 2);
    for (const minutes of [2, 10, 20, 40, 60]) await run(new Date(at + minutes * 60_000), mailer);
    expect(carrier.sent).toHaveLength(297);
    expect(new Set(carrier.sent.map(({ to }) => to)).size).toBe(297);
    expect(new Set(carrier.sent.map(({ key }) => key)).size).toBe(297);
    const count = async (sql: string) => (await env.DB.prepare(sql).first<{ n: number }>())?.n;
    expect(await count("SELECT count(*) AS n FROM alerts")).toBe(1_500);
    expect(
      await count("SELECT count(*) AS n FROM deliveries WHERE channel = 'email' AND state = 'sent'"),
    ).toBe(1_485);
    // The provider's rate limit does not count as an attempt, so a delivery that waited for it has one.
    expect(await count("SELECT max(attempts) AS n FROM deliveries WHERE state = 'sent'")).toBe(1);
    expect(
      await count("SELECT count(*) AS n FROM deliveries WHERE channel = 'email' AND state = 'retry'"),
    ).toBe(15);
    await env.DB.prepare("DELETE FROM users WHERE id IN (SELECT value FROM json_each(?))").bind(given).run();
    expect(await count("SELECT count(*) AS n FROM deliveries")).toBe(0);
  }, 120_000);
});

describe("a probability that moved by five points", () => {
  it("is told with its numbers to whom the plan opens it at sending, and to nobody else", async () => {
    const [paid, lapsed] = [await aWatcher(), await aWatcher()];
    await subscribe(paid.user, "basic");
    await subscribe(lapsed.user, "basic");
    for (const person of [paid, lapsed]) await watch(person, "FAR");
    for (let i = 0; i < 20; i++) await aCompany(`BIG${i}`, { reportDate: day(20), marketCap: 9e12 });
    const free = await aWatcher("FAR");
    const { mailer, sent } = aCarrier();
    const morning = easternInstant(day(0), "10:00:00");
    await run(morning, mailer);
    await scored("FAR", 0.74);
    await run(morning, mailer);
    expect(sent).toEqual([]);
    await scored("FAR", 0.77);
    // The plan ends between the alert and its mail.
    await planWatchlistAlerts(notifying(morning), [lapsed.user.id]);
    await env.DB.prepare("DELETE FROM subscriptions WHERE id = ?").bind(`sub_${lapsed.user.id}`).run();
    await run(morning, mailer);
    await run(morning, mailer);
    expect(toldOnly(sent, paid)).toEqual(["FAR's probability moved"]);
    expect(sent[0]?.text).toContain("FAR Corp: P(beat) from 71% to 77%, base rate 62%.");
    expect([toldOnly(sent, free), toldOnly(sent, lapsed)]).toEqual([[], []]);
    expect((await alertsOf(free)).items).toEqual([]);
    expect((await alertsOf(lapsed)).items[0]?.text).toBe(
      "The probability of FAR Corp moved by five points or more.",
    );
    await forget();
  });
});

describe("attack: free accounts that watch companies closed to them", () => {
  it("are due once and not at every tick, nor before an alert of the day may be given", async () => {
    await aCompany("SHUT", { reportDate: day(20) });
    await scored("SHUT", 0.71);
    const free = await aWatcher("SHUT");
    const isDue = async (at: Date) => (await peopleToNotify(notifying(at), 1_000)).includes(free.user.id);
    const { mailer, sent } = aCarrier();
    expect(await isDue(noon)).toBe(true);
    await run(noon, mailer);
    expect(await isDue(noon)).toBe(false);
    await env.DB.prepare("UPDATE upcoming_forecasts SET beat_probability = 0.5 WHERE symbol = 'SHUT'").run();
    expect(await isDue(noon)).toBe(true);
    await run(noon, mailer);
    expect(await isDue(noon)).toBe(false);
    expect([sent.length, (await alertsOf(free)).items]).toEqual([0, []]);
    const early = await aWatcher("EEE");
    await run(easternInstant(day(0), "08:00:00"), mailer);
    expect(await peopleToNotify(notifying(easternInstant(day(0), "08:10:00")), 1_000)).not.toContain(
      early.user.id,
    );
    expect(await peopleToNotify(notifying(noon), 1_000)).toContain(early.user.id);
    await forget();
  });
});

describe("a day that moved", () => {
  it("is told once, from which day to which", async () => {
    await aCompany("MOVE", { reportDate: day(10), session: "pre" });
    const person = await aWatcher("MOVE");
    const { mailer, sent } = aCarrier();
    await run(noon, mailer);
    await env.DB.prepare("UPDATE season_reports SET report_date = ?, moved_from = ? WHERE symbol = 'MOVE'")
      .bind(day(12), day(10))
      .run();
    await run(noon, mailer);
    await run(noon, mailer);
    expect(toldOnly(sent, person)).toEqual([expect.stringMatching(/^MOVE's report moved to /)]);
    await forget();
  });
});

describe("quiet hours", () => {
  const save = ({ token }: Person, body: AlertSettings) =>
    call("PUT", "/api/alerts/settings", { token, body });

  it("hold mails back until they end, and the list has the alert at once", async () => {
    const person = await aWatcher("CCC");
    expect((await save(person, { timeZone: "America/New_York", quiet: { from: 720, to: 840 } })).status).toBe(
      200,
    );
    const { mailer, sent } = aCarrier();
    await run(noon, mailer);
    await run(new Date(noon.getTime() + HOUR_MS), mailer);
    expect([toldOnly(sent, person), (await alertsOf(person)).unread]).toEqual([[], 1]);
    await run(new Date(noon.getTime() + 1.5 * HOUR_MS), mailer);
    expect(toldOnly(sent, person)).toEqual(["CCC reports tomorrow"]);
    await forget();
  });

  it("send nothing that is no news when they end, and the list has it", async () => {
    await aCompany("PRE", { reportDate: day(0), session: "pre" });
    const person = await aWatcher("PRE");
    await save(person, { timeZone: "America/New_York", quiet: { from: 0, to: 600 } });
    const { mailer, sent } = aCarrier();
    await run(easternInstant(day(0), "08:00:00"), mailer);
    await run(easternInstant(day(0), "10:00:00"), mailer);
    expect(toldOnly(sent, person)).toEqual([]);
    expect((await alertsOf(person)).items.map(({ title }) => title)).toEqual(["PRE reports today"]);
    expect(await statesOf(person)).toContainEqual({ channel: "email", state: "unwanted", attempts: 1 });
    await forget();
  });

  it("are stored in a known time zone alone, with a beginning and an end", async () => {
    const person = await aConfirmedPerson();
    const read = async () => (await call("GET", "/api/alerts/settings", { token: person.token })).body;
    expect(await read()).toEqual({ timeZone: "UTC", quiet: null });
    expect((await save(person, { timeZone: "Mars/Base", quiet: null })).status).toBe(400);
    expect((await save(person, { timeZone: "Asia/Tokyo", quiet: { from: 60, to: 60 } })).status).toBe(400);
    const own = { timeZone: "Asia/Tokyo", quiet: { from: 1320, to: 420 } };
    await save(person, own);
    expect(await read()).toEqual(own);
  });
});

describe("attack: alerts that go to the wrong person, or twice", () => {
  it("are not sent to an account that is deleted between the claim and the mail", async () => {
    const [gone, other] = [await aWatcher("DDD"), await aWatcher("DDD")];
    const { mailer, sent } = aCarrier();
    await planWatchlistAlerts(notifying(noon), [gone.user.id, other.user.id]);
    await call("POST", "/api/account/delete", { token: gone.token, body: { confirmation: "DELETE" } });
    await run(noon, mailer);
    expect([toldOnly(sent, gone), toldOnly(sent, other)]).toEqual([[], ["DDD reports tomorrow"]]);
    expect(await statesOf(gone)).toEqual([]);
    await forget();
  });

  it.each([
    { deliversOnce: true, repeated: 1, state: "sent" },
    { deliversOnce: false, repeated: 0, state: "unknown" },
  ])(
    "after a kill are repeated as the same mail by a carrier that delivers once alone: $deliversOnce",
    async ({ deliversOnce, repeated, state }) => {
      const person = await aWatcher("DDD");
      const keys: (string | undefined)[] = [];
      const hanging: Mailer = {
        deliversOnce,
        send: ({ key }) => {
          keys.push(key);
          return new Promise(() => undefined);
        },
      };
      void run(noon, hanging);
      await vi.waitUntil(() => keys.length > 0);
      await watch(person, "EEE");
      const { mailer, sent } = aCarrier(() => false, deliversOnce);
      await run(new Date(noon.getTime() + 60_000), mailer);
      expect(toldOnly(sent, person)).toEqual(["EEE reports tomorrow"]);
      await run(new Date(noon.getTime() + HOUR_MS), mailer);
      const again = sent.filter(({ to, subject }) => to === person.email && subject.startsWith("DDD"));
      expect(again.map(({ key }) => key)).toEqual(Array(repeated).fill(keys[0]));
      expect(await statesOf(person)).toContainEqual({ channel: "email", state, attempts: repeated + 1 });
      await forget();
    },
  );

  it("are not sent to whoever turned them off by one click, an unconfirmed address, or a stranger", async () => {
    const [person, unconfirmed, stranger] = [
      await aWatcher("DDD"),
      await aWatcher("DDD"),
      await aConfirmedPerson(),
    ];
    await env.DB.prepare("UPDATE users SET email_verified = 0 WHERE id = ?").bind(unconfirmed.user.id).run();
    const { mailer, sent } = aCarrier();
    await run(noon, mailer);
    expect(sent.map(({ to }) => to)).toEqual([person.email]);
    const url = /<(.+)>/.exec(sent[0]?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";
    await fetchWorker(url, { method: "POST", headers: { origin: "https://mail.example" } });
    await watch(person, "EEE");
    await run(noon, mailer);
    expect(toldOnly(sent, person)).toHaveLength(1);
    expect((await alertsOf(person)).items).toHaveLength(2);
    expect(await alertsOf(stranger)).toEqual({ items: [], unread: 0 });
    await forget();
  });
});
