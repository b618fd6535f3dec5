import { planTerms } from "#contract/plans.ts";
import { DAY_MS } from "#contract/time.ts";
import { openDatabase } from "#platform/db/client.ts";
import { DELETED_ACCOUNT } from "#platform/mail/outbox.ts";
import { recordScope } from "#platform/scope.ts";
import { archiveCutoff } from "#record/archive/cutoff.ts";
import { auditTallies } from "#record/tallies.ts";
import { json, rows } from "./ask.ts";
import { companies } from "./check-companies.ts";
import type { Crowd } from "./people.ts";
import type { Runtime } from "./runtime.ts";

const LEDGER = "live";
/** docs/SCALE.md plans the storage: what a database holds before rows leave it. */
/** Far below what D1 holds (10 GB), and far above what the simulated people store. */
const MAX_DATABASE_BYTES = 2e9;
const PEOPLE_ASKED = 15;
/** The limit in calm weeks and after the longest outage. */
const ASKED_WITHIN_DAYS = 2;
const LONGEST_OUTAGE_DAYS = 5;
/** The limit in calm weeks. */
const CHARGED_WITHIN_DAYS = 3;

export type Verifier = {
  readLedger(
    get: (path: string) => Promise<string | null>,
  ): Promise<{ entries: unknown[]; published: object }>;
  verifyLedger(
    entries: unknown[],
    published: object,
    held: { since?: string | null },
  ): Promise<{ isValid: boolean; seq?: number | null; reason?: string }>;
};

type Checked = {
  crowd: Crowd;
  at: Date;
  verifier: Verifier;
  since: string | null;
  hadOutage: boolean;
};

/** Checks everything that must be true at the end of a month, and returns the breaches. */
export async function checkMonth(checked: Checked): Promise<string[]> {
  const checks = {
    ledger,
    locks,
    publicFigures,
    money,
    quotas,
    companies,
    news,
    orphans,
    deletions,
    storage,
  };
  const breaches: string[] = [];
  for (const [name, check] of Object.entries(checks))
    for (const breach of await check(checked).catch((error: unknown) => [`could not be checked: ${error}`]))
      breaches.push(`${name}: ${breach}`);
  return breaches;
}

/**
 * The ledger must be valid from its first entry by the verifier as it was at the start, which also requires a lock
 * or a reason for each report.
 */
async function ledger({ crowd: { runtime }, at, verifier, since }: Checked): Promise<string[]> {
  let n = 0;
  const get = async (path: string) => {
    n += 1;
    const { status, text } = await runtime.ask(at, path, { ip: `203.0.113.${n % 250}` });
    if (status !== 200 && status !== 404)
      throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
    return status === 200 ? text : null;
  };
  const { entries, published } = await verifier.readLedger(get);
  const verdict = await verifier.verifyLedger(entries, published, { since });
  return verdict.isValid ? [] : [`not valid at ${verdict.seq}: ${verdict.reason}`];
}

/** No report may have two predictions of record, and no open lock may be older than its rule allows. */
async function locks({ crowd: { runtime }, at }: Checked): Promise<string[]> {
  const twice = await rows<{ request_key: string }>(
    runtime,
    `SELECT symbol || ' ' || fiscal_quarter_end AS request_key FROM predictions WHERE scope = '${recordScope(LEDGER)}'
     GROUP BY symbol, fiscal_quarter_end HAVING count(*) > 1`,
  );
  const endless = await rows<{ symbol: string; report_date: string }>(
    runtime,
    `SELECT symbol, report_date FROM predictions WHERE state IN ('pending', 'review') AND lock_id IS NOT NULL
       AND reports_at < ${at.getTime() - 97 * DAY_MS}`,
  );
  const unlocked = await rows<{ symbol: string; day: string }>(
    runtime,
    `SELECT p.symbol, p.report_date AS day FROM predictions AS p WHERE p.scope = '${recordScope(LEDGER)}' AND p.ledger_seq IS NULL`,
  );
  return [
    ...twice.map((row) => `${row.request_key} has two locks of record`),
    ...endless.slice(0, 5).map((row) => `${row.symbol} of ${row.report_date} never ended`),
    ...unlocked.slice(0, 5).map((row) => `${row.symbol} of ${row.day} is on record without a lock`),
  ];
}

async function publicFigures({ crowd: { runtime }, at }: Checked): Promise<string[]> {
  const difference = await auditTallies(openDatabase(runtime.db), recordScope(LEDGER));
  const { counts } = await json<{ counts: Record<string, number> }>(runtime, at, "/api/track-record");
  const counted = await rows<{ state: string; n: number }>(
    runtime,
    `SELECT state, count(*) AS n FROM predictions WHERE scope = '${recordScope(LEDGER)}' GROUP BY state`,
  );
  const wrong = counted.filter(({ state, n }) => counts[state] !== undefined && counts[state] !== n);
  return [
    ...(difference ? [`sums differ from a recount: ${difference.slice(0, 300)}`] : []),
    ...wrong.map(({ state, n }) => `the track record says ${counts[state]} ${state}, the rows ${n}`),
  ];
}

