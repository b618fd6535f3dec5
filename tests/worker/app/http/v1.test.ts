import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#app/routes/operations.ts";
import type { AnalysisResponse } from "#contract/analysis.ts";
import type { SeasonCalendar } from "#contract/calendar.ts";
import type { Problem } from "#contract/error.ts";
import { inOneMinute } from "../../../in-one-minute.ts";
import { call, fetchWorker, origin } from "../../api.ts";
import { aKeyOwner } from "./an-api-key.ts";

type Sent = { key?: string; method?: string; body?: string; headers?: Record<string, string> };
const ask = (path: string, { key, method = "GET", headers, body }: Sent = {}) =>
  fetchWorker(`${origin}/api/v1${path}`, {
    method,
    headers: { ...(key ? { authorization: `Bearer ${key}` } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  });
const analyze = (key: string, symbol: string, headers: Record<string, string> = {}) =>
  ask(`/analyze/${symbol}`, { key, method: "POST", headers });
const problemOf = async (response: Promise<Response>) => {
  const answer = await response;
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  const problem = await answer.json<Problem>();
  expect(problem).toMatchObject({
    type: `${origin}/developers#${problem.code}`,
    status: answer.status,
    title: expect.any(String),
    detail: expect.any(String),
  });
  return { ...problem, headers: answer.headers };
};

let owner: Awaited<ReturnType<typeof aKeyOwner>>;
beforeAll(async () => {
  owner = await aKeyOwner();
});

describe("who may call /api/v1", () => {
  const calls = operations.filter(({ access }) => access === "key");

  it("is the holder of a key, at each of its calls", () => {
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/v1/analyze/:symbol",
      "GET /api/v1/predictions",
      "GET /api/v1/predictions/:id",
      "GET /api/v1/predictions/:id/change",
      "GET /api/v1/symbols",
      "GET /api/v1/calendar",
      "GET /api/v1/season/:symbol",
      "GET /api/v1/base-rate/:symbol",
      "GET /api/v1/track-record",
      "GET /api/v1/track-record/versus-markets",
      "GET /api/v1/track-record/predictions",
      "GET /api/v1/track-record/predictions/:id",
      "GET /api/v1/track-record/ledger",
      "GET /api/v1/track-record/roots",
    ]);
    expect(operations.filter(({ path, access }) => path.startsWith("/api/v1") && access !== "key")).toEqual(
      [],
    );
  });

  it.each(calls)(
    "not a visitor, a session, or a page of another site: $method $path",
    async ({ method, path }) => {
      const target = path.slice("/api/v1".length).replace(/:\w+/g, "AAPL");
      const visitor = await problemOf(ask(target, { method }));
      expect(visitor).toMatchObject({ status: 401, code: "unauthenticated" });
      expect(visitor.headers.get("www-authenticate")).toBe(
        `Bearer scope="read analyze", resource_metadata="${origin}/.well-known/oauth-protected-resource/api/v1"`,
      );
      const session = await problemOf(ask(target, { method, key: owner.token }));
      expect(session).toMatchObject({ status: 401 });
      expect(session.detail).toContain("the token of a signed-in browser is none either");
      const cookie = await problemOf(ask(target, { method, headers: { cookie: owner.cookie } }));
      expect(cookie.status).toBe(401);
      const page = ask(target, { method, key: owner.key, headers: { origin: "https://elsewhere.test" } });
      const refused = await problemOf(page);
      expect(refused).toMatchObject({ status: 403, code: "foreign_origin" });
      expect(refused.headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  it("a key opens nothing of the page's own API", async () => {
    expect((await call("GET", "/api/auth/profile", { token: owner.key })).status).toBe(401);
    expect((await call("GET", "/api/keys", { token: owner.key })).status).toBe(401);
    expect((await call("GET", "/api/predictions", { token: owner.key })).status).toBe(401);
  });

  it("a key in the address is refused, even beside a good one", async () => {
    const problem = await problemOf(ask(`/predictions?key=${owner.key}`, { key: owner.key }));
    expect(problem).toMatchObject({ status: 400, code: "invalid_request" });
    expect(problem.detail).toContain("Revoke this one");
  });

  it("a browser's preflight is not answered with leave", async () => {
    const answer = await ask("/predictions", {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.test" },
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("guesses are slowed down, and the right key is not", async () => {
    const network = { "cf-connecting-ip": "203.0.113.77" };
    const guess = () =>
      ask("/predictions", {
        key: `beatcast_${"x".repeat(37)}${crypto.randomUUID().slice(0, 6)}`,
        headers: network,
      });
    const statuses = [];
    for (let i = 0; i < 40; i++) statuses.push((await guess()).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(statuses.at(-1)).toBe(429);
    expect((await ask("/predictions", { key: owner.key, headers: network })).status).toBe(200);
  });

  it("a key with the scope read analyzes nothing", async () => {
    const reader = await aKeyOwner("institutional", ["read"]);
    const refused = await problemOf(analyze(reader.key, "AAPL"));
    expect(refused).toMatchObject({ status: 403, code: "forbidden" });
    expect(refused.detail).toContain("scope 'analyze'");
    expect(refused.headers.get("www-authenticate")).toContain("insufficient_scope");
    expect((await ask("/predictions", { key: reader.key })).status).toBe(200);
  });
});

describe("a leaked key's life", () => {
  it("is made, used, revoked and refused at once, also where an answer was reusable", async () => {
    const { key, keyId, token } = await aKeyOwner();
    const first = await ask("/calendar", { key });
    expect(first.status).toBe(200);
    expect(first.headers.get("cache-control")).toBe("no-store");
    const { keys } = (await call<{ keys: { lastUsedAt: string | null }[] }>("GET", "/api/keys", { token }))
      .body;
    expect(Date.now() - Date.parse(keys[0]?.lastUsedAt ?? "")).toBeLessThan(60_000);
    await call("DELETE", `/api/keys/${keyId}`, { token });
    const since = Date.now();
    const etag = first.headers.get("etag");
    const refused = await problemOf(
      ask("/calendar", { key, headers: etag ? { "if-none-match": etag } : {} }),
    );
    expect(Date.now() - since).toBeLessThan(1000);
    expect(refused).toMatchObject({ status: 401, detail: "This API key has been revoked." });
  });

  it("ends with the account", async () => {
    const { key, user } = await aKeyOwner();
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(user.id).run();
    expect(await problemOf(ask("/predictions", { key }))).toMatchObject({ status: 401 });
  });

  it("pauses while the plan has no keys, and says so", async () => {
    const { key, user } = await aKeyOwner("premium");
    const setStatus = (status: string) =>
      env.DB.prepare("UPDATE subscriptions SET status = ? WHERE id = ?").bind(status, `sub_${user.id}`).run();
    await setStatus("unpaid");
    const refused = await problemOf(ask("/predictions", { key }));
    expect(refused).toMatchObject({ status: 403, code: "forbidden" });
    expect(refused.detail).toContain("The key works again once the plan has keys.");
    await setStatus("active");
    expect((await ask("/predictions", { key })).status).toBe(200);
  });
});

describe("an analysis through a key", () => {
  const idempotencyKey = () => ({ "idempotency-key": crypto.randomUUID() });

  it("is the page's, counted on the plan, and told by headers", async () => {
    const { key, token } = await aKeyOwner("premium");
    const answer = await analyze(key, "AAPL");
    const body = await answer.json<AnalysisResponse>();
    expect(body.prediction.beatProbability).toBeGreaterThan(0);
    expect(answer.headers.get("ratelimit-policy")).toBe('"calls";q=120;w=60, "analyses";q=100');
    expect(answer.headers.get("ratelimit")).toMatch(/^"analyses";r=99;t=\d{6,7}$/);
    const listed = (await ask("/predictions", { key })).json<{ items: { id: string }[] }>();
    expect((await listed).items.map(({ id }) => id)).toEqual([body.predictionId]);
    const own = await call<{ items: { id: string }[] }>("GET", "/api/predictions", { token });
    expect(own.body.items[0]?.id).toBe(body.predictionId);
  });

  it("of one Idempotency-Key is one answer and one call, also two at once", async () => {
    const { key } = await aKeyOwner("premium");
    const headers = idempotencyKey();
    const both = await Promise.all([analyze(key, "MSFT", headers), analyze(key, "MSFT", headers)]);
    const again = await analyze(key, "MSFT", headers);
    const ids = await Promise.all(
      [...both, again].map(async (answer) => (await answer.json<AnalysisResponse>()).predictionId),
    );
    expect(new Set(ids).size).toBe(1);
    expect(again.headers.get("ratelimit")).toContain('"analyses";r=99;');
  });

  it("of another company under the same Idempotency-Key is refused with 422", async () => {
    const headers = idempotencyKey();
    expect((await analyze(owner.key, "KO", headers)).status).toBe(200);
    expect(await problemOf(analyze(owner.key, "PEP", headers))).toMatchObject({
      status: 422,
      code: "idempotency_key_reused",
    });
  });

  it("streams its stages and ends with the result", async () => {
    const answer = await analyze(owner.key, "V", { accept: "text/event-stream" });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    expect(answer.headers.get("ratelimit-policy")).toContain('"calls";q=120;w=60');
    const events = [...(await answer.text()).matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    expect(events.at(0)).toBe("stage");
    expect(events.at(-1)).toBe("result");
  });

  it("of what is no company is refused with the companies that may be meant", async () => {
    const refused = await problemOf(analyze(owner.key, "ZZZZQ"));
    expect(refused).toMatchObject({ status: 404, code: "unknown_symbol" });
    expect(await problemOf(ask("/nothing", { key: owner.key }))).toMatchObject({
      status: 404,
      code: "not_found",
    });
  });
});

it("beyond the rate the answer says when to come back", async () => {
  const { key } = await aKeyOwner();
  await inOneMinute();
  const answers = await Promise.all(Array.from({ length: 125 }, () => ask("/track-record/roots", { key })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.headers.get("retry-after")).toBe("60");
  expect(refused[0]?.headers.get("ratelimit-policy")).toBe('"calls";q=120;w=60');
});

it("the calendar opens what the owner's plan opens", async () => {
  const { body } = await call<SeasonCalendar>("GET", "/api/calendar");
  expect(body.opens).toBe("none");
  expect((await (await ask("/calendar", { key: owner.key })).json<SeasonCalendar>()).opens).toBe("all");
});

it("the document describes exactly the calls for keys, to tools on any page", async () => {
  const answer = await fetchWorker(`${origin}/api/openapi.json`);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const document = await answer.json<{ openapi: string; paths: object; servers: { url: string }[] }>();
  expect(document.openapi).toBe("3.1.0");
  expect(document.servers).toEqual([{ url: origin }]);
  const described = operations
    .filter(({ access }) => access === "key")
    .map(({ path }) => path.replace(/:(\w+)/g, "{$1}"));
  expect(Object.keys(document.paths)).toEqual([...new Set(described)]);
});
