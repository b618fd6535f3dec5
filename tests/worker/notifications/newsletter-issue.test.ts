import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDeps } from "#app/deps.ts";
import { type DeliveryBudget, MAX_ATTEMPTS } from "#notifications/deliver.ts";
import { issueDayOf, readersOfIssue, sendNewsletter } from "#notifications/kinds/newsletter.ts";
import type { Mailer } from "#platform/mail/port.ts";
import { aSubscriber } from "../a-subscriber.ts";
import { aCarrier, accountsAt, db } from "../accounts/at-a-time.ts";
import { aPerson, call, fetchWorker, origin } from "../api.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await env.DB.exec("DELETE FROM newsletter_subscribers");
});

const HOUR_MS = 60 * 60 * 1000;
const monday = new Date("2027-03-01T12:00:00Z");
const DAY_MS = 24 * HOUR_MS;
const later = (ms: number) => new Date(monday.getTime() + ms);

type Row = {
  ledgerId: string;
  symbol: string;
  beat?: number;
  base?: number;
  reportDate?: string;
  reportsAt?: Date;
  settledAt?: Date;
  actual?: number | null;
  isCorrect?: boolean;
};

/**
 * Puts a prediction on the record of a market, open or settled with a reported figure against a consensus of $1.50.
 */
async function onRecord({
  ledgerId,
  symbol,
  beat = 0.7,
  base = 0.6,
  actual = 1.62,
  ...row
}: Row): Promise<void> {
  const id = `prd_${crypto.randomUUID()}`;
  const isSettled = row.settledAt !== undefined;
  if (!isSettled)
    return addUpcomingForecast({ ledgerId, symbol, beat, base, reportDate: row.reportDate ?? "" });
  const type = beat >= 0.5 ? "beat" : "miss";
  const result = (row.isCorrect ?? true) === (type === "beat") ? "beat" : "miss";
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO predictions (id, scope, ledger_id, evidence_hash, request_key, symbol, company_name, model_version, prediction_type, " +
        "beat_probability, predicted_probability, base_rate, confidence, consensus_eps, currency, report_date, reports_at, data_mode, " +
        "created_at, state, actual_result, actual_eps, is_correct, settled_at) " +
        "VALUES (?1, ?2, ?3, ?1, ?1, ?4, ?5, 'm', ?6, ?7, ?8, ?9, 'high', 1.5, 'USD', ?10, ?11, 'live', 0, ?12, ?13, ?14, ?15, ?16)",
    ).bind(
      id,
      `record:${ledgerId}`,
      ledgerId,
      symbol,
      `${symbol} Corp.`,
      type,
      beat,
      Math.max(beat, 1 - beat),
      base,
      row.reportDate ?? "2027-02-25",
      row.reportsAt?.getTime() ?? null,
      isSettled ? "settled" : "pending",
      isSettled ? result : null,
      isSettled ? actual : null,
      isSettled ? Number(row.isCorrect ?? true) : null,
      row.settledAt?.getTime() ?? null,
    ),
  ]);
}

/** Adds an upcoming forecast to a market: a report that is ahead, with a consensus of $1.50. */
async function addUpcomingForecast({
  ledgerId,
  symbol,
  beat,
  base,
  reportDate,
}: Required<Pick<Row, "ledgerId" | "symbol" | "beat" | "base" | "reportDate">>) {
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO season_companies (ledger_id, symbol, company_name, currency, updated_at) VALUES (?, ?, ?, 'USD', 0)",
    ).bind(ledgerId, symbol, `${symbol} Corp.`),
    env.DB.prepare(
      "INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known, " +
        "is_confirmed, consensus_eps, source, is_imported, first_seen_at, changed_at) " +
        "VALUES (?, ?, '2026-12-31', 1, ?, 1, 1, 1.5, 'a source', 0, 0, 0)",
    ).bind(ledgerId, symbol, reportDate),
    env.DB.prepare(
      "INSERT INTO upcoming_forecasts (ledger_id, symbol, fiscal_quarter_end, beat_probability, base_rate, edge_verdict, confidence, feature_tier, " +
        "model_version, consensus_eps, scored_at) VALUES (?, ?, '2026-12-31', ?, ?, 'no_edge', 'high', 'full', 'm', 1.5, 0)",
    ).bind(ledgerId, symbol, beat, base),
  ]);
}

