import { env } from "cloudflare:test";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import { type MarketParts, openDeps } from "#app/deps.ts";
import {
  enqueueWebhookDeliveries,
  sendWebhookDeliveries,
  webhookEventsOf,
} from "#app/jobs/notification-jobs.ts";
import { webhookRule } from "#contract/rules.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import type { WebhookDelivery, WebhookEndpoint, WebhookSecret } from "#contract/webhooks.ts";
import { reencryptSigningSecrets } from "#notifications/webhooks/endpoints.ts";
import { storeLedgerEvents } from "#notifications/webhooks/ledger-events.ts";
import type { WebhookAnswer, WebhookSender } from "#notifications/webhooks/sender.ts";
import type { JobMessage } from "#platform/messages.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { appendSettlements } from "#record/settle.ts";
import { storeReports } from "#season/store-reports.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { subscribe } from "../a-subscriber.ts";
import { aConfirmedPerson, aPerson, call } from "../api.ts";
import { mailsTo, mailTo, tokenIn } from "../outbox.ts";
import { ledgerOf } from "../record/a-record.ts";

const URL_OF_MINE = "https://hooks.example.com/beatcast";
type Person = Awaited<ReturnType<typeof aPerson>>;
type Refusal = { code: string; message: string };

async function anInstitution() {
  const person = await aConfirmedPerson();
  await subscribe(person.user, "institutional");
  return person;
}
const add = ({ token }: Person, body: object = { url: URL_OF_MINE }) =>
  call<WebhookSecret & Refusal>("POST", "/api/webhook-endpoints", { token, body });
const listed = async ({ token }: Person) =>
  (await call<{ endpoints: WebhookEndpoint[]; limit: number }>("GET", "/api/webhook-endpoints", { token }))
    .body;
const logOf = async ({ token }: Person, id: string) =>
  (await call<{ deliveries: WebhookDelivery[] }>("GET", `/api/webhook-endpoints/${id}/deliveries`, { token }))
    .body.deliveries;
const act = ({ token }: Person, path: string, body: object = {}) =>
  call<Refusal & WebhookSecret>("POST", `/api/webhook-endpoints/${path}`, { token, body });

type Sent = { url: string; headers: Record<string, string>; body: string };
const delivered: WebhookAnswer = { outcome: "delivered", status: 204, milliseconds: 12, reason: null };
const refused: WebhookAnswer = { outcome: "refused", status: 500, milliseconds: 12, reason: null };

/**
 * Makes a deployment whose webhooks arrive here, with its own time. Messages that it enqueues wait until they are
 * run.
 */
function aDeployment(ledgerId = `hooks-${crypto.randomUUID()}`) {
  const sent: Sent[] = [];
  const waiting: { message: JobMessage; delaySeconds: number }[] = [];
  const world = {
    /** The time to use. Without it the real time counts, plus `laterMs`. */
    at: null as Date | null,
    laterMs: 0,
    answer: delivered,
    sent,
    waiting,
    duringSend: async () => {},
  };
  const webhookSender: WebhookSender = {
    async send(url, headers, body) {
      sent.push({ url, headers, body });
      await world.duringSend();
      return world.answer;
    },
  };
  const now = () => world.at ?? new Date(Date.now() + world.laterMs);
  const real = openDeps(env, "https://beatcast.test");
  const record = { ...real.record("live"), ledgerId, ledger: ledgerOf(ledgerId), marketNow: now };
  const deps = {
    ...real,
    now,
    marketNow: now,
    webhookSender,
    accounts: { ...real.accounts, now },
    record,
    enqueue: async (messages: readonly JobMessage[], delaySeconds = 0) =>
      void waiting.push(...messages.map((message) => ({ message, delaySeconds }))),
  } as unknown as MarketParts;
  /** Runs the messages that are enqueued now, and leaves those that they enqueue. */
  const run = async () => {
    for (const { message } of waiting.splice(0))
      if (message.job === "webhook") await sendWebhookDeliveries(deps, message);
  };
  return { ...world, world, deps, record, run, tick: () => enqueueWebhookDeliveries(deps).then(run) };
}

