import { beforeAll, describe, expect, it } from "vitest";
import type { PointInTimeProof } from "#contract/as-of.ts";
import type { BaseRate, SeasonAround, SeasonCalendar } from "#contract/calendar.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { RecordList, RecordSnapshot, TrackRecord } from "#contract/record.ts";
import { DAY_MS, easternDay } from "#contract/time.ts";
import { verifyKnown } from "#ledger-verifier";
import { aSubscriber } from "../a-subscriber.ts";
import { aPerson, call } from "../api.ts";
import { open } from "../app/pages/a-market.ts";
import { aPastOf, evidenceOf, QUARTER } from "./a-past.ts";

/** The story is told at noon, so that none of its days changes with the hour of the test run. */
const today = Date.parse(`${new Date().toISOString().slice(0, 10)}T17:00:00Z`) - DAY_MS;
const daysAgo = (days: number) => new Date(today - days * DAY_MS);
const past = aPastOf("sample");
const REPORT_DAY = easternDay(daysAgo(10));
const coming = { fiscalQuarterEnd: QUARTER, reportDate: REPORT_DAY, analystCount: 9, isConfirmed: true };
let subscriber: string;

/**
 * Acme is locked, reported, settled and restated. Beta is locked, and its report moves afterwards. Later is first
 * seen after both.
 */
beforeAll(async () => {
  subscriber = await aSubscriber("institutional");
  await past.describe("ACME", daysAgo(31), { name: "Acme", sector: "Energy", marketCap: 9e9 });
  for (const symbol of ["ACME", "BETA"])
    await past.sight(symbol, daysAgo(30), { ...coming, consensusEps: 1, isConfirmed: false });
  await past.sight("ACME", daysAgo(12), { ...coming, consensusEps: 1.08 });
  for (const symbol of ["ACME", "BETA"])
    await past.lock(
      evidenceOf(symbol, {
        reportsAt: daysAgo(10).toISOString(),
        consensusEps: symbol === "ACME" ? 1.08 : 1,
      }),
      daysAgo(11),
    );
  await past.sign(daysAgo(11));
  await past.sight("ACME", daysAgo(10.5), { ...coming, consensusEps: 1.1 });
  await past.sight("ACME", daysAgo(9.8), { ...coming, consensusEps: 1.1, reportedEps: 1.2 });
  await past.sight("BETA", daysAgo(9.8), { ...coming, reportDate: easternDay(daysAgo(-3)), consensusEps: 1 });
  expect(await past.settle(daysAgo(9.5))).toBeGreaterThan(0);
  await past.sign(daysAgo(9.4));
  await past.sight("ACME", daysAgo(8), { ...coming, consensusEps: 1.3, reportedEps: 1.02 });
  await past.sight("LATE", daysAgo(7.6), { ...coming, reportDate: easternDay(daysAgo(-9)), consensusEps: 5 });
  await past.describe("ACME", daysAgo(7), { sector: "Utilities", marketCap: 1e12 });
});

const read = async <Answer>(path: string, when: Date, token?: string) => {
  const asOf = `asOf=${when.toISOString()}`;
  const url = `${path}${path.includes("?") ? "&" : "?"}${asOf}`;
  const { status, body } = await call<Answer & { known: PointInTimeProof }>(
    "GET",
    url,
    token ? { token } : {},
  );
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await verifyKnown(body.known)).toMatchObject({ isValid: true });
  return body;
};
const span = `from=${easternDay(daysAgo(12))}&to=${easternDay(daysAgo(8))}`;
const calendarAt = async (when: Date, token?: string) => {
  const { items, ...rest } = await read<SeasonCalendar>(`/api/calendar?${span}`, when, token);
  return {
    ...rest,
    items,
    acme: items.find(({ symbol }) => symbol === "ACME"),
    beta: items.find(({ symbol }) => symbol === "BETA"),
  };
};