const aBook = () => `live ${crypto.randomUUID()}`;

/** Makes a market with one report ahead, so that the issue has something to say. */
async function aBookWithAReport(): Promise<string> {
  const ledgerId = aBook();
  await onRecord({ ledgerId, symbol: "AAA", reportDate: "2027-03-03" });
  return ledgerId;
}

let readers = 0;
/** Creates a confirmed reader. */
async function aReader(confirmedAt = later(-DAY_MS)): Promise<{ id: string; email: string }> {
  readers += 1;
  const [id, email] = [`sub_${crypto.randomUUID()}`, `reader-${readers}@example.com`];
  await env.DB.prepare(
    "INSERT INTO newsletter_subscribers (id, email, confirmed_at, created_at) VALUES (?, ?, ?, ?)",
  )
    .bind(id, email, confirmedAt.getTime(), confirmedAt.getTime())
    .run();
  return { id, email };
}

/** Creates a confirmed reader whose address also has an account, confirmed or not. */
async function aReaderWithAccount(token: string, { isConfirmed = true } = {}): Promise<{ email: string }> {
  const reader = await aReader();
  const { email } = (await call<{ user: { email: string } }>("GET", "/api/auth/profile", { token })).body
    .user;
  await env.DB.batch([
    env.DB.prepare("UPDATE users SET email_verified = ? WHERE email = ?").bind(Number(isConfirmed), email),
    env.DB.prepare("UPDATE newsletter_subscribers SET email = ? WHERE id = ?").bind(email, reader.id),
  ]);
  return { email };
}

/** Runs one tick of the job at a given time. */
async function tick(
  ledgerId: string,
  now: Date,
  { mailer = aCarrier().mailer, budget = { left: 1000 } }: { mailer?: Mailer; budget?: DeliveryBudget } = {},
): Promise<number> {
  const record = { db, ledgerId, dataMode: "live" } as const;
  const accounts = accountsAt(now, mailer);
  const issue = { issue: `${ledgerId} 2027-03-01`, record, marketNow: now, opensTo };
  return sendNewsletter(accounts, issue, await readersOfIssue(accounts, issue, 1000), budget);
}

/** The plans of accounts are read at the real time, when their subscriptions are paid. */
const { opensTo } = openDeps(env, origin);

const symbolsIn = (text: string) => [...text.matchAll(/^- (\w+), /gm)].map(([, symbol]) => symbol);

const stateOf = (ledgerId: string, { id }: { id: string }) =>
  env.DB.prepare("SELECT state, attempts FROM deliveries WHERE subscriber_id = ? AND subject LIKE ?")
    .bind(id, `${ledgerId}%`)
    .first<{ state: string; attempts: number }>();

