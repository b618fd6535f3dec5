import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { BaseRate, SeasonAround, SeasonCalendar } from "#contract/calendar.ts";
import type { PredictionListResponse } from "#contract/dashboard.ts";
import type { RecordList, RecordSnapshot } from "#contract/record.ts";
import { DAY_MS, easternDay } from "#contract/time.ts";
import { archivePredictions } from "#record/archive/move.ts";
import { applyChange } from "#season/identity/apply-change.ts";
import { isOrphanCheckDue, moveHistory } from "#season/identity/move-company.ts";
import { aSubscriber } from "../../a-subscriber.ts";
import { aPerson, call, fetchWorker, origin } from "../../api.ts";
import { aLongHistory, counts, moveAll, store as pastStore } from "../../record/a-long-history.ts";
import { aPastOf, evidenceOf, QUARTER } from "../../record/a-past.ts";
import { aMarketOf, eve, renamed, rows } from "./a-changed-market.ts";

const today = Date.parse(`${new Date().toISOString().slice(0, 10)}T17:00:00Z`) - DAY_MS;
const daysAgo = (days: number) => new Date(today - days * DAY_MS);
const past = aPastOf("sample");
const on = (from: string, to: string, at: Date) =>
  applyChange(past.store, renamed(from, to, easternDay(at)), { now: at });

describe("an answer as of a moment has the tickers of that moment", () => {
  let token: string;
  const read = async <Answer>(path: string, when: Date) => {
    const url = `${path}${path.includes("?") ? "&" : "?"}asOf=${when.toISOString()}`;
    const { status, body } = await call<Answer>("GET", url, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  /**
   * META belonged to a fund until 20 days ago and has belonged to FB since 9 days ago. FB was locked 11 days ago
   * and settled 8 days ago.
   */
  beforeAll(async () => {
    token = await aSubscriber("institutional");
    const coming = { fiscalQuarterEnd: QUARTER, reportDate: easternDay(daysAgo(10)), analystCount: 9 };
    for (const symbol of ["FIRST", "FB", "META"]) {
      await past.describe(symbol, daysAgo(31), {
        name: `${symbol} of then`,
        sector: "Energy",
        marketCap: 9e9,
      });
      await past.sight(symbol, daysAgo(31), { ...coming, consensusEps: 1 });
    }
    await past.lock(evidenceOf("FIRST", { reportsAt: daysAgo(10).toISOString() }), daysAgo(30));
    expect(await on("META", "METV", daysAgo(20))).toEqual({ kind: "apply" });
    await past.lock(evidenceOf("FB", { reportsAt: daysAgo(10).toISOString() }), daysAgo(11));
    expect(await on("FB", "META", daysAgo(9))).toEqual({ kind: "apply" });
    await past.sight("META", daysAgo(8.5), { ...coming, consensusEps: 1, reportedEps: 1.2 });
    expect(await past.settle(daysAgo(8))).toBeGreaterThan(0);
  });

  const span = `from=${easternDay(daysAgo(12))}&to=${easternDay(daysAgo(8))}`;
  it.each([
    [25, ["FB", "FIRST", "META"]],
    [15, ["FB", "FIRST", "METV"]],
    [7, ["FIRST", "META", "METV"]],
  ])("in the calendar %i days ago", async (days, symbols) => {
    const { items } = await read<SeasonCalendar>(`/api/calendar?${span}`, daysAgo(days));
    expect(items.map(({ symbol }) => symbol).toSorted()).toEqual(symbols);
    expect(items.filter(({ symbolAtPrediction }) => symbolAtPrediction === "FB")).toHaveLength(
      days === 7 ? 1 : 0,
    );
  });

  it("for the prediction of record while it was open, and the report that it waits for", async () => {
    const { body } = await call<RecordList>("GET", "/api/track-record/predictions?outcome=settled&symbol=FB");
    expect(body.items.map(({ stock }) => stock.symbol)).toEqual(["FB"]);
    const path = `/api/track-record/predictions/${body.items[0]?.id}`;
    for (const days of [10.5, 8.8, 7]) {
      const { item, pointInTimeReport } = await read<RecordSnapshot>(path, daysAgo(days));
      expect([item.stock.symbol, item.state, pointInTimeReport?.consensusEps]).toEqual([
        ...(days === 8.8 ? ["META", "pending"] : ["FB", days === 7 ? "settled" : "pending"]),
        1,
      ]);
    }
  });

  it("asked for by a ticker of then, whoever has it today", async () => {
    const rate = async (symbol: string, days: number) => {
      const found = await read<BaseRate>(`/api/base-rate/${symbol}`, daysAgo(days));
      return [found.symbol, found.source];
    };
    expect(await rate("FB", 10.5)).toEqual(["FB", "lock"]);
    expect(await rate("META", 7)).toEqual(["META", "lock"]);
    expect(await rate("META", 25)).toEqual(["META", "reports"]);
    // Nobody had this ticker then, so it means today's owner.
    expect(await rate("METV", 25)).toEqual(["META", "reports"]);
    expect((await read<SeasonAround>("/api/season/FB", daysAgo(10.5))).report?.symbol).toBe("FB");
    expect((await read<SeasonAround>("/api/season/FB", daysAgo(7))).report?.symbol).toBe("META");
  });
});

describe("a person's predictions that lie in files", () => {
  it("are found whole under the ticker of today and any before, and show the ticker of their day", async () => {
    const { token, userId } = await aLongHistory();
    const list = async (symbol: string) =>
      (await call<PredictionListResponse>("GET", `/api/predictions?symbol=${symbol}&pageSize=100`, { token }))
        .body;
    const before = await list("KO");
    await moveAll();
    expect((await counts(userId)).past).toBeGreaterThan(60);
    const now = new Date();
    await past.describe("KO", daysAgo(31), { name: "Coca-Cola" });
    expect(await on("KO", "KOLA", now)).toEqual({ kind: "apply" });
    expect(await moveHistory(past.store, "", now)).toBeNull();
    const [after, byOld] = [await list("KOLA"), await list("KO")];
    expect(after.total).toBe(before.total);
    expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id));
    expect(byOld).toEqual(after);
    const shown = Map.groupBy(after.items, ({ state }) => state === "settled" || state === "void");
    expect(new Set(shown.get(true)?.map(({ stock }) => stock.symbol))).toEqual(new Set(["KO"]));
    expect(new Set(shown.get(false)?.map(({ stock }) => stock.symbol))).toEqual(new Set(["KOLA"]));
    // The same holds after more predictions are moved into the same file.
    await archivePredictions(pastStore, "", new Date("2026-09-01"), new Date());
    expect((await list("KOLA")).items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id));
    const exported = await fetchWorker(`${origin}/api/account/export`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", origin },
      body: "{}",
    });
    const { predictions: all } = (await exported.json()) as {
      predictions: { symbol: string; symbolAtPrediction: string | null }[];
    };
    expect(all.filter(({ symbol }) => symbol === "KO")).toEqual([]);
    expect(all.filter((one) => one.symbol === "KOLA" && one.symbolAtPrediction === "KO")).toHaveLength(
      before.total,
    );
  }, 30_000);
});