type Subscription = {
  id: string;
  status: string;
  planId: keyof typeof planTerms;
  createdAt: number;
  periodStart: number;
  periodEnd: number;
  endedAt: number | null;
};
type Invoice = {
  subscriptionId: string;
  description: string;
  createdAt: number;
  amountCents: number;
  status: string;
};

/**
 * Each month must be charged once and at the plan's price, and the product's state must equal the provider's. The
 * sandbox charges when it is asked.
 */
async function money({ crowd: { runtime }, at, hadOutage }: Checked): Promise<string[]> {
  const documents = await rows<{ kind: string; body: string }>(
    runtime,
    "SELECT kind, body FROM sandbox_documents WHERE kind IN ('subscription', 'invoice')",
  );
  const of = <Kind>(kind: string) =>
    documents.flatMap((row) => (row.kind === kind ? [JSON.parse(row.body) as Kind] : []));
  const invoices = Map.groupBy(of<Invoice>("invoice"), ({ subscriptionId }) => subscriptionId);
  const known = new Map(
    (
      await rows<{ id: string; status: string; plan_id: string; period_end: number }>(
        runtime,
        "SELECT id, status, plan_id, period_end FROM subscriptions",
      )
    ).map((row) => [row.id, row]),
  );
  const uncharged = (hadOutage ? LONGEST_OUTAGE_DAYS : CHARGED_WITHIN_DAYS) * DAY_MS;
  const prices = new Set(Object.values(planTerms).map(({ priceCents }) => priceCents));
  return of<Subscription>("subscription").flatMap((subscription) => {
    const monthly = (invoices.get(subscription.id) ?? [])
      .filter(({ description }) => description.endsWith(", one month"))
      .toSorted((one, other) => one.createdAt - other.createdAt);
    const breaches: string[] = [];
    for (const [i, { createdAt, amountCents }] of monthly.entries()) {
      if (createdAt !== monthsAfter(subscription.createdAt, i))
        breaches.push(`${subscription.id}: month ${i} was charged on ${new Date(createdAt).toISOString()}`);
      if (!prices.has(amountCents))
        breaches.push(`${subscription.id}: ${amountCents} cents is no plan's price`);
    }
    if (subscription.endedAt === null) {
      const months = monthly.length;
      if (monthsAfter(subscription.createdAt, months) < at.getTime() - uncharged)
        breaches.push(`${subscription.id}: only ${months} months were charged`);
      const own = known.get(subscription.id);
      const isFresh = at.getTime() - subscription.periodStart > 2 * DAY_MS;
      if (isFresh && own?.status !== subscription.status)
        breaches.push(`${subscription.id} is ${subscription.status}, and ${own?.status} to us`);
      if (isFresh && own && Math.abs(own.period_end - subscription.periodEnd) > 1_000)
        breaches.push(
          `${subscription.id} ends on ${new Date(subscription.periodEnd).toISOString()}, not when we think`,
        );
    }
    return breaches;
  });
}

/** Returns the same day so many months later, or the month's last day, as Stripe does. */
function monthsAfter(at: number, months: number): number {
  const from = new Date(at);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(from.getUTCDate(), lastDay) - 1) * DAY_MS + (at % DAY_MS);
}

/** The number of calls that a person is shown must equal the calls answered since the period began. */
async function quotas({ crowd, at, hadOutage }: Checked): Promise<string[]> {
  const { runtime, random, people } = crowd;
  const settled = people.filter(
    ({ isDeleted, changedAt }) =>
      !isDeleted && (!changedAt || changedAt.getTime() < at.getTime() - 70 * DAY_MS),
  );
  const asked = settled.toSorted(() => random.next() - 0.5).slice(0, PEOPLE_ASKED);
  const breaches: string[] = [];
  for (const person of asked) {
    const { limits } = await json<{ limits: { tier: string; apiCallsUsed: number } }>(
      runtime,
      at,
      "/api/subscription/status",
      person,
    );
    const from =
      limits.tier === "free"
        ? Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
        : await runtime.db
            .prepare(
              "SELECT max(s.counted_from) AS at FROM subscriptions AS s JOIN customers AS c ON c.id = s.customer_id WHERE c.user_id = ?",
            )
            .bind(person.id)
            .first<number>("at");
    const since = (ms: number) => person.answered.filter((one) => one.at.getTime() >= ms).length;
    // The sandbox sends no event for a renewal, so we learn of it a day after the last answer, in a round, or after
    // an outage. Analyses before that count for the month that ended.
    const unheardDays = limits.tier === "free" ? 0 : hadOutage ? LONGEST_OUTAGE_DAYS : ASKED_WITHIN_DAYS;
    const [least, answered] = [since((from ?? 0) + unheardDays * DAY_MS), since(from ?? 0)];
    if (limits.apiCallsUsed < least || limits.apiCallsUsed > answered)
      breaches.push(
        `${person.id} (${limits.tier}) was answered ${answered} times since ${new Date(from ?? 0).toISOString()}, and is counted ${limits.apiCallsUsed}: ${person.answered.slice(-3).map((one) => one.at.toISOString())}`,
      );
    const { metrics } = await json<{ metrics: { totalPredictions: number; settledPredictions: number } }>(
      runtime,
      at,
      "/api/dashboard",
      person,
    );
    if (metrics.totalPredictions !== person.answered.length)
      breaches.push(`${person.id} has ${metrics.totalPredictions} predictions of ${person.answered.length}`);
    const { total } = await json<{ total: number }>(runtime, at, "/api/predictions?outcome=settled", person);
    if (total !== metrics.settledPredictions)
      breaches.push(
        `${person.id} has ${total} settled predictions, and a sum of ${metrics.settledPredictions}`,
      );
  }
  return breaches;
}