describe("the week's issue", () => {
  it("goes out from Monday noon UTC for two days", () => {
    const days = [-1, 0, 2 * DAY_MS - 1, 2 * DAY_MS].map((ms) => issueDayOf(later(ms)));
    expect(days).toEqual([null, "2027-03-01", "2027-03-01", null]);
  });

  it("lists the ten reports of the coming week with the largest edge, and how the past week's predictions ended, wrong ones first", async () => {
    const ledgerId = aBook();
    for (let i = 0; i < 11; i++)
      await onRecord({
        ledgerId,
        symbol: `UP${i}`,
        beat: 0.6 + i / 100,
        base: 0.6,
        reportDate: "2027-03-04",
      });
    await onRecord({ ledgerId, symbol: "DOWN", beat: 0.42, base: 0.62, reportDate: "2027-03-07" });
    await onRecord({ ledgerId, symbol: "LATER", beat: 0.99, reportDate: "2027-03-08" });
    await onRecord({
      ledgerId,
      symbol: "OUT",
      beat: 0.99,
      reportDate: "2027-03-01",
      reportsAt: later(-HOUR_MS),
    });
    await onRecord({ ledgerId: aBook(), symbol: "OTHER", beat: 0.99, reportDate: "2027-03-04" });
    await onRecord({ ledgerId, symbol: "RIGHT", beat: 0.8, settledAt: later(-DAY_MS) });
    await onRecord({ ledgerId, symbol: "EVEN", beat: 0.504, settledAt: later(-DAY_MS) });
    await onRecord({
      ledgerId,
      symbol: "WRONG",
      beat: 0.813,
      actual: 1.2,
      isCorrect: false,
      settledAt: later(-2 * DAY_MS),
    });
    await onRecord({ ledgerId, symbol: "OLD", isCorrect: false, settledAt: later(-8 * DAY_MS) });
    const { email } = await aReaderWithAccount(await aSubscriber("basic"));
    const { mailer, sent } = aCarrier();
    await tick(ledgerId, monday, { mailer });
    const text = sent.find(({ to }) => to === email)?.text ?? "";
    const listed = symbolsIn(text);
    expect(listed).toEqual(["DOWN", "UP10", "UP9", "UP8", "UP7", "UP6", "UP5", "UP4", "UP3", "UP2"]);
    expect(sent[0]?.subject).toBe("The week's earnings reports, Mon, Mar 1 to Sun, Mar 7");
    expect(text).toContain("As of Monday, March 1, 2027 at 12:00 PM UTC.");
    expect(text).toContain(
      "DOWN, DOWN Corp., Sun, Mar 7: probability of a beat 42.0%, base rate 62.0%, edge −20.0 points; consensus $1.50",
    );
    expect(text).toContain("edge +10.0 points");
    expect(text).toContain("Not listed, with a smaller edge: 2.");
    expect(text).toContain(
      "- Settled: 3, of which wrong: 1, right: 2; toss-ups among them: 1.\n" +
        "- Wrong: WRONG, WRONG Corp., predicted a beat at 81.3%; reported $1.20 against a consensus of $1.50, a miss\n" +
        "- Right: RIGHT, RIGHT Corp., predicted a beat at 80.0%; reported $1.62 against a consensus of $1.50, a beat\n" +
        "- Toss-up: EVEN, EVEN Corp., predicted a beat at 50.4%;",
    );
    expect(text).toContain(`All predictions of record: ${origin}/track-record`);
    expect(text).not.toContain("Sample data");
  });

  it("is not sent in a week without a report or a settled prediction, and says so where one of them is missing", async () => {
    await aReader();
    expect(await tick(aBook(), monday)).toBe(0);
    const ledgerId = aBook();
    await onRecord({ ledgerId, symbol: "RIGHT", settledAt: later(-DAY_MS) });
    const { mailer, sent } = aCarrier();
    await tick(ledgerId, monday, { mailer });
    expect(sent[0]?.text).toContain("- No prediction of record is open for these days.");
  });
});

