import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openAccounts } from "#accounts/accounts.ts";
import { sendDueNotices } from "#accounts/notices/send-notices.ts";
import { openDatabase } from "#db/client.ts";
import { outboxMailer } from "#mail/outbox.ts";
import { openCookies } from "#worker/http/cookies.ts";
import { aPerson, call, origin } from "../api.ts";
import { mailsTo, mailTo } from "../kept-mail.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

const HOUR_MS = 60 * 60 * 1000;
const monday = new Date("2026-11-23T13:00:00Z");

/** Sends what is due as the hourly job does, at a time. */
async function tick(now = new Date()): Promise<number> {
  const db = openDatabase(env.DB);
  const clock = () => now;
  const accounts = openAccounts({
    db,
    files: env.FILES,
    secret: "a secret of the tests, long enough to sign with",
    origin,
    now: clock,
    cookies: openCookies(origin, true),
    mailer: outboxMailer(db, origin, clock),
    hold: async () => undefined,
    inBackground: () => undefined,
  });
  return sendDueNotices(accounts, now);
}

/** A person with a confirmed address and one call on a company. */
async function aPersonWithACall(): Promise<Person> {
  const person = await aPerson();
  await call("POST", "/api/analyze/AAPL", { token: person.token });
  await env.DB.prepare("UPDATE users SET email_verified = 1 WHERE id = ?").bind(person.user.id).run();
  return person;
}

const settle = (person: Person, at = new Date()) =>
  env.DB.prepare(
    "UPDATE predictions SET state = 'settled', prediction_type = 'beat', called_probability = 0.713, actual_result = 'miss', " +
      "actual_eps = 1.2, consensus_eps = 1.5, currency = 'USD', is_correct = 0, settled_at = ?, reports_at = NULL WHERE user_id = ?",
  )
    .bind(at.getTime(), person.user.id)
    .run();
const reportsAt = (person: Person, at: Date) =>
  env.DB.prepare("UPDATE predictions SET reports_at = ?, state = 'pending' WHERE user_id = ?")
    .bind(at.getTime(), person.user.id)
    .run();
const turn = (person: Person, flags: object) =>
  call("PUT", "/api/account/notifications", { token: person.token, body: flags });

describe("a settled prediction", () => {
  it("is told once, with what was called and what came", async () => {
    const person = await aPersonWithACall();
    await settle(person);
    await Promise.all([tick(), tick()]);
    await tick();
    const { text } = await mailTo(person.email, "AAPL: your prediction was wrong");
    expect(text).toContain("a miss with 1.20 USD, against a consensus of 1.50 USD");
    expect(text).toContain("Your call was a beat, with a probability of 71.3%.");
    expect(text).toContain("A beat does not mean that the stock rises.");
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
    expect(text).toContain("Analyses in the last seven days: 1.");
    const weekly = (await mailsTo(person.email)).filter((subject) => subject === "Your week on Beatcast");
    expect(weekly).toHaveLength(1);
    expect(await mailsTo(other.email)).not.toContain("Your week on Beatcast");
  });
});

describe("a payment that failed", () => {
  /** A person whose renewal could not be charged. */
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
        "INSERT INTO subscriptions (id, customer_id, status, plan_id, price_id, amount_cents, currency, period_start, period_end, created_at) " +
          "VALUES (?, ?, 'past_due', 'basic', 'price_basic', 2900, 'usd', ?, ?, ?)",
      ).bind(subscription, customer, now, now, now),
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
});
