import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createApp } from "#app/app.ts";
import { openDeps } from "#app/deps.ts";
import { consumeJobs } from "#app/jobs/consume.ts";
import { safeProduction } from "../../../unit/app/settings/safe-settings.ts";
import { aBatch } from "../jobs/a-batch.ts";

const marked = {
  // No part of this may occur in a random id by chance.
  address: "wilhelmina.marked@example.org",
  name: "Wilhelmina Markedlove",
  token: "tok_Zr8vQ2mXw5Lk0TfYb7HsNc4J",
};
const MARKS = /marked|Zr8vQ2|Wilhelmina/i;

const points: AnalyticsEngineDataPoint[] = [];
const METRICS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) };
const production = { ...env, ...safeProduction, METRICS };
const app = createApp();

const spies = (["log", "info", "warn", "error"] as const).map((name) =>
  vi.spyOn(console, name).mockImplementation(() => undefined),
);
beforeEach(() => {
  for (const spy of spies) spy.mockClear();
  points.length = 0;
});
const written = () => spies.flatMap((spy) => spy.mock.calls.map((line) => line.map(String).join(" ")));
const eventsNamed = (name: string) =>
  written()
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === name);

async function ask(path: string, body?: unknown, environment: object = production, headers = {}) {
  const context = createExecutionContext();
  const request = new Request(`${safeProduction.APP_URL}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await app.fetch(request, environment as typeof env, context);
  await answer.text();
  await waitOnExecutionContext(context);
  return answer.status;
}

/** Makes a database whose every failure repeats what it was given. */
const brokenDatabase = () => {
  const fail = () => {
    throw new Error(`D1_ERROR: ${marked.address} ${marked.name} ${marked.token}`);
  };
  const statement: object = { bind: () => statement, all: fail, first: fail, run: fail, raw: fail };
  return {
    prepare: () => statement,
    batch: fail,
    withSession: () => ({ prepare: () => statement, batch: fail }),
  };
};

describe("the log of production", () => {
  it("has one line a call, with its route and not its path", async () => {
    expect(await ask(`/api/track-record/predictions/prd_${marked.token}?mail=${marked.address}`)).toBe(404);
    expect(eventsNamed("request")).toEqual([
      {
        level: "info",
        event: "request",
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        method: "GET",
        route: "/api/track-record/predictions/:id",
        status: 404,
        ms: expect.any(Number),
      },
    ]);
    expect(points).toEqual([
      {
        indexes: ["/api/track-record/predictions/:id"],
        blobs: ["request", "/api/track-record/predictions/:id", "404"],
        doubles: [expect.any(Number)],
      },
    ]);
  });

  it("has nothing of a person and no secret, whatever they send and whatever fails", async () => {
    const { address, name, token } = marked;
    const cookie = { cookie: `__Host-beatcast_session=${token}; beatcast_device=${token}` };
    const requests: [string, unknown?, object?][] = [
      ["/api/auth/signup", { email: address, password: token, fullName: name }],
      ["/api/auth/signin", { email: address, password: token }],
      ["/api/auth/two-factor/verify", { ticket: token, code: "123456" }],
      ["/api/subscription/set-up-link", { secret: token }],
      [`/api/notices/unsubscribe?token=${token}`, {}],
      [`/api/${address}/${token}`],
      [`/${address}?name=${name}&token=${token}`],
      [`/calendar/feed/${token.padEnd(43, "x").slice(0, 43)}.ics`],
      ["/api/auth/profile", undefined, { authorization: `Bearer ${token}` }],
      ["/api/webhooks/stripe", { id: token, email: address }, { "stripe-signature": `t=1,v1=${token}` }],
    ];
    const broken = { ...production, DB: brokenDatabase() };
    const statuses: number[] = [];
    for (const environment of [production, broken])
      for (const [path, body, headers] of requests)
        statuses.push(await ask(path, body, environment, { ...cookie, ...headers }));
    expect(statuses).toContain(500);
    expect(eventsNamed("unexpected").length).toBeGreaterThan(2);
    expect(eventsNamed("request").length).toBeGreaterThan(12);
    expect(written().filter((line) => MARKS.test(line))).toEqual([]);
    expect(JSON.stringify(points)).not.toMatch(MARKS);
  });

  it("has one line a job, and the failure of one carries the job's id", async () => {
    const deps = openDeps(production as unknown as typeof env, safeProduction.APP_URL);
    const failing = {
      ...deps,
      billing: {
        ...deps.billing,
        now: () => {
          throw new Error(`${marked.address} ${marked.token}`);
        },
      },
    };
    const { batch } = aBatch("beatcast-jobs", [{ id: "m1", body: { job: "reconciliation" }, attempts: 1 }]);
    await consumeJobs(batch, failing);
    expect(eventsNamed("job")).toEqual([
      {
        level: "info",
        event: "job",
        jobId: "m1",
        job: "reconciliation",
        attempt: 1,
        outcome: "again",
        ms: expect.any(Number),
      },
    ]);
    expect(eventsNamed("unexpected")).toMatchObject([{ jobId: "m1", job: "reconciliation", attempt: "1" }]);
    expect(written().filter((line) => MARKS.test(line))).toEqual([]);
    expect(points).toEqual([
      {
        indexes: ["reconciliation"],
        blobs: ["job", "reconciliation", "again"],
        doubles: [expect.any(Number)],
      },
    ]);
  });
});