describe("the probabilities of an issue", () => {
  /** Makes thirty reports on one day. The first company is the largest and has the smallest edge. */
  async function aBusyWeek(): Promise<string> {
    const ledgerId = aBook();
    for (let i = 0; i < 30; i++) {
      const symbol = `S${String(i).padStart(2, "0")}`;
      await onRecord({ ledgerId, symbol, beat: 0.6 + i / 100, base: 0.6, reportDate: "2027-03-04" });
      await env.DB.prepare("UPDATE season_companies SET market_cap = ? WHERE ledger_id = ? AND symbol = ?")
        .bind(1e9 * (30 - i), ledgerId, symbol)
        .run();
    }
    return ledgerId;
  }
  const symbols = (from: number, to: number) =>
    Array.from(
      { length: Math.abs(to - from) + 1 },
      (_, i) => `S${String(from + Math.sign(to - from) * i).padStart(2, "0")}`,
    );

  it("go to those whose plan opens them when it is sent, as the calendar shows them", async () => {
    const ledgerId = await aBusyWeek();
    const paid = await aReaderWithAccount(await aSubscriber("premium"));
    const free = await aReaderWithAccount((await aPerson()).token);
    const { mailer, sent } = aCarrier();
    await tick(ledgerId, monday, { mailer });
    const textTo = ({ email }: { email: string }) => sent.find(({ to }) => to === email)?.text ?? "";
    expect(symbolsIn(textTo(paid))).toEqual(symbols(29, 20));
    expect(textTo(paid)).toContain("- Not listed, with a smaller edge: 20.");
    expect(textTo(paid)).not.toMatch(/paid plan/);
    expect(symbolsIn(textTo(free))).toEqual(symbols(19, 10));
    expect(textTo(free)).toContain(
      "- Not listed, with a smaller edge: 10.\n- Open with a paid plan: 10 more.\nThe whole calendar: " +
        `${origin}/calendar\n`,
    );
  });

  it("wait for no plan: dates, consensus and base rates are for everyone, largest company first", async () => {
    const ledgerId = await aBusyWeek();
    const [stranger, unconfirmed] = [
      await aReader(),
      await aReaderWithAccount(await aSubscriber("premium"), { isConfirmed: false }),
    ];
    const { mailer, sent } = aCarrier();
    await tick(ledgerId, monday, { mailer });
    for (const { email } of [stranger, unconfirmed]) {
      const { text = "", html = "" } = sent.find(({ to }) => to === email) ?? {};
      expect(symbolsIn(text)).toEqual(symbols(0, 9));
      expect(text).toContain("- S00, S00 Corp., Thu, Mar 4: base rate 60.0%; consensus $1.50\n");
      expect(text).toContain("- Not listed: 20.\n");
      expect(text + html).not.toMatch(/probability of a beat|edge/);
    }
  });

  it("are those of the plan at sending: one that ended since the issue was written opens nothing more", async () => {
    const ledgerId = await aBusyWeek();
    const token = await aSubscriber("basic");
    const { email } = await aReaderWithAccount(token);
    let isFull = true;
    const { mailer, sent } = aCarrier(() => isFull);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await tick(ledgerId, monday, { mailer });
    isFull = false;
    await env.DB.prepare(
      "UPDATE subscriptions SET status = 'canceled', paid_until = 1, period_end = 1 WHERE customer_id IN (SELECT id FROM customers WHERE email = ?)",
    )
      .bind(email)
      .run();
    await tick(ledgerId, later(HOUR_MS), { mailer });
    expect(sent.map(({ text }) => symbolsIn(text))).toEqual([symbols(19, 10)]);
  });
});