/** Whoever waited for a settlement must be told exactly once, except while everything was down for days. */
async function news({ crowd: { runtime, people }, at, hadOutage }: Checked): Promise<string[]> {
  const deleted = people.filter(({ isDeleted }) => isDeleted).length;
  const twice = await rows<{ recipient: string; subject: string; days: string }>(
    runtime,
    `SELECT recipient, subject, group_concat(datetime(created_at / 1000, 'unixepoch')) AS days FROM outbox
     GROUP BY recipient, subject, text HAVING count(*) > CASE recipient WHEN '${DELETED_ACCOUNT}' THEN ${deleted} ELSE 1 END`,
  );
  const ids = new Set(people.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
  const silent = await rows<{ user_id: string; id: string }>(
    runtime,
    `SELECT p.user_id, p.id FROM predictions AS p WHERE p.state = 'settled' AND p.user_id IS NOT NULL AND p.is_correct IS NOT NULL
       AND p.settled_at BETWEEN ${at.getTime() - 20 * DAY_MS} AND ${at.getTime() - 3 * DAY_MS}
       AND NOT EXISTS (SELECT 1 FROM deliveries AS d WHERE d.recipient = p.user_id AND d.kind = 'prediction_settled'
         AND d.channel = 'email' AND d.subject = p.id AND d.state = 'sent')`,
  );
  const never = hadOutage ? [] : silent.filter((row) => ids.has(row.user_id));
  return [
    ...twice.map((mail) => `"${mail.subject}" came more than once to ${mail.recipient}: ${mail.days}`),
    ...never.slice(0, 5).map((row) => `${row.user_id} never heard of ${row.id}`),
  ];
}

/** Every row that names a person must name one who exists. */
async function orphans({ crowd: { runtime } }: Checked): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    runtime,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%user_id text%'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await rows<{ n: number }>(
      runtime,
      `SELECT count(*) AS n FROM ${name} WHERE user_id IS NOT NULL AND user_id NOT IN (SELECT id FROM users)`,
    );
    if (row?.n) found.push(`${row.n} rows of ${name} name nobody`);
  }
  const [sums] = await rows<{ n: number }>(
    runtime,
    "SELECT count(*) AS n FROM tallies WHERE scope LIKE 'user:%' AND substr(scope, 6) NOT IN (SELECT id FROM users)",
  );
  if (sums?.n) found.push(`${sums.n} sums name nobody`);
  return found;
}

async function deletions({ crowd: { runtime, people } }: Checked): Promise<string[]> {
  const breaches: string[] = [];
  for (const { id, email } of people.filter(({ isDeleted }) => isDeleted)) {
    for (const prefix of ["avatars", "past-predictions"]) {
      const { objects } = await runtime.files.list({ prefix: `${prefix}/${id}/` });
      if (objects.length > 0) breaches.push(`${objects.length} files of ${prefix} of ${id} are left`);
    }
    const [row] = await rows<{ n: number }>(
      runtime,
      `SELECT (SELECT count(*) FROM users WHERE id = '${id}' OR email = '${email}') + (SELECT count(*) FROM predictions
         WHERE user_id = '${id}') + (SELECT count(*) FROM deliveries WHERE recipient IN ('${id}', '${email}')) AS n`,
    );
    if (row?.n) breaches.push(`${row.n} rows of ${id} are left`);
  }
  return breaches;
}

/** Ended predictions from before the cutoff must be in files, and the database must stay small. */
async function storage({ crowd: { runtime }, at }: Checked): Promise<string[]> {
  const bytes = await databaseBytes(runtime);
  const earlier = new Date(at.getTime() - 3 * DAY_MS);
  const cutoff = archiveCutoff(earlier).getTime();
  const [row] = await rows<{ n: number }>(
    runtime,
    `SELECT count(*) AS n FROM predictions WHERE user_id IS NOT NULL AND created_at < ${cutoff}
       AND state IN ('settled', 'void', 'unlocked') AND coalesce(settled_at, reports_at, created_at) < ${cutoff}`,
  );
  return [
    ...(row?.n ? [`${row.n} ended predictions from before the cutoff are not in files`] : []),
    ...(bytes > MAX_DATABASE_BYTES ? [`the database has ${bytes} bytes`] : []),
  ];
}

export async function databaseBytes({ db }: Runtime): Promise<number> {
  return (await db.prepare("SELECT 1").run()).meta.size_after;
}
