import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DAY_MS } from "#contract/time.ts";
import { type Instance, startInstance } from "../instance.ts";
import { openDatabaseOf } from "./filled-instance.ts";
import { serveMail } from "./mail-service.ts";

/** 12:30 in New York, when tomorrow's reports are announced. */
const NOW = "2026-07-21T16:30:00.000Z";
const TOMORROW = "2026-07-22";
/** The day of the fifth company's report, which is not due. */
const LATER = "2026-08-10";
const LATER_COMPANIES = 100;
const DUE_A_PERSON = 4;
const REFUSED_EVERY = 100;
const PAID_EVERY = 10;
/** The service becomes busy after this share of the emails. */
const BUSY_AFTER_SHARE = 0.1;

const MAILS_CRON = "4-54/10 * * * *";
const TICK_SECONDS = 600;
export const LIMIT_SECONDS = 3_600;
const LOOK_MS = 200;
/** Longer than any Retry-After. */
const SILENCE_MS = 12_000;

type Alerted = {
  people: number;
  due: number;
  sent: number;
  twice: number;
  /** Notifications that were due to a mailbox that was not refused, and are in no email. */
  missing: number;
  refused: number;
  listed: number;
  /** From the first tick to the last email. */
  queueSeconds: number;
  mailCalls: number;
};