it("a ticker that two companies had in one week: each prediction stays with the company of its day", async () => {
  const market = await aMarketOf("live week", "FB", "META");
  const { user } = await aPerson();
  const made = (id: string, symbol: string, at: Date, dueAt: number | null = null) =>
    env.DB.prepare(
      `INSERT INTO predictions (id, scope, user_id, ledger_id, request_key, symbol, company_name, model_version, prediction_type,
        beat_probability, predicted_probability, base_rate, confidence, consensus_eps, data_mode, created_at, state, as_of, due_at, evidence_hash)
       VALUES (?1, 'user:' || ?2, ?2, 'live week', ?1, ?3, 'A company', '1', 'beat', 0.7, 0.7, 0.6, 'low', 1, 'live', ?4,
         iif(?5 IS NULL, 'settled', 'pending'), ?4, ?5, 'x')`,
    ).bind(id, user.id, symbol, at.getTime(), dueAt);
  const at = (days: number) => new Date(eve.getTime() + days * DAY_MS);
  await env.DB.batch([made("prd_1", "FB", at(-9)), made("prd_2", "META", at(-9))]);
  await applyChange(market, renamed("META", "METV", "2026-10-19"), { now: at(0) });
  // This is from a job that had begun earlier.
  await made("prd_3", "META", at(0.1), 1).run();
  await moveHistory(market, "", at(0.2));
  expect(await applyChange(market, renamed("FB", "META", "2026-10-19"), { now: at(1.1) })).toEqual({
    kind: "apply",
  });
  await made("prd_4", "META", at(2)).run();
  for (const day of [1.2, 2.1, 3, 4]) await moveHistory(market, "", at(day));
  await applyChange(market, renamed("META", "MM", "2026-10-24"), { now: at(5) });
  await moveHistory(market, "", at(5.1));
  expect(
    await rows(
      "live week",
      "SELECT id, symbol, symbol_at_prediction AS was FROM predictions WHERE ledger_id = ? ORDER BY id",
    ),
  ).toEqual([
    { id: "prd_1", symbol: "MM", was: "FB" },
    { id: "prd_2", symbol: "METV", was: "META" },
    { id: "prd_3", symbol: "METV", was: "META" },
    { id: "prd_4", symbol: "MM", was: "META" },
  ]);
  expect([await isOrphanCheckDue(market, at(5.1)), await isOrphanCheckDue(market, at(8))]).toEqual([
    true,
    false,
  ]);
});