describe("sending an issue", () => {
  it("reaches each confirmed reader once, whatever the ticks, and nobody who confirmed later", async () => {
    const ledgerId = await aBookWithAReport();
    const early = [await aReader(), await aReader(), await aReader()];
    const { mailer, sent } = aCarrier();
    await Promise.all([
      tick(ledgerId, monday, { mailer, budget: { left: 2 } }),
      tick(ledgerId, monday, { mailer, budget: { left: 2 } }),
    ]);
    await env.DB.prepare(
      "INSERT INTO newsletter_subscribers (id, email, created_at) VALUES ('sub_unconfirmed', 'u@example.com', 0)",
    ).run();
    const late = await aReader(later(HOUR_MS));
    for (let i = 1; i < 4; i++) await tick(ledgerId, later(i * 600_000), { mailer, budget: { left: 50 } });
    const to = sent.map((mail) => mail.to);
    for (const { email } of early) expect(to.filter((address) => address === email)).toHaveLength(1);
    expect(to).not.toContain(late.email);
    expect(to).not.toContain("u@example.com");
    expect(new Set(sent.map(({ text }) => text.split("—")[0])).size).toBe(1);
  });

  it("is stopped by no mailbox that refuses it, tries that one again, and marks it after the last try", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const ledgerId = await aBookWithAReport();
    const [refused, busy, other] = [await aReader(), await aReader(), await aReader()];
    let isBusy = true;
    const { mailer, sent } = aCarrier((to) => to === refused.email || (to === busy.email && isBusy));
    await tick(ledgerId, monday, { mailer });
    isBusy = false;
    for (let hour = 1; hour < 40; hour++) await tick(ledgerId, later(hour * HOUR_MS), { mailer });
    const to = sent.map((mail) => mail.to);
    for (const { email } of [busy, other]) expect(to.filter((address) => address === email)).toHaveLength(1);
    expect(await stateOf(ledgerId, refused)).toEqual({ state: "failed", attempts: MAX_ATTEMPTS });
    expect(await stateOf(ledgerId, busy)).toEqual({ state: "sent", attempts: 2 });
  });

  it.each([
    { deliversOnce: true, repeated: 1, state: "sent" },
    { deliversOnce: false, repeated: 0, state: "unknown" },
  ])(
    "goes on after a kill in the middle; by a carrier that delivers once: $deliversOnce",
    async (expected) => {
      const ledgerId = await aBookWithAReport();
      const first = await aReader(later(-1000 * DAY_MS));
      const second = await aReader(later(-999 * DAY_MS));
      const { deliversOnce } = expected;
      void tick(ledgerId, monday, { mailer: { deliversOnce, send: () => new Promise(() => undefined) } });
      await vi.waitUntil(async () => (await stateOf(ledgerId, first))?.state === "sending");
      const { mailer, sent } = aCarrier(() => false, deliversOnce);
      await tick(ledgerId, later(600_000), { mailer });
      const to = sent.map((mail) => mail.to);
      expect(to.filter((address) => address === first.email)).toHaveLength(expected.repeated);
      expect(to.filter((address) => address === second.email)).toHaveLength(1);
      expect((await stateOf(ledgerId, first))?.state).toBe(expected.state);
      await env.DB.prepare("DELETE FROM newsletter_subscribers WHERE id IN (?, ?)")
        .bind(first.id, second.id)
        .run();
    },
  );

  it("does not reach an address whose account takes no mails", async () => {
    const ledgerId = await aBookWithAReport();
    const [{ email, token, user }, reader] = [await aPerson(), await aReader()];
    await env.DB.batch([
      env.DB.prepare("UPDATE users SET email_verified = 1 WHERE id = ?").bind(user.id),
      env.DB.prepare("UPDATE newsletter_subscribers SET email = ? WHERE id = ?").bind(email, reader.id),
    ]);
    await call("PUT", "/api/account/notifications", { token, body: { emailNotifications: false } });
    const { mailer, sent } = aCarrier();
    await tick(ledgerId, monday, { mailer });
    expect(sent.map(({ to }) => to)).not.toContain(email);
    expect(await stateOf(ledgerId, reader)).toMatchObject({ state: "unwanted" });
  });

  it("has an unsubscribe link that ends this reader's subscription alone, by one click, and changes nothing when opened", async () => {
    const ledgerId = await aBookWithAReport();
    const [leaving, staying] = [await aReader(), await aReader()];
    const { mailer, sent } = aCarrier();
    await tick(ledgerId, monday, { mailer });
    const { headers, text } = sent.find(({ to }) => to === leaving.email) ?? {};
    const url = /<(.+)>/.exec(headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";
    expect(headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(text).toContain(`Unsubscribe: ${url.replace("/api/", "/").replace("?token=", "#")}`);
    const isReader = async ({ id }: { id: string }) =>
      (await env.DB.prepare("SELECT 1 FROM newsletter_subscribers WHERE id = ?").bind(id).first()) !== null;
    const opened = await fetchWorker(url, { redirect: "manual" });
    expect([opened.status, opened.headers.get("location")]).toEqual([
      303,
      `/newsletter/unsubscribe#${new URL(url).searchParams.get("token")}`,
    ]);
    expect(await isReader(leaving)).toBe(true);
    for (let i = 0; i < 2; i++)
      expect(
        (await fetchWorker(url, { method: "POST", body: new URLSearchParams("List-Unsubscribe=One-Click") }))
          .status,
      ).toBe(200);
    expect([await isReader(leaving), await isReader(staying)]).toEqual([false, true]);
  });
});

it("the preview of a development run goes to the demo reader, with sample data said", async () => {
  const { body } = await call<{ sentTo: string }>("POST", "/api/dev/newsletter", { body: {} });
  expect(body.sentTo).toBe("demo@example.com");
  const mail = await env.DB.prepare(
    "SELECT subject, text FROM outbox WHERE recipient = 'demo@example.com'",
  ).first<{
    subject: string;
    text: string;
  }>();
  expect(mail?.subject).toMatch(/^\[Sample data\] The week's earnings reports, /);
  expect(mail?.text).toContain(
    "Sample data: the figures are simulated and say nothing about real companies.",
  );
  expect(mail?.text).toContain("Not investment advice");
});
