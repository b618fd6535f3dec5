import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { UserForecasts } from "#contract/user-forecasts.ts";
import { openDatabase } from "#platform/db/client.ts";
import { seasonReports } from "#platform/schema/season.ts";
import { storeUserForecast, userForecastsOf } from "#record/user-forecasts.ts";
import { aPerson, call } from "../api.ts";

const db = openDatabase(env.DB);
const store = { db, files: env.FILES, ledgerId: "user-forecasts" };
const now = new Date("2026-11-20T15:00:00Z");
const quarter = "2026-09-30";

async function aReport(
  symbol: string,
  reportDate: string,
  session: "pre" | "post" = "pre",
  reportedEps: number | null = null,
) {
  await db.insert(seasonReports).values({
    ledgerId: store.ledgerId,
    symbol,
    fiscalQuarterEnd: quarter,
    reportDate,
    session,
    reportedEps,
    isQuarterDeclared: true,
    isDayKnown: true,
    isConfirmed: true,
    isImported: false,
    consensusEps: 1,
    source: "Source",
    firstSeenAt: now,
    changedAt: now,
  });
}

async function aPrediction(
  symbol: string,
  given: { userId: string | null; probability: number; result: "beat" | "miss" | null },
) {
  const { userId, probability, result } = given;
  await env.DB.prepare(
    `INSERT INTO predictions (id, scope, user_id, ledger_id, request_key, symbol, company_name, model_version, prediction_type,
      beat_probability, predicted_probability, base_rate, confidence, consensus_eps, fiscal_quarter_end, data_mode, created_at,
      state, actual_result, evidence_hash)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, 'm', 'beat', ?7, ?7, 0.7, 'high', 1, ?8, 'sample', 0, ?9, ?10, 'hash')`,
  )
    .bind(
      ...[
        `prd_${symbol}_${userId ?? "record"}`,
        userId ? `user:${userId}` : `record:${store.ledgerId}`,
        userId,
      ],
      ...[
        store.ledgerId,
        `${symbol} ${quarter}`,
        symbol,
        probability,
        quarter,
        result ? "settled" : "pending",
        result,
      ],
    )
    .run();
}

async function aUser(): Promise<string> {
  const { user } = await aPerson();
  return user.id;
}

const called = (userId: string, symbol: string, probability: number | null, at = now) =>
  storeUserForecast(store, { userId, symbol, fiscalQuarterEnd: quarter, probability }, at);

describe("a person's own call", () => {
  it("is stored once: a second one and one at the same time change nothing", async () => {
    await aReport("ONCE", "2026-11-24");
    const userId = await aUser();
    const both = await Promise.all([called(userId, "ONCE", 0.8), called(userId, "ONCE", 0.3)]);
    expect(new Set(both.map(({ probability }) => probability)).size).toBe(1);
    const [first] = both;
    expect(await called(userId, "ONCE", 0.1)).toEqual(first);
    expect((await userForecastsOf(store, userId)).calls).toHaveLength(1);
  });

  it("is refused once ours was opened, by asking for it or by an analysis", async () => {
    await aReport("SEEN", "2026-11-24");
    await aReport("READ", "2026-11-24");
    const userId = await aUser();
    expect(await called(userId, "SEEN", null)).toMatchObject({ probability: null });
    expect(await called(userId, "SEEN", 0.9)).toMatchObject({ probability: null });
    await aPrediction("READ", { userId, probability: 0.7, result: null });
    await expect(called(userId, "READ", 0.9)).rejects.toMatchObject({ code: "conflict" });
    expect(await called(await aUser(), "READ", 0.9), "another person").toMatchObject({ probability: 0.9 });
  });

  it("is refused from the lock on, and for a report that nobody knows", async () => {
    await aReport("LATE", "2026-11-21");
    await aReport("EVENING", "2026-11-20", "post");
    await aReport("OUT", "2026-11-24", "pre", 1.2);
    const userId = await aUser();
    expect(await called(userId, "LATE", 0.5)).toMatchObject({ probability: 0.5 });
    await expect(called(await aUser(), "LATE", 0.5, new Date("2026-11-20T22:00:00Z"))).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(called(userId, "EVENING", 0.5, new Date("2026-11-20T21:00:01Z"))).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(called(userId, "OUT", 0.5)).rejects.toMatchObject({ code: "conflict" });
    await expect(called(userId, "NONE", 0.5)).rejects.toMatchObject({ code: "not_found" });
    expect((await userForecastsOf(store, userId)).calls.map(({ symbol }) => symbol)).toEqual(["LATE"]);
  });

  it("says nothing of ours before the report is settled, and scores both over the same reports after", async () => {
    const userId = await aUser();
    for (const [symbol, own, ours, result] of [
      ["WON", 0.9, 0.6, "beat"],
      ["LOST", 0.9, 0.8, "miss"],
      ["OPEN", 0.5, 0.95, null],
    ] as const) {
      await aReport(symbol, "2026-11-24");
      await called(userId, symbol, own);
      await aPrediction(symbol, { userId: null, probability: ours, result });
    }
    await aReport("SKIPPED", "2026-11-24");
    await called(userId, "SKIPPED", null);
    await aPrediction("SKIPPED", { userId: null, probability: 0.9, result: "beat" });
    const mine = await userForecastsOf(store, userId);
    expect(mine.calls.find(({ symbol }) => symbol === "OPEN")).toMatchObject({ ours: null, isBeat: null });
    expect(mine.score).toEqual({ n: 2, own: 0.41, ours: 0.4 });
    expect(mine.seasons).toEqual([{ quarter, n: 2, own: 0.41, ours: 0.4 }]);
    expect(mine.bins).toEqual([{ n: 2, mean: 0.9, beats: 1 }]);
    expect(await userForecastsOf(store, await aUser()), "nobody else's").toMatchObject({
      calls: [],
      score: null,
    });
  });
});

it("over HTTP a call is a probability of a quarter, by somebody who is signed in", async () => {
  const { token } = await aPerson();
  const path = "/api/user-forecasts/AAPL";
  for (const body of [
    { fiscalQuarterEnd: quarter, probability: 1.01 },
    { fiscalQuarterEnd: quarter, probability: "0.5" },
    { fiscalQuarterEnd: "soon", probability: 0.5 },
    { fiscalQuarterEnd: quarter },
  ])
    expect((await call("POST", path, { token, body })).status, JSON.stringify(body)).toBe(400);
  const body = { fiscalQuarterEnd: "1999-12-31", probability: 0.5 };
  expect((await call("POST", path, { body })).status).toBe(401);
  expect((await call("GET", "/api/user-forecasts")).status).toBe(401);
  expect((await call("POST", path, { token, body })).status).toBe(404);
  expect((await call<UserForecasts>("GET", "/api/user-forecasts", { token })).body).toEqual({
    calls: [],
    score: null,
    seasons: [],
    bins: [],
  });
});
