import { createHash, createHmac, randomBytes } from "node:crypto";
import type { AnalysisResponse } from "#contract/analysis.ts";
import { type PlanId, planIds } from "#contract/plans.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import type { SimulatedMarket } from "./market.ts";
import type { Random } from "./random.ts";
import type { Runtime } from "./runtime.ts";

export type Person = {
  id: string;
  email: string;
  token: string;
  ip: string;
  /** Analyses that were answered, in the order of time; `company` is named as by `market.companyOf`. */
  answered: { at: Date; company: string | null }[];
  plan: PlanId | null;
  /** When the plan was last bought, left or disputed. */
  changedAt: Date | null;
  key: { id: string; secret: string } | null;
  watched: Set<string>;
  isDeleted: boolean;
};

/** Counts what happened, by name. */
export type Tally = Map<string, number>;
export const note = (events: Tally, name: string, n = 1) =>
  void events.set(name, (events.get(name) ?? 0) + n);

const PASSWORD = "correct horse battery staple";
/** One person in so many looks nearly daily and reaches the quota; the others look now and then. */
const EAGER_EVERY = 30;
/** Probabilities per person and day. */
const daily = {
  analyze: { seldom: 0.01, eager: 0.3 },
  watch: 0.02,
  /** The probability for each watched company; about six stay. */
  unwatch: 0.0033,
  subscribe: 0.0004,
  cancel: 0.0015,
  changePlan: 0.0008,
  dispute: 0.0003,
  decline: 0.0006,
  leave: 0.00012,
  exchangeKey: 1 / 180,
} as const;

export type Crowd = {
  runtime: Runtime;
  market: SimulatedMarket;
  random: Random;
  people: Person[];
  events: Tally;
  secret: () => string;
};

/**
 * On these days a few more people subscribe, to test their renewals: ends of months, a leap day, and both changes
 * of the clocks.
 */
function isSpecial(day: string): boolean {
  return /-(01-31|02-29|03-31|08-31|10-31|12-31)$/.test(day) || isClockChange(day);
}

/** The American changes: the second Sunday of March and the first of November. */
export function isClockChange(day: string): boolean {
  const at = new Date(`${day}T12:00:00Z`);
  const [month, date] = [at.getUTCMonth(), at.getUTCDate()];
  return at.getUTCDay() === 0 && ((month === 2 && date > 7 && date < 15) || (month === 10 && date < 8));
}

export async function signUp({ runtime, people, events }: Crowd, at: Date): Promise<void> {
  const n = people.length;
  const email = `person-${n}-${randomBytes(3).toString("hex")}@example.com`;
  const ip = `198.51.${Math.floor(n / 250)}.${n % 250}`;
  const answer = await runtime.ask(at, "/api/auth/signup", {
    method: "POST",
    body: { email, password: PASSWORD, fullName: `Person ${n}` },
    ip,
  });
  if (answer.status !== 201 && answer.status !== 200) return note(events, "sign-ups refused");
  const { user } = JSON.parse(answer.text) as { user: { id: string } };
  await runtime.db.prepare("UPDATE users SET email_verified = 1 WHERE id = ?").bind(user.id).run();
  const token = await standingSession(runtime, user.id, at);
  people.push({
    id: user.id,
    email,
    token,
    ip,
    answered: [],
    plan: null,
    changedAt: null,
    key: null,
    watched: new Set(),
    isDeleted: false,
  });
  note(events, "sign-ups");
}

/**
 * The session lasts longer than any real one, because signing in anew each month would take most of a year's run.
 */
async function standingSession({ db }: Runtime, userId: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("base64url");
  await db
    .prepare(
      "INSERT INTO sessions (id, token, user_id, expires_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(
      `ses_${randomBytes(16).toString("hex")}`,
      hash,
      userId,
      at.getTime() + 3_650 * DAY_MS,
      at.getTime(),
      at.getTime(),
    )
    .run();
  return token;
}