const filling = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $count - 1)`;
const symbol = (number: string) =>
  `char(65 + ${number} / 676 % 26, 65 + ${number} / 26 % 26, 65 + ${number} % 26, 90)`;

const marketSql = [
  `INSERT INTO season_companies (ledger_id, symbol, company_name, sector, currency, is_active, market_cap, updated_at)
    ${filling} SELECT $ledger, ${symbol("i")}, 'Company ' || i, 'Sector ' || (i % 11), 'USD', 1, 1e9 * (i + 1), 0 FROM n`,
  `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known, session,
      is_confirmed, consensus_eps, analyst_count, source, is_imported, is_comparable, first_seen_at, changed_at)
    ${filling} SELECT $ledger, ${symbol("i")}, '2026-06-30', 1, iif(i < $reports, '${TOMORROW}', '${LATER}'), 1,
      iif(i % 3, 'pre', 'post'), 1, 1.5, 5, 'Bench', 0, 1, 0, 0 FROM n`,
  `INSERT INTO upcoming_forecasts (ledger_id, symbol, fiscal_quarter_end, beat_probability, base_rate, edge_verdict, confidence, feature_tier,
      model_version, consensus_eps, scored_at)
    ${filling} SELECT $ledger, ${symbol("i")}, '2026-06-30', 0.5 + i % 40 / 100.0, 0.7, 'edge_up', 'medium', 'full', 'm', 1.5, 0
    FROM n`,
];

const peopleSql = [
  `INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
    ${filling} SELECT 'usr_' || i, 'Person ' || i, 'person-' || i || '@example.com', 1, $now, $now FROM n`,
  `INSERT INTO customers (id, user_id, email, created_at)
    ${filling} SELECT 'cus_' || i, 'usr_' || i, 'person-' || i || '@example.com', $now FROM n WHERE i % ${PAID_EVERY} = 1`,
  `INSERT INTO subscriptions (id, customer_id, status, plan_id, price_id, amount_cents, currency, period_start, period_end,
      counted_from, paid_from, paid_until, paid_plan_id, created_at)
    ${filling} SELECT 'sub_' || i, 'cus_' || i, 'active', 'premium', 'price', 4900, 'usd', $now, $later, $now, $now, $later, 'premium',
      $now FROM n WHERE i % ${PAID_EVERY} = 1`,
  `INSERT INTO watchlist (user_id, ledger_id, symbol, created_at)
    ${filling}, k(k) AS (VALUES (0), (1), (2), (3), (4))
    SELECT 'usr_' || i, $ledger, ${symbol(`iif(k < ${DUE_A_PERSON}, (i * 7 + k) % $reports, $reports + i % ${LATER_COMPANIES})`)}, $now
    FROM n, k`,
];

type Size = { people: number; reports: number; busySeconds: number };

/** Four of five companies report tomorrow. A second tick comes while the mail service is busy. */
export async function playAlerts({ people, reports, busySeconds }: Size): Promise<Alerted> {
  const service = await serveMail({
    isRefused: (mailbox) => numberOf(mailbox) % REFUSED_EVERY === 0,
    busy: { afterMails: Math.floor(people * BUSY_AFTER_SHARE), seconds: busySeconds },
  });
  const settings = {
    MARKET_CLOCK: NOW,
    MARKET_CLOCK_SET_AT: new Date().toISOString(),
    MAIL_FROM: "Beatcast <bench@example.com>",
    RESEND_API_KEY: "bench",
    BENCH_MAIL_URL: service.url,
  };
  const wrapper = join(import.meta.dirname, "mail-entry.mjs");
  const instance = await startInstance("bench-alerts", settings, () => undefined, wrapper);
  try {
    await instance.kill();
    inDatabase(instance, (database) => fill(database, { people, reports }));
    await instance.start();
    const isOver = () => service.answered.size >= people;
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    await tick(instance);
    let [ticks, hadTickWhileBusy] = [1, false];
    while (!isOver() && seconds() < LIMIT_SECONDS) {
      await pause(LOOK_MS);
      const isNewlyBusy = service.hasBeenBusy() && !hadTickWhileBusy;
      if (!isNewlyBusy && seconds() < ticks * TICK_SECONDS) continue;
      if (isNewlyBusy) hadTickWhileBusy = true;
      else ticks += 1;
      await tick(instance);
    }
    const queueSeconds = Number(seconds().toFixed(1));
    await tick(instance);
    await untilEmpty(instance);
    await instance.kill();
    const listed = inDatabase(instance, (database) =>
      Number(database.prepare("SELECT count(*) AS n FROM alerts WHERE kind = 'report_tomorrow'").get()?.n),
    );
    return { people, ...countNotices(service, people), listed, queueSeconds, mailCalls: service.calls() };
  } finally {
    await instance.kill();
    service.close();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const numberOf = (mailbox: string) => Number(/^person-(\d+)@/.exec(mailbox)?.[1]);

async function tick({ url }: Instance): Promise<void> {
  const answer = await fetch(`${url}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(MAILS_CRON)}`);
  if (!answer.ok) throw new Error(`The tick answered ${answer.status}: ${await answer.text()}`);
}

/** Queued messages about the same people may not send again. */
async function untilEmpty({ url }: Instance): Promise<void> {
  const batches = async () => Number(await (await fetch(`${url}/bench/batches`)).text());
  let before = -1;
  for (let now = await batches(); now !== before; now = await batches()) {
    before = now;
    await pause(SILENCE_MS);
  }
}

function inDatabase<Answer>(instance: Instance, ask: (database: DatabaseSync) => Answer): Answer {
  const database = openDatabaseOf(instance);
  const answer = ask(database);
  database.close();
  return answer;
}

function fill(database: DatabaseSync, { people, reports }: Omit<Size, "busySeconds">): void {
  const now = Date.now();
  const named = { ledger: `sample ${NOW}`, reports, now, later: now + 30 * DAY_MS };
  const run = (sql: string, count: number) => {
    const used = Object.entries({ ...named, count }).filter(([name]) => sql.includes(`$${name}`));
    database.prepare(sql).run(Object.fromEntries(used));
  };
  for (const sql of marketSql) run(sql, reports + LATER_COMPANIES);
  for (const sql of peopleSql) run(sql, people);
}

type Service = Awaited<ReturnType<typeof serveMail>>;

/** Counts what the service received. */
function countNotices({ taken, refused }: Service, people: number) {
  const mails = new Map<string, number>();
  for (const { to, text } of taken.values())
    for (const [, symbol] of text.matchAll(/(\w+) reports tomorrow\. /g))
      mails.set(`${to} ${symbol}`, (mails.get(`${to} ${symbol}`) ?? 0) + 1);
  const due = DUE_A_PERSON * people;
  const [sent, ofRefusing] = [mails.size, DUE_A_PERSON * refused.size];
  const twice = [...mails.values()].filter((count) => count > 1).length;
  return { due, sent, twice, missing: due - sent - ofRefusing, refused: ofRefusing };
}
