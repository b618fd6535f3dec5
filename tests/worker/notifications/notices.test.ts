import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { User } from "#contract/account.ts";
import type { AlertSettings } from "#contract/alerts.ts";
import { type DeliveryBudget, MAX_ATTEMPTS } from "#notifications/deliver.ts";
import type { Mailer } from "#platform/mail/port.ts";
import { aCarrier, accountsAt, notify } from "../accounts/at-a-time.ts";
import { aPerson, call, fetchWorker, origin } from "../api.ts";
import { mailsTo, mailTo } from "../outbox.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

const HOUR_MS = 60 * 60 * 1000;
const monday = new Date("2026-11-23T13:00:00Z");

/** Sends what is due as the job does, at this time and by this carrier. */
function tick(
  now = new Date(),
  { mailer, budget = { left: 1000 } }: { mailer?: Mailer; budget?: DeliveryBudget } = {},
): Promise<number> {
  return notify(accountsAt(now, mailer), budget);
}
const noticesOf = (person: Person) =>
  env.DB.prepare("SELECT state, attempts FROM deliveries WHERE user_id = ?").bind(person.user.id).first();

/** Creates a person with a confirmed address and one call on a company. */
async function aPersonWithACall(): Promise<Person> {
  const person = await aPerson();
  await call("POST", "/api/analyze/AAPL", { token: person.token });
  await env.DB.prepare("UPDATE users SET email_verified = 1 WHERE id = ?").bind(person.user.id).run();
  return person;
}

const settle = (person: Person, at = new Date()) =>
  env.DB.prepare(
    "UPDATE predictions SET state = 'settled', prediction_type = 'beat', predicted_probability = 0.713, actual_result = 'miss', " +
      "actual_eps = 1.2, consensus_eps = 1.5, currency = 'USD', is_correct = 0, settled_at = ?, reports_at = NULL WHERE user_id = ?",
  )
    .bind(at.getTime(), person.user.id)
    .run();
const reportsAt = (person: Person, at: Date) =>
  env.DB.prepare("UPDATE predictions SET reports_at = ?, state = 'pending' WHERE user_id = ?")
    .bind(at.getTime(), person.user.id)
    .run();
const beQuiet = (person: Person, body: AlertSettings) =>
  call("PUT", "/api/alerts/settings", { token: person.token, body });
const turn = (person: Person, flags: object) =>
  call("PUT", "/api/account/notifications", { token: person.token, body: flags });

describe("a settled prediction", () => {
  it("is told once, with what was called and what came", async () => {
    const person = await aPersonWithACall();
    await settle(person);
    await Promise.all([tick(), tick()]);
    await tick();
    const { text } = await mailTo(person.email, "AAPL: your prediction was wrong");
    expect(text).toContain("a miss with $1.20, against a consensus of $1.50");
    expect(text).toContain("Your prediction was a beat, at 71%.");
    expect(text).toContain("A beat does not mean that the stock rises.");
    const id = await env.DB.prepare("SELECT id FROM predictions WHERE user_id = ?")
      .bind(person.user.id)
      .first("id");
    expect(text).toContain(`See how it turned out: ${origin}/dashboard/predictions/${id}`);
    const told = (await mailsTo(person.email)).filter((subject) => subject.startsWith("AAPL"));
    expect(told).toHaveLength(1);
  });

  it.each([{ predictionAlerts: false }, { emailNotifications: false }])(
    "is not told to a person who set %j",
    async (flags) => {
      const person = await aPersonWithACall();
      await turn(person, flags);
      await settle(person);
      await tick();
      expect((await mailsTo(person.email)).filter((subject) => subject.startsWith("AAPL"))).toEqual([]);
    },
  );

  it("is not told to an address that nobody confirmed, nor days later", async () => {
    const [unconfirmed, late] = [await aPersonWithACall(), await aPersonWithACall()];
    await env.DB.prepare("UPDATE users SET email_verified = 0 WHERE id = ?").bind(unconfirmed.user.id).run();
    await settle(unconfirmed);
    await settle(late, new Date(Date.now() - 72 * HOUR_MS));
    await tick();
    for (const { email } of [unconfirmed, late])
      expect((await mailsTo(email)).filter((subject) => subject.startsWith("AAPL"))).toEqual([]);
  });
});