const test = async (person: Person, { deps, run }: ReturnType<typeof aDeployment>, id: string) => {
  await act(person, `${id}/test`);
  await deps.enqueue([{ job: "webhook", endpoint: id }]);
  await run();
};
async function pendingOf(endpointId: string): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT id FROM deliveries WHERE endpoint_id = ? AND due_at IS NOT NULL ORDER BY created_at",
  )
    .bind(endpointId)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** Makes a company with eight past quarters that reports tomorrow. */
async function aReportTomorrow({ record, deps }: ReturnType<typeof aDeployment>, symbol: string) {
  const at = deps.now();
  const tomorrow = isoDay(at.getTime() + DAY_MS);
  const sightings = Array.from({ length: 9 }, (_, i) => ({
    ...{
      symbol,
      fiscalQuarterEnd: null,
      session: null,
      isConfirmed: i > 0,
      consensusEps: 1,
      analystCount: 9,
    },
    reportDate: isoDay(Date.parse(tomorrow) - i * 91 * DAY_MS),
    reportedEps: i === 0 ? null : 1.05,
    basis: null,
    source: "a source",
    isImported: false,
  }));
  await storeReports(record, sightings, { now: at, today: isoDay(at) });
  return tomorrow;
}

describe("an endpoint", () => {
  it("needs the plan, and is refused with the reason", async () => {
    const person = await aPerson();
    const message = "Webhooks come with the Institutional plan. This account is on the Free plan.";
    expect(await add(person)).toMatchObject({ status: 403, body: { code: "forbidden", message } });
    expect(await listed(person)).toEqual({ endpoints: [], limit: 0 });
  });

  it("is added once its secret is shown, which is stored encrypted, listed by nobody and not in the export", async () => {
    const person = await anInstitution();
    const { status, body } = await add(person, { url: ` ${URL_OF_MINE} `, events: ["prediction.settled"] });
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = {
      id: body.id,
      url: URL_OF_MINE,
      events: ["prediction.settled"],
      state: "active",
      failingSince: null,
      previousSecretUntil: null,
    };
    expect(await listed(person)).toMatchObject({ endpoints: [shown], limit: 5 });
    const exported = await call<{ webhookEndpoints: object[] }>("POST", "/api/account/export", {
      token: person.token,
      body: {},
    });
    expect(exported.body.webhookEndpoints).toMatchObject([{ id: body.id, url: URL_OF_MINE }]);
    const { results } = await env.DB.prepare("SELECT * FROM webhook_endpoints WHERE id = ?")
      .bind(body.id)
      .all();
    for (const text of [
      JSON.stringify(results),
      JSON.stringify(exported.body),
      JSON.stringify(await listed(person)),
    ])
      expect(text).not.toContain(body.secret.slice(6));
    await mailTo(person.email, "A webhook endpoint was added");
    expect((await call("DELETE", `/api/webhook-endpoints/${body.id}`, { token: person.token })).status).toBe(
      200,
    );
    expect(await listed(person)).toEqual({ endpoints: [], limit: 5 });
  });

  it("is not added at an address that is not public", async () => {
    const person = await anInstitution();
    const message = "Enter an https address of a public host, without a port, a password or an IP address.";
    for (const url of ["http://hooks.example.com/", "https://2130706433/", "https://localhost./"])
      expect(await add(person, { url })).toMatchObject({ status: 400, body: { message } });
  });

  it("is not added at this deployment itself", async () => {
    const person = await anInstitution();
    const url = "https://a.beatcast.test/api/analyze/AAPL";
    const { deps } = aDeployment();
    const { addEndpoint } = await import("#notifications/webhooks/endpoints.ts");
    const who = { userId: person.user.id, sessionId: "ses_1", provenAt: new Date(), via: "cookie" } as never;
    const adding = addEndpoint(deps.accounts, who, "institutional", { url }, {
      device: "",
      place: null,
    } as never);
    await expect(adding).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("has its limit, also of several added at once", async () => {
    const person = await anInstitution();
    const added = await Promise.all(Array.from({ length: 7 }, () => add(person)));
    expect(added.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(added.find(({ status }) => status === 409)?.body.message).toBe(
      "The Institutional plan has 5 endpoints. Remove one to add another.",
    );
  });

  it("is nobody else's: a stranger can see, change, test and remove nothing of it", async () => {
    const [owner, stranger] = [await anInstitution(), await anInstitution()];
    const { id } = (await add(owner)).body;
    await act(owner, `${id}/test`);
    const [delivery] = await pendingOf(id);
    await env.DB.prepare("UPDATE deliveries SET state = 'failed', due_at = NULL WHERE id = ?")
      .bind(delivery)
      .run();
    const own = (await add(stranger)).body.id;
    for (const path of [
      `${id}/secret`,
      `${id}/test`,
      `${id}/resume`,
      `${id}/deliveries/${delivery}/replay`,
      `${own}/deliveries/${delivery}/replay`,
    ])
      expect((await act(stranger, path)).status, path).toBe(404);
    expect((await call("GET", `/api/webhook-endpoints/${id}/deliveries`, stranger)).status).toBe(404);
    expect((await call("DELETE", `/api/webhook-endpoints/${id}`, stranger)).status).toBe(404);
    expect((await logOf(owner, id))[0]).toMatchObject({ id: delivery, state: "failed" });
  });

  it("goes with the account, and with what a stranger set up before the mailbox's owner came", async () => {
    const squatter = await aPerson();
    await subscribe(squatter.user, "institutional");
    const { id } = (await add(squatter)).body;
    await call("POST", "/api/auth/forgot-password", { body: { email: squatter.email } });
    const token = tokenIn(await mailTo(squatter.email, "Set a new password"));
    await call("POST", "/api/auth/reset-password", { body: { token, password: "another long password" } });
    expect(
      await env.DB.prepare("SELECT COUNT(*) AS n FROM webhook_endpoints WHERE id = ?").bind(id).first("n"),
    ).toBe(0);
    const leaving = await anInstitution();
    const mine = (await add(leaving)).body.id;
    await act(leaving, `${mine}/test`);
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(leaving.user.id).run();
    for (const table of ["webhook_endpoints WHERE id", "deliveries WHERE endpoint_id"])
      expect(await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table} = ?`).bind(mine).first("n")).toBe(0);
  });
});

describe("a webhook", () => {
  it("is signed so that an independent verifier takes it, with both secrets for a day after a rotation", async () => {
    const person = await anInstitution();
    const { id, secret } = (await add(person)).body;
    const here = aDeployment();
    await test(person, here, id);
    const [first] = here.sent;
    expect(new Webhook(secret).verify(first?.body ?? "", first?.headers ?? {})).toEqual({
      type: "endpoint.test",
      timestamp: expect.any(String),
      data: { message: "This endpoint receives webhooks from Beatcast." },
    });
    expect(() => new Webhook(secret).verify(`${first?.body} `, first?.headers ?? {})).toThrow();
    const rotated = (await act(person, `${id}/secret`)).body.secret;
    expect(rotated).not.toBe(secret);
    await test(person, here, id);
    for (const one of [secret, rotated])
      new Webhook(one).verify(here.sent[1]?.body ?? "", here.sent[1]?.headers ?? {});
    expect((await listed(person)).endpoints[0]?.previousSecretUntil).not.toBeNull();
    vi.useFakeTimers({ now: Date.now() + 86_400_000 + 1000, toFake: ["Date"] });
    const { results } = await env.DB.prepare("SELECT id FROM deliveries WHERE endpoint_id = ?")
      .bind(id)
      .all();
    await env.DB.prepare("UPDATE deliveries SET state = 'pending', due_at = 0 WHERE id = ?")
      .bind(results[0]?.id)
      .run();
    await here.deps.enqueue([{ job: "webhook", endpoint: id }]);
    await here.run();
    const last = here.sent[2];
    expect(() => new Webhook(secret).verify(last?.body ?? "", last?.headers ?? {})).toThrow();
    new Webhook(rotated).verify(last?.body ?? "", last?.headers ?? {});
    vi.useRealTimers();
  });

  it("that fails is tried again with the same id over about a day, then is failed", async () => {
    const person = await anInstitution();
    const { id } = (await add(person)).body;
    const here = aDeployment();
    here.world.answer = refused;
    await test(person, here, id);
    const waits: number[] = [];
    for (let next = here.waiting[0]; next; next = here.waiting[0]) {
      waits.push(next.delaySeconds);
      here.world.laterMs += next.delaySeconds * 1000;
      await here.run();
    }
    expect(waits).toHaveLength(webhookRule.retrySeconds.length);
    webhookRule.retrySeconds.forEach((seconds, i) => {
      expect(waits[i]).toBeGreaterThanOrEqual(seconds * 0.8);
      expect(waits[i]).toBeLessThanOrEqual(seconds * 1.2 + 1);
    });
    // A queue delays a message by twelve hours at most.
    expect(Math.max(...webhookRule.retrySeconds) * 1.2).toBeLessThan(43_200);
    expect(new Set(here.sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(here.sent).toHaveLength(8);
    expect(await logOf(person, id)).toMatchObject([
      { state: "failed", attempts: 8, status: 500, reason: null, nextAttemptAt: null },
    ]);
    expect((await listed(person)).endpoints[0]?.state).toBe("failing");
    here.world.answer = delivered;
    await test(person, here, id);
    expect((await listed(person)).endpoints[0]).toMatchObject({ state: "active", failingSince: null });
  });

  it("is sent once though its message comes twice at once, and again with the same id where it is replayed", async () => {
    const person = await anInstitution();
    const { id } = (await add(person)).body;
    const here = aDeployment();
    await act(person, `${id}/test`);
    const [delivery = ""] = await pendingOf(id);
    here.world.duringSend = () => new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all(
      [1, 2, 3].map(() => sendWebhookDeliveries(here.deps, { job: "webhook", endpoint: id })),
    );
    expect(here.sent).toHaveLength(1);
    expect((await act(person, `${id}/deliveries/${delivery}/replay`)).status).toBe(200);
    expect(await act(person, `${id}/deliveries/${delivery}/replay`)).toMatchObject({
      status: 409,
      body: { message: "This delivery is still being sent." },
    });
    here.world.laterMs = 1000;
    await sendWebhookDeliveries(here.deps, { job: "webhook", endpoint: id });
    expect(here.sent[1]?.headers["webhook-id"]).toBe(here.sent[0]?.headers["webhook-id"]);
    expect(here.sent[1]?.body).toBe(here.sent[0]?.body);
    expect(await logOf(person, id)).toMatchObject([
      { id: delivery, state: "delivered", attempts: 1, status: 204 },
    ]);
  });

  it("that was killed on its way is taken up by a later tick", async () => {
    const person = await anInstitution();
    const { id } = (await add(person)).body;
    const here = aDeployment();
    await act(person, `${id}/test`);
    here.world.duringSend = () => Promise.reject(new Error("killed"));
    await expect(sendWebhookDeliveries(here.deps, { job: "webhook", endpoint: id })).rejects.toThrow(
      "killed",
    );
    here.world.duringSend = async () => {};
    await here.tick();
    expect(
      here.sent.filter(({ headers }) => headers["webhook-id"] === here.sent[0]?.headers["webhook-id"]),
    ).toHaveLength(1);
    here.world.laterMs = 61_000;
    await here.tick();
    expect(await logOf(person, id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  it("is not sent once the plan has ended, and the endpoint is shown as stopped", async () => {
    const person = await anInstitution();
    const { id } = (await add(person)).body;
    const here = aDeployment();
    await act(person, `${id}/test`);
    await env.DB.prepare("UPDATE subscriptions SET status = 'unpaid' WHERE id = ?")
      .bind(`sub_${person.user.id}`)
      .run();
    const [delivery = ""] = await pendingOf(id);
    await sendWebhookDeliveries(here.deps, { job: "webhook", endpoint: id });
    expect(here.sent).toEqual([]);
    expect(await logOf(person, id)).toMatchObject([{ state: "failed", reason: "The plan has no webhooks." }]);
    expect((await listed(person)).endpoints[0]?.state).toBe("stopped");
    expect((await act(person, `${id}/test`)).status).toBe(403);
    expect((await act(person, `${id}/deliveries/${delivery}/replay`)).status).toBe(403);
  });

  it("finds an endpoint paused that failed for days: the owner is written to once, and resumes it", async () => {
    const person = await anInstitution();
    const { id } = (await add(person)).body;
    const here = aDeployment();
    here.world.answer = refused;
    await test(person, here, id);
    here.waiting.splice(0);
    here.world.laterMs = 3 * DAY_MS + 1000;
    await env.DB.prepare("UPDATE deliveries SET state = 'failed', due_at = NULL").run();
    await test(person, here, id);
    expect((await listed(person)).endpoints[0]?.state).toBe("paused");
    expect(await act(person, `${id}/test`)).toMatchObject({ status: 409 });
    await mailTo(person.email, "A webhook endpoint was paused");
    expect(
      (await mailsTo(person.email)).filter((subject) => subject === "A webhook endpoint was paused"),
    ).toHaveLength(1);
    await here.run();
    expect((await logOf(person, id))[0]).toMatchObject({
      state: "failed",
      reason: "The endpoint is paused.",
    });
    expect((await act(person, `${id}/resume`)).status).toBe(200);
    expect((await listed(person)).endpoints[0]?.state).toBe("active");
  });

  it("answered by 410 pauses its endpoint at once", async () => {
    const person = await anInstitution();
    const { id } = (await add(person)).body;
    const here = aDeployment();
    here.world.answer = { ...refused, outcome: "gone", status: 410 };
    await test(person, here, id);
    expect((await listed(person)).endpoints[0]?.state).toBe("paused");
    await mailTo(person.email, "A webhook endpoint was paused");
    here.world.laterMs = 3_600_000;
    await here.run();
    expect(here.sent).toHaveLength(1);
    expect(await logOf(person, id)).toMatchObject([{ state: "failed", reason: "The endpoint is paused." }]);
  });

  it("waits while its endpoint rests: a minute after silence, ten times as long as it took after a slow answer", async () => {
    const person = await anInstitution();
    const { id } = (await add(person)).body;
    const here = aDeployment();
    const two = async () => {
      for (const _ of [1, 2]) await act(person, `${id}/test`);
      await here.deps.enqueue([{ job: "webhook", endpoint: id }]);
      await here.run();
      return here.waiting.map(({ delaySeconds }) => delaySeconds);
    };
    here.world.answer = { outcome: "unreached", status: null, milliseconds: 500, reason: "No connection." };
    expect(await two()).toEqual([60]);
    expect(here.sent).toHaveLength(1);
    expect((await logOf(person, id)).map(({ attempts }) => attempts).toSorted()).toEqual([0, 1]);

    here.world.laterMs = 59_000;
    await sendWebhookDeliveries(here.deps, { job: "webhook", endpoint: id });
    expect(here.sent).toHaveLength(1);
    here.waiting.splice(0);
    here.world.laterMs = 62_000;
    here.world.answer = { ...delivered, milliseconds: 4_500 };
    await here.deps.enqueue([{ job: "webhook", endpoint: id }]);
    await here.run();
    expect(here.sent).toHaveLength(2);
    expect(here.waiting.map(({ delaySeconds }) => delaySeconds)).toEqual([45]);
    expect((await listed(person)).endpoints[0]?.state).toBe("active");
    here.waiting.splice(0);
    here.world.laterMs = 110_000;
    here.world.answer = { ...delivered, milliseconds: 1_000 };
    await here.deps.enqueue([{ job: "webhook", endpoint: id }]);
    await here.run();
    expect((await logOf(person, id)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
    expect(here.waiting).toEqual([]);
  });

  it("is one attempt at a time for each endpoint, though several messages come at once", async () => {
    const person = await anInstitution();
    const { id } = (await add(person)).body;
    const here = aDeployment();
    let atOnce = 0;
    let most = 0;
    here.world.duringSend = async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 20));
      atOnce--;
    };
    for (let i = 0; i < 6; i++) await act(person, `${id}/test`);
    await Promise.all(
      [1, 2, 3].map(() => sendWebhookDeliveries(here.deps, { job: "webhook", endpoint: id })),
    );
    expect(most).toBe(1);
    expect((await logOf(person, id)).map(({ state }) => state)).toEqual(Array(6).fill("delivered"));
  });

  it("is signed with the same secret after AUTH_SECRET was exchanged", async () => {
    const person = await anInstitution();
    const { id, secret } = (await add(person)).body;
    const here = aDeployment();
    const [old] = here.deps.accounts.secrets;
    const fresh = "another secret of these tests: 5b1f0e22";
    await reencryptSigningSecrets({ db: here.deps.db, secrets: [fresh, old] });
    Object.assign(here.deps.accounts, { secrets: [fresh] });
    await test(person, here, id);
    new Webhook(secret).verify(here.sent[0]?.body ?? "", here.sent[0]?.headers ?? {});
    await reencryptSigningSecrets({ db: here.deps.db, secrets: [old, fresh] });
  });
});

describe("events of the record", () => {
  it("are sent for each lock, settlement and move from then on, once, with their figures", async () => {
    await env.DB.prepare("DELETE FROM webhook_endpoints").run();
    const person = await anInstitution();
    const here = aDeployment();
    here.world.at = new Date("2026-10-19T18:00:00Z");
    const reportDate = await aReportTomorrow(here, "AAA");
    await scoreUpcomingReports(here.record, here.deps.now());
    const { id, secret } = (await add(person)).body;
    // The entry is found by its place in this deployment's ledger.
    await here.tick();
    expect(here.sent).toEqual([]);

    await env.DB.prepare(
      "UPDATE upcoming_forecasts SET beat_probability = beat_probability - 0.08 WHERE ledger_id = ?",
    )
      .bind(here.record.ledgerId)
      .run();
    await here.tick();
    await here.tick();
    const [moved] = here.sent.map(({ body }) => JSON.parse(body));
    expect(here.sent).toHaveLength(1);
    expect(moved).toMatchObject({ type: "prediction.moved", data: { symbol: "AAA", reportDate } });
    expect(moved.data.previousProbability - moved.data.beatProbability).toBeCloseTo(0.08, 6);

    here.world.at = new Date("2026-10-19T20:17:00Z");
    const due = await dueLocks(here.record, "live", here.deps.now());
    await lockUpcomingForecasts(here.record, due);
    await Promise.all([enqueueWebhookDeliveries(here.deps), enqueueWebhookDeliveries(here.deps)]);
    await here.run();
    await here.tick();
    expect(here.sent).toHaveLength(2);
    const locked = new Webhook(secret);
    const sentLock = here.sent[1];
    vi.useFakeTimers({ now: here.world.at, toFake: ["Date"] });
    expect(locked.verify(sentLock?.body ?? "", sentLock?.headers ?? {})).toMatchObject({
      type: "prediction.locked",
      timestamp: "2026-10-19T20:17:00.000Z",
      data: {
        symbol: "AAA",
        reportDate,
        consensusEps: 1,
        beatProbability: due[0]?.beatProbability,
        ledgerSeq: 1,
      },
    });
    vi.useRealTimers();

    here.world.at = new Date("2026-10-21T01:00:00Z");
    const lockId = `record AAA ${due[0]?.fiscalQuarterEnd}`;
    await appendSettlements(
      here.record,
      [
        {
          lock: { lockId },
          judgment: { kind: "settle", outcome: "miss", actualEps: 0.9, source: "a source" },
        },
      ],
      here.deps.now(),
    );
    await here.tick();
    await here.tick();
    expect(here.sent).toHaveLength(3);
    expect(JSON.parse(here.sent[2]?.body ?? "")).toMatchObject({
      type: "prediction.settled",
      data: {
        symbol: "AAA",
        outcome: "miss",
        isCorrect: false,
        actualEps: 0.9,
        ledgerSeq: 1,
        settlementSeq: 2,
      },
    });
    expect((await logOf(person, id)).map(({ type, state }) => `${type} ${state}`)).toEqual([
      "prediction.settled delivered",
      "prediction.locked delivered",
      "prediction.moved delivered",
    ]);
  });

  it("wait for a row that an interrupted write left out, and go on once it is there", async () => {
    await env.DB.prepare("DELETE FROM webhook_endpoints").run();
    const person = await anInstitution();
    const here = aDeployment();
    here.world.at = new Date("2026-10-19T20:17:00Z");
    for (const symbol of ["AAA", "BBB"]) await aReportTomorrow(here, symbol);
    await add(person);
    await here.tick();
    await lockUpcomingForecasts(here.record, await dueLocks(here.record, "live", here.deps.now()));
    const rename = (from: string, to: string) =>
      env.DB.prepare(
        "UPDATE predictions SET lock_id = ?2 || substr(lock_id, length(?1) + 1) WHERE ledger_id = ?3 AND lock_id LIKE ?1 || '%'",
      )
        .bind(from, to, here.record.ledgerId)
        .run();
    await rename("record AAA", "lost AAA");
    await storeLedgerEvents(webhookEventsOf(here.deps));
    await here.tick();
    expect(here.sent).toEqual([]);
    await rename("lost AAA", "record AAA");
    await here.tick();
    expect(here.sent.map(({ body }) => JSON.parse(body).data.symbol).toSorted()).toEqual(["AAA", "BBB"]);
  });
});