describe("an answer as of a past moment", () => {
  it("after the lock and before the report has the locked probability, and nothing of how it ended", async () => {
    const when = daysAgo(10.3);
    const { acme, beta, items, known, days } = await calendarAt(when);
    expect(items.map(({ symbol }) => symbol)).toEqual(["ACME", "BETA"]);
    expect(acme).toMatchObject({
      state: "locked",
      name: "ACME Inc.",
      sector: "Energy",
      marketCap: null,
      consensusEps: 1.08,
      beatProbability: 0.7391,
      baseRate: 0.62,
      edgeVerdict: "edge_up",
      outcome: null,
      reportedEps: null,
      isCorrect: null,
      needsPlan: false,
      predictionId: null,
    });
    // Beta is not settled today either, so its reader's plan decides.
    expect(beta).toMatchObject({
      state: "locked",
      beatProbability: null,
      needsPlan: true,
      reportDate: REPORT_DAY,
      movedFrom: null,
    });
    expect((await calendarAt(when, subscriber)).beta).toMatchObject({
      beatProbability: 0.7391,
      needsPlan: false,
    });
    expect(days).toEqual([{ day: REPORT_DAY, reports: 2, reported: 0, beats: 0 }]);
    expect(known).toMatchObject({
      ledgerSize: 2,
      recordBegan: daysAgo(11).toISOString(),
      asOf: when.toISOString(),
    });
    expect(known.entries.map(({ body }) => body.type)).toEqual(["lock", "lock"]);
    expect(known.checkpoint).toMatchObject({ size: 2, signedAt: daysAgo(11).toISOString() });
    // This opens Acme's seal but does not say how it ended, and Beta's seal stays shut.
    expect(known.revealed.map(({ lock }) => [lock.symbol, lock.probability])).toEqual([["ACME", 0.7391]]);
    expect(known.unknown.map(({ field }) => field)).toContain("marketCap");
  });

  it("has the figure as it was first reported, then as restated, and the settlement once it was there", async () => {
    const reported = (await calendarAt(daysAgo(9.7))).acme;
    expect(reported).toMatchObject({ state: "reported", reportedEps: 1.2, outcome: "beat", isCorrect: null });
    const settled = await calendarAt(daysAgo(9));
    expect(settled.acme).toMatchObject({
      state: "reported",
      reportedEps: 1.2,
      outcome: "beat",
      isCorrect: true,
    });
    expect(settled.known.entries.map(({ body }) => body.type)).toEqual(["lock", "settlement"]);
    expect(settled.items.map(({ symbol }) => symbol)).toEqual(["ACME"]);
    const { pointInTimeReport } = await read<SeasonAround>("/api/season/ACME", daysAgo(7.5), subscriber);
    expect(pointInTimeReport).toMatchObject({ reportedEps: 1.02, consensusEps: 1.3 });
  });

  it("of a company has its report with the consensus of then, also after the lock", async () => {
    const { report, pointInTimeReport, all, known } = await read<SeasonAround>(
      "/api/season/ACME",
      daysAgo(10.3),
      subscriber,
    );
    expect(report).toMatchObject({
      symbol: "ACME",
      consensusEps: 1.08,
      beatProbability: 0.7391,
      outcome: null,
    });
    expect(pointInTimeReport).toEqual({
      ...{
        fiscalQuarterEnd: QUARTER,
        reportDate: REPORT_DAY,
        session: null,
        isConfirmed: true,
        movedFrom: null,
      },
      consensusEps: 1.1,
      analystCount: 9,
      reportedEps: null,
    });
    expect(all.reported).toBe(0);
    expect(known.entries).toHaveLength(1);
    expect((await read<SeasonAround>("/api/season/ACME", daysAgo(9.7), subscriber)).all).toMatchObject({
      reported: 1,
      beats: 1,
      baseRate: 0.62,
    });
  });

  it("of the track record counts what was settled by then, with the ledger of then", async () => {
    const before = await read<TrackRecord>("/api/track-record", daysAgo(10.3));
    expect(before.counts).toEqual({ settled: 0, pending: 2, review: null, void: 0 });
    expect(before.scorecard).toMatchObject({ settled: 0, brier: null });
    expect(before.ledger).toMatchObject({ seq: 2, sealed: 2, open: 2, checkpoint: { size: 2 } });
    const after = await read<TrackRecord>("/api/track-record", daysAgo(9));
    expect(after.counts).toEqual({ settled: 1, pending: 1, review: null, void: 0 });
    expect(after.latestCorrect.map(({ stock, actualEps }) => [stock.symbol, actualEps])).toEqual([
      ["ACME", 1.2],
    ]);
    expect(after.ledger).toMatchObject({ seq: 3, sealed: 2, open: 1, checkpoint: { size: 3 } });
    const { body: now } = await call<TrackRecord>("GET", "/api/track-record");
    expect(after.scorecard).toEqual(now.scorecard);
    expect({ ...after.ledger }).toEqual(now.ledger);
  });

  it("of a prediction of record shows what is public today, without its end", async () => {
    const ids = new Map<string, string>();
    for (const outcome of ["settled", "pending"]) {
      const { body } = await call<RecordList>("GET", `/api/track-record/predictions?outcome=${outcome}`);
      for (const { id, stock } of body.items) ids.set(stock.symbol, id);
    }
    const path = (symbol: string) => `/api/track-record/predictions/${ids.get(symbol)}`;
    const acme = await read<RecordSnapshot>(path("ACME"), daysAgo(10.3));
    expect(acme.item).toMatchObject({
      state: "pending",
      beatProbability: 0.7391,
      actualResult: null,
      actualEps: null,
      isCorrect: null,
      settledAt: null,
      isSealed: true,
      consensusEps: 1.08,
    });
    expect(acme).toMatchObject({
      actualSource: null,
      settlement: null,
      recap: null,
      pointInTimeReport: { consensusEps: 1.1 },
    });
    expect(acme.analysis).toMatchObject({ kind: "forecast lock", beatProbability: 0.7391 });
    expect(JSON.stringify(acme)).not.toMatch(/1\.2\b|1\.02|1\.3\b|"beat","is|settles/);
    const beta = await read<RecordSnapshot>(path("BETA"), daysAgo(10.3));
    expect(beta.item).toMatchObject({ beatProbability: null, isSealed: true });
    expect(beta.analysis).toBeNull();
    const early = await call("GET", `${path("ACME")}?asOf=${daysAgo(10.99).toISOString()}`);
    expect(early.status).toBe(200);
    const settled = await read<RecordSnapshot>(path("ACME"), daysAgo(9));
    expect(settled.item).toMatchObject({
      state: "settled",
      actualEps: 1.2,
      isCorrect: true,
      isSealed: false,
    });
    expect(settled.settlement?.body).toMatchObject({ type: "settlement", outcome: "beat" });
  });

  it("of a base rate is the lock's, else counted from the reports that were known", async () => {
    const locked = await read<BaseRate>("/api/base-rate/ACME", daysAgo(10.3), subscriber);
    expect(locked).toMatchObject({
      source: "lock",
      baseRate: 0.62,
      fiscalQuarterEnd: QUARTER,
      referenceClass: { label: "medium, profitable, energy", n: 80, low: 0.55, high: 0.69 },
    });
    // Acme has had another size and sector since, and of the earlier time only its number of analysts is known.
    const counts = [7.2, 6].map(async (days) => {
      const { source, referenceClass } = await read<BaseRate>(
        "/api/base-rate/LATE",
        daysAgo(days),
        subscriber,
      );
      return [source, referenceClass?.label, referenceClass?.n];
    });
    expect(await Promise.all(counts)).toEqual([
      ["reports", "medium, profitable", 1],
      ["reports", "medium, profitable", 0],
    ]);
    const { body } = await call("GET", `/api/base-rate/LATE?asOf=${daysAgo(8).toISOString()}`, {
      token: subscriber,
    });
    expect(body.code).toBe("not_found");
    const { body: now } = await call<BaseRate>("GET", "/api/base-rate/LATE", { token: subscriber });
    expect([now.source, now.known]).toEqual(["reports", undefined]);
  });

  it("of an own prediction is for its owner, from when it was made on", async () => {
    const { token } = await aPerson();
    const { body } = await call<{ predictionId: string }>("POST", "/api/analyze/AAPL", { token });
    const path = `/api/predictions/${body.predictionId}`;
    const found = await read<{ prediction: PredictionHistoryItem; recap: null }>(path, new Date(), token);
    expect(found).toMatchObject({
      prediction: { id: body.predictionId, state: "pending", actualResult: null },
      recap: null,
    });
    expect(
      found.known.entries.map(({ body: { type, ...lock } }) => [type, "kind" in lock && lock.kind]),
    ).toEqual([["lock", "analysis"]]);
    expect(found.known.revealed).toEqual([]);
    const before = await call("GET", `${path}?asOf=${daysAgo(1).toISOString()}`, { token });
    expect([before.status, before.body.message]).toEqual([
      404,
      "There was no such prediction in your history at that time.",
    ]);
    const stranger = await call("GET", `${path}?asOf=${new Date().toISOString()}`, { token: subscriber });
    expect(stranger.status).toBe(404);
  });

  it("is cached apart from those of other moments and of now, however the instant is written", async () => {
    const settledAt = async (query: string) => {
      const { status, text } = await open(`/api/track-record${query}`, {}, { EDGE_CACHE: "on" });
      expect(status, text).toBe(200);
      return [(JSON.parse(text) as TrackRecord).counts.settled, text] as const;
    };
    const at = (days: number) => daysAgo(days).toISOString();
    for (let round = 0; round < 2; round++) {
      const [early, late, now] = [
        await settledAt(`?asOf=${at(10.3)}`),
        await settledAt(`?asOf=${at(9)}`),
        await settledAt(""),
      ];
      expect([early[0], late[0], now[0]]).toEqual([0, 1, 1]);
      const written = at(9).replace(/\.\d+Z$/, "%2B00:00");
      expect((await settledAt(`?asOf=${written}`))[1]).toBe(late[1]);
    }
  });

  it("says so before the record began, and refuses a moment to come", async () => {
    const paths = [
      "/api/calendar",
      "/api/track-record",
      "/api/season/ACME",
      "/api/base-rate/ACME",
      "/api/track-record/predictions/prd_1",
    ];
    for (const path of paths) {
      const ask = (when: Date) => call("GET", `${path}?asOf=${when.toISOString()}`, { token: subscriber });
      const early = await ask(daysAgo(20));
      expect([early.status, early.body.code, early.body.recordBegan]).toEqual([
        422,
        "before_record",
        daysAgo(11).toISOString(),
      ]);
      expect(early.body.message).toBe(
        `The record began at ${daysAgo(11).toISOString()}. Nothing can be proven of a moment before.`,
      );
      const ahead = await ask(new Date(Date.now() + 60_000));
      expect([ahead.status, ahead.body.code]).toEqual([422, "as_of_future"]);
    }
    const odd = await call("GET", "/api/track-record?asOf=yesterday");
    expect([odd.status, odd.body.code]).toEqual([400, "invalid_request"]);
    const wide = await call(
      "GET",
      `/api/calendar?from=2026-01-01&to=2026-01-08&asOf=${daysAgo(9).toISOString()}`,
    );
    expect(wide.body.message).toContain("Ask for at most 7 days at once with asOf.");
  });
});