describe("the delivery of notices", () => {
  afterEach(() => void vi.restoreAllMocks());
  const quietly = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

  it("leaves no one without a mail because another mailbox refuses it, tries that one again and gives it up in the end", async () => {
    const log = quietly();
    const [refused, other] = [await aPersonWithACall(), await aPersonWithACall()];
    await settle(refused, new Date(Date.now() - 2000));
    await settle(other, new Date(Date.now() - 1000));
    const { mailer, tried, sent } = aCarrier((to) => to === refused.email);
    const start = Date.now();
    for (let hour = 0; hour < 40; hour++) await tick(new Date(start + hour * HOUR_MS), { mailer });
    expect(sent.map(({ to }) => to)).toEqual([other.email]);
    expect(tried.filter((to) => to === refused.email)).toHaveLength(MAX_ATTEMPTS);
    expect(await noticesOf(refused)).toEqual({ state: "failed", attempts: MAX_ATTEMPTS });
    expect(log).toHaveBeenCalledTimes(MAX_ATTEMPTS);
    expect(JSON.stringify(log.mock.calls)).not.toContain(refused.email);
  });

  it("reaches everybody, a tick's budget at a time", async () => {
    const people = [await aPersonWithACall(), await aPersonWithACall(), await aPersonWithACall()];
    for (const person of people) await settle(person);
    const { mailer, sent } = aCarrier(() => false);
    expect(await tick(new Date(), { mailer, budget: { left: 2 } })).toBe(2);
    expect(await tick(new Date(), { mailer, budget: { left: 2 } })).toBe(1);
    expect(sent.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted());
  });

  it.each([
    { deliversOnce: true, repeated: 1, state: "sent" },
    { deliversOnce: false, repeated: 0, state: "unknown" },
  ])(
    "after a kill while a mail was handed over, repeats it only by a carrier that delivers once: $deliversOnce",
    async ({ deliversOnce, repeated, state }) => {
      const person = await aPersonWithACall();
      await settle(person);
      const { mailer, sent } = aCarrier(() => false, deliversOnce);
      // The job is killed: the carrier never answers, and nothing after it runs.
      void tick(new Date(), { mailer: { deliversOnce, send: () => new Promise(() => undefined) } });
      await vi.waitUntil(async () => (await noticesOf(person))?.state === "sending");
      expect(await tick(new Date(), { mailer })).toBe(0);
      expect(await tick(new Date(Date.now() + HOUR_MS), { mailer })).toBe(repeated);
      expect(await noticesOf(person)).toMatchObject({ state });
      expect(sent.map(({ key }) => key?.split(" ")[0])).toEqual(Array(repeated).fill(person.user.id));
    },
  );
});

describe("the unsubscribe link of a notice", () => {
  const flagsOf = async ({ token }: Person) =>
    (await call<{ user: User }>("GET", "/api/auth/profile", { token })).body.user.notificationPreferences;

  /** Creates a person who got the mail about a settled prediction, and returns that mail. */
  async function aMailedPerson() {
    const person = await aPersonWithACall();
    await settle(person);
    const { mailer, sent } = aCarrier(() => false);
    await tick(new Date(), { mailer });
    const mail = sent.find(({ to }) => to === person.email);
    return { person, url: /<(.+)>/.exec(mail?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "", mail };
  }
  const oneClick = (url: string) =>
    fetchWorker(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
      body: "List-Unsubscribe=One-Click",
    });

  it("is one click of the mail program, turns off exactly that preference, and may be repeated", async () => {
    const { person, url, mail } = await aMailedPerson();
    expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(mail?.text).toContain(
      `Turn off Prediction Alerts: ${url.replace("/api/", "/").replace("?token=", "#")}`,
    );
    const before = await flagsOf(person);
    expect((await oneClick(url)).status).toBe(200);
    expect((await oneClick(url)).status).toBe(200);
    expect(await flagsOf(person)).toEqual({ ...before, predictionAlerts: false });
  });

  it("changes nothing when it is only opened, and leads to a page that asks", async () => {
    const { person, url } = await aMailedPerson();
    const answer = await fetchWorker(url, { redirect: "manual" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(
      `/notices/unsubscribe#${new URL(url).searchParams.get("token")}`,
    );
    expect((await flagsOf(person)).predictionAlerts).toBe(true);
  });

  it("does nothing by a forged link, nor by one altered for another kind or person", async () => {
    const [{ person, url }, { person: other }] = [await aMailedPerson(), await aMailedPerson()];
    const token = new URL(url).searchParams.get("token") ?? "";
    for (const forged of [
      token.replace("predictionAlerts", "weeklySummary"),
      token.replace("predictionAlerts", "securityAlerts"),
      token.replace(person.user.id, other.user.id),
      token.slice(0, -1),
      "x",
    ]) {
      const answer = await oneClick(`${origin}/api/notices/unsubscribe?token=${forged}`);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        400,
        "invalid_link",
      ]);
    }
    for (const each of [person, other]) expect((await flagsOf(each)).predictionAlerts).toBe(true);
  });
});