/** Simulates a day of all people, spread over trading hours. With `isAway`, no failure is our fault. */
export async function liveDay(crowd: Crowd, day: Date, isAway: boolean): Promise<void> {
  const { random, people, market, runtime } = crowd;
  const popular = market
    .reportingWithin(14)
    .sort(() => random.next() - 0.5)
    .slice(0, 6);
  const date = isoDay(day);
  let at = day.getTime() + 14 * HOUR_MS;
  const later = () => {
    at += 20_000;
    return new Date(at);
  };
  // Whatever chance says, somebody subscribes on such a day and somebody disputes each quarter.
  const fresh = isSpecial(date) ? people.find(({ plan, isDeleted }) => !plan && !isDeleted) : undefined;
  if (fresh) await subscribe(crowd, fresh, random.pick(planIds), later());
  const payer = /-(02|05|08|11)-20$/.test(date) && people.find(({ plan, isDeleted }) => plan && !isDeleted);
  if (payer) await dispute(crowd, payer, later());
  for (const [n, person] of people.entries()) {
    if (person.isDeleted) continue;
    const habit = daily.analyze[n % EAGER_EVERY === 0 ? "eager" : "seldom"];
    if (popular.length > 0 && random.chance(habit))
      await analyze(crowd, person, random.pick(popular), later(), isAway);
    if (random.chance(daily.watch)) {
      const symbol = random.pick(market.symbols());
      const { status } = await runtime.ask(later(), `/api/watchlist/${symbol}`, {
        method: "PUT",
        token: person.token,
        body: {},
        ip: person.ip,
      });
      if (status < 300) person.watched.add(symbol);
      note(crowd.events, status < 300 ? "companies watched" : "watching refused");
    }
    for (const symbol of person.watched)
      if (random.chance(daily.unwatch)) await unwatch(crowd, person, symbol, later());
    const eager = isSpecial(date) ? 0.005 : daily.subscribe;
    if (!person.plan && random.chance(eager)) await subscribe(crowd, person, random.pick(planIds), later());
    else if (person.plan) await livePaid(crowd, person, later);
    if (random.chance(daily.leave)) await leave(crowd, person, later());
  }
}

async function analyze(
  { runtime, events, market }: Crowd,
  person: Person,
  symbol: string,
  at: Date,
  isAway: boolean,
) {
  const byKey = person.key && person.answered.length % 2 === 1;
  const { status, text } = await runtime.ask(at, `/api${byKey ? "/v1" : ""}/analyze/${symbol}`, {
    method: "POST",
    token: byKey ? (person.key?.secret ?? "") : person.token,
    body: {},
    ip: person.ip,
  });
  if (status === 200) {
    const { predictionId } = JSON.parse(text) as AnalysisResponse;
    if (!predictionId) throw new Error(`An analysis without a prediction: ${text.slice(0, 200)}`);
    person.answered.push({ at, company: market.companyOf(symbol) });
    return note(events, "analyses");
  }
  const { code = "" } = JSON.parse(text) as { code?: string };
  note(
    events,
    code === "quota_exceeded"
      ? "analyses beyond the quota"
      : `analyses failed${isAway ? " in outages" : `: ${code}`}`,
  );
}

/** Uses the ticker of the day on which the company was watched, whatever it is called today. */
async function unwatch({ runtime, events }: Crowd, person: Person, symbol: string, at: Date): Promise<void> {
  const { status } = await runtime.ask(at, `/api/watchlist/${symbol}`, {
    method: "DELETE",
    token: person.token,
    ip: person.ip,
  });
  person.watched.delete(symbol);
  note(events, status < 300 ? "companies no longer watched" : `unwatching answered ${status}`);
}

async function subscribe(
  { runtime, events }: Crowd,
  person: Person,
  planId: PlanId,
  at: Date,
): Promise<void> {
  const opened = await runtime.ask(at, "/api/subscription/create-checkout", {
    method: "POST",
    token: person.token,
    body: { planId },
    ip: person.ip,
  });
  const { url } = JSON.parse(opened.text) as { url?: string };
  if (!url) return note(events, "checkouts refused");
  const paid = await runtime.ask(at, new URL(url).pathname, {
    method: "POST",
    body: new URLSearchParams({ outcome: "succeed", email: person.email }),
    ip: person.ip,
  });
  if (paid.status !== 303) return note(events, "payments refused");
  person.plan = planId;
  person.changedAt = at;
  note(events, "plans bought");
  const day = isoDay(at);
  if (isSpecial(day))
    note(events, `plans bought on ${isClockChange(day) ? "a change of the clocks" : day.slice(5)}`);
}

async function livePaid(crowd: Crowd, person: Person, later: () => Date): Promise<void> {
  const { random, runtime, events } = crowd;
  const post = (path: string, body: unknown = {}) =>
    runtime.ask(later(), path, { method: "POST", token: person.token, body, ip: person.ip });
  if (random.chance(daily.cancel) && (await post("/api/subscription/cancel-user")).status === 200) {
    note(events, "plans cancelled");
    person.changedAt = later();
  }
  if (random.chance(daily.changePlan)) {
    const planId = random.pick(planIds.filter((id) => id !== person.plan));
    if ((await post("/api/subscription/change-plan", { planId })).status === 200) {
      note(events, "plans changed");
      person.changedAt = later();
    }
  }
  if (random.chance(daily.dispute)) await dispute(crowd, person, later());
  if (random.chance(daily.decline)) await decline(crowd, person, later());
  if (person.plan === "institutional" && (!person.key || random.chance(daily.exchangeKey)))
    await exchangeKey(crowd, person, later());
}