describe("a report that comes within a day", () => {
  it("is reminded of once, in Eastern time, and not before", async () => {
    const person = await aPersonWithACall();
    const report = new Date("2027-01-28T21:30:00Z");
    await reportsAt(person, report);
    await tick(new Date(report.getTime() - 25 * HOUR_MS));
    expect(await mailsTo(person.email)).not.toContain("AAPL reports soon");
    await tick(new Date(report.getTime() - 23 * HOUR_MS));
    await tick(new Date(report.getTime() - 22 * HOUR_MS));
    const { text } = await mailTo(person.email, "AAPL reports soon");
    expect(text).toContain("Thursday, January 28, 2027 at 4:30 PM Eastern time");
    expect((await mailsTo(person.email)).filter((subject) => subject === "AAPL reports soon")).toHaveLength(
      1,
    );
  });

  it("is reminded of once though it was analyzed three times, the last time after the reminder", async () => {
    const person = await aPersonWithACall();
    const report = new Date("2027-03-30T21:30:00Z");
    const again = async (n: number) => {
      const { results } = await env.DB.prepare("SELECT * FROM predictions WHERE user_id = ? LIMIT 1")
        .bind(person.user.id)
        .all<Record<string, unknown>>();
      const row = {
        ...results[0],
        id: `${results[0]?.id}${n}`,
        request_key: `again ${n}`,
        created_at: Date.now() + n,
      };
      await env.DB.prepare(
        `INSERT INTO predictions (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => "?")})`,
      )
        .bind(...Object.values(row))
        .run();
    };
    await reportsAt(person, report);
    await again(1);
    await tick(new Date(report.getTime() - 23 * HOUR_MS));
    await again(2);
    await tick(new Date(report.getTime() - 22 * HOUR_MS));
    expect((await mailsTo(person.email)).filter((subject) => subject === "AAPL reports soon")).toHaveLength(
      1,
    );
  });

  it("is not reminded of to a person who turned reminders off", async () => {
    const person = await aPersonWithACall();
    await turn(person, { earningsReminders: false });
    await reportsAt(person, new Date("2027-02-28T21:30:00Z"));
    await tick(new Date("2027-02-28T12:00:00Z"));
    expect(await mailsTo(person.email)).not.toContain("AAPL reports soon");
  });
});

describe("the weekly summary", () => {
  it("comes on Monday to those who turned it on, once", async () => {
    const [person, other] = [await aPersonWithACall(), await aPersonWithACall()];
    await turn(person, { weeklySummary: true });
    await tick(new Date(monday.getTime() - 24 * HOUR_MS));
    expect(await mailsTo(person.email)).not.toContain("Your week on Beatcast");
    await tick(monday);
    await tick(new Date(monday.getTime() + HOUR_MS));
    const { text } = await mailTo(person.email, "Your week on Beatcast");
    expect(text).toContain("Analyzes in the last seven days: 1.");
    const weekly = (await mailsTo(person.email)).filter((subject) => subject === "Your week on Beatcast");
    expect(weekly).toHaveLength(1);
    expect(await mailsTo(other.email)).not.toContain("Your week on Beatcast");
  });

  it("comes the next morning to whose quiet hours lie over all the evening, and not days later", async () => {
    const [person, late] = [await aPersonWithACall(), await aPersonWithACall()];
    await turn(person, { weeklySummary: true });
    await beQuiet(person, { timeZone: "Asia/Tokyo", quiet: { from: 21 * 60, to: 9 * 60 } });
    for (const hours of [0, 5, 10]) await tick(new Date(monday.getTime() + hours * HOUR_MS));
    expect(await mailsTo(person.email)).not.toContain("Your week on Beatcast");
    await tick(new Date(monday.getTime() + 11.5 * HOUR_MS));
    expect(await mailsTo(person.email)).toContain("Your week on Beatcast");
    await turn(late, { weeklySummary: true });
    await tick(new Date(monday.getTime() + 24 * HOUR_MS));
    expect(await mailsTo(late.email)).not.toContain("Your week on Beatcast");
  });
});

describe("a payment that failed", () => {
  /** Creates a person whose renewal could not be charged. */
  async function anUnpaidPerson(): Promise<Person> {
    const person = await aPersonWithACall();
    const [customer, subscription] = [`cus_${person.user.id}`, `sub_${person.user.id}`];
    const now = Date.now();
    await env.DB.batch([
      env.DB.prepare("INSERT INTO customers (id, user_id, created_at) VALUES (?, ?, ?)").bind(
        customer,
        person.user.id,
        now,
      ),
      env.DB.prepare(
        "INSERT INTO subscriptions (id, customer_id, status, plan_id, price_id, amount_cents, currency, period_start, period_end, counted_from, paid_from, paid_until, created_at) " +
          "VALUES (?1, ?2, 'past_due', 'basic', 'price_basic', 2900, 'usd', ?3, ?3, ?3, ?3, ?3, ?3)",
      ).bind(subscription, customer, now),
    ]);
    return person;
  }
  const unpaidMails = async ({ email }: Person) =>
    (await mailsTo(email)).filter((subject) => subject === "Your payment did not go through").length;

  it("is told once a period, unless billing notifications are off", async () => {
    const [person, other] = [await anUnpaidPerson(), await anUnpaidPerson()];
    await turn(other, { billingNotifications: false });
    await tick();
    await tick();
    expect([await unpaidMails(person), await unpaidMails(other)]).toEqual([1, 0]);
  });

  it("is told after the quiet hours, not in them", async () => {
    const person = await anUnpaidPerson();
    await beQuiet(person, { timeZone: "UTC", quiet: { from: 22 * 60, to: 7 * 60 } });
    await tick(new Date("2026-11-25T03:00:00Z"));
    expect(await unpaidMails(person)).toBe(0);
    await tick(new Date("2026-11-25T07:00:00Z"));
    expect(await unpaidMails(person)).toBe(1);
  });
});