/** Sends the provider's event about the last payment, signed as its own. */
async function dispute(crowd: Crowd, person: Person, at: Date): Promise<void> {
  const { runtime, events, secret } = crowd;
  const invoice = await lastPaid(runtime, person);
  if (!invoice) return;
  const body = JSON.stringify({
    id: `evt_${randomBytes(12).toString("hex")}`,
    object: "event",
    type: "charge.dispute.created",
    created: Math.floor(at.getTime() / 1000),
    data: {
      object: {
        id: `dp_${randomBytes(8).toString("hex")}`,
        object: "dispute",
        status: "needs_response",
        payment_intent: invoice.paymentId,
      },
    },
  });
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac("sha256", `sandbox ${secret()}`).update(`${seconds}.${body}`).digest("hex");
  const { status } = await runtime.raw(at, "/api/webhooks/stripe", body, {
    "stripe-signature": `t=${seconds},v1=${signature}`,
  });
  note(events, status === 200 ? "payments disputed" : "disputes refused");
  person.changedAt = at;
}

/** From now on the card fails. Some days later it works again and `payOpenInvoices` pays the invoice. */
async function decline({ runtime, events }: Crowd, person: Person, at: Date): Promise<void> {
  const customer = await customerOf(runtime, person);
  if (!customer) return;
  await portal(runtime, customer, { act: "card-declines" }, at);
  person.changedAt = at;
  note(events, "cards that fail");
}

/** People whose card has failed for some days enter a new one. */
export async function payOpenInvoices({ runtime, events, people, random }: Crowd, at: Date): Promise<void> {
  const { results } = await runtime.db
    .prepare(
      "SELECT id, customer_id AS customer FROM sandbox_documents WHERE kind = 'subscription' AND body ->> 'status' = 'past_due'",
    )
    .all<{ id: string; customer: string }>();
  for (const { id, customer } of results) {
    if (!random.chance(0.35)) continue;
    await portal(runtime, customer, { act: "card-works" }, at);
    await portal(runtime, customer, { act: "pay", subscriptionId: id }, at);
    note(events, "failed renewals paid later");
    for (const person of people) if ((await customerOf(runtime, person)) === customer) person.changedAt = at;
  }
}

async function exchangeKey({ runtime, events }: Crowd, person: Person, at: Date): Promise<void> {
  const made = await runtime.ask(at, "/api/keys", {
    method: "POST",
    token: person.token,
    body: { name: "desk", password: PASSWORD },
    ip: person.ip,
  });
  if (made.status !== 201) return note(events, "API keys refused");
  const { id, key } = JSON.parse(made.text) as { id: string; key: string };
  const former = person.key;
  person.key = { id, secret: key };
  if (!former) return note(events, "API keys made");
  await runtime.ask(at, `/api/keys/${former.id}`, { method: "DELETE", token: person.token, ip: person.ip });
  const old = await runtime.ask(at, "/api/v1/predictions", { token: former.secret, ip: person.ip });
  note(events, old.status === 401 ? "API keys exchanged" : `revoked API keys answered ${old.status}`);
}

async function leave({ runtime, events }: Crowd, person: Person, at: Date): Promise<void> {
  const answer = await runtime.ask(at, "/api/account/delete", {
    method: "POST",
    token: person.token,
    ip: person.ip,
    body: { confirmation: "DELETE", password: PASSWORD },
  });
  if (answer.status !== 200) return note(events, "deletions refused");
  person.isDeleted = true;
  note(events, "accounts deleted");
}

async function customerOf({ db }: Runtime, { id }: Person): Promise<string | null> {
  return db
    .prepare("SELECT id FROM customers WHERE user_id = ? ORDER BY created_at DESC")
    .bind(id)
    .first<string>("id");
}

async function lastPaid(runtime: Runtime, person: Person): Promise<{ paymentId: string } | null> {
  const customer = await customerOf(runtime, person);
  const body = await runtime.db
    .prepare(
      `SELECT body FROM sandbox_documents WHERE kind = 'invoice' AND customer_id = ? AND body ->> 'status' = 'paid'
       ORDER BY body ->> 'createdAt' DESC`,
    )
    .bind(customer)
    .first<string>("body");
  return body ? (JSON.parse(body) as { paymentId: string }) : null;
}

async function portal(
  runtime: Runtime,
  customer: string,
  form: Record<string, string>,
  at: Date,
): Promise<void> {
  await runtime.ask(at, `/sandbox/portal/${customer}`, { method: "POST", body: new URLSearchParams(form) });
}
