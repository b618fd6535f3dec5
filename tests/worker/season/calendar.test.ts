import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type SeasonAround, type SeasonCalendar, seasonCalendarSchema } from "#contract/calendar.ts";
import { planIds } from "#contract/plans.ts";
import { MAX_CALENDAR_DAYS } from "#contract/rules.ts";
import { easternDay } from "#contract/time.ts";
import { openDatabase } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { seasonCompanies, seasonRanges, seasonReports } from "#platform/schema/season.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import { recordScope } from "#platform/scope.ts";
import { recordKey } from "#record/prediction-row.ts";
import { weeksOf } from "#season/calendar/calendar.ts";
import { readCalendar, storeMoves } from "#season/calendar/read-calendar.ts";
import { countSeason } from "#season/season-so-far.ts";
import { aSubscriber } from "../a-subscriber.ts";
import { aPerson, call, fetchWorker, origin } from "../api.ts";

const DAY_MS = 86_400_000;
const db = openDatabase(env.DB);
const store = { db, ledgerId: "sample" };
const now = new Date();
const day = (ahead: number) => easternDay(now.getTime() + ahead * DAY_MS);
const quarter = "2026-09-30";
const COMPANIES = 30;

const symbolOf = (i: number) => `S${String(i).padStart(2, "0")}`;

/**
 * Each company reports tomorrow and is scored, and the first is the largest. One prediction is locked, and one has
 * settled wrong.
 */
beforeAll(async () => {
  const companies = Array.from({ length: COMPANIES }, (_, i) => symbolOf(i));
  for (const [i, symbol] of companies.entries()) {
    await db.insert(seasonCompanies).values({
      ledgerId: "sample",
      symbol,
      name: `Company ${i}`,
      sector: "Energy",
      marketCap: 1e9 * (COMPANIES - i),
      updatedAt: now,
    });
    await db.insert(seasonReports).values(aReport(symbol, day(1)));
    await db.insert(upcomingForecasts).values(aScore(symbol));
  }
  await db.insert(seasonReports).values([
    { ...aReport("DONE", day(-1)), reportedEps: 0.9, isBeat: false },
    { ...aReport("NONE", day(1)), consensusEps: null },
  ]);
  await db.insert(upcomingForecasts).values(aScore("DONE"));
  await aRecord("S00", {});
  await aRecord("DONE", { state: "settled", actualResult: "miss", actualEps: 0.9, isCorrect: false });
});

const read = async (token?: string) =>
  (await call<SeasonCalendar>("GET", `/api/calendar?from=${day(-1)}&to=${day(1)}`, token ? { token } : {}))
    .body;

describe("GET /api/calendar", () => {
  it("has American companies' EPS in dollars where a listing named no currency, and a named one as it is", async () => {
    const change = (symbol: string, country: string | null, currency: string | null) =>
      db.update(seasonCompanies).set({ country, currency }).where(eq(seasonCompanies.symbol, symbol));
    await change("S01", "United States", null);
    await change("S02", "US", "CAD");
    await change("S03", "Taiwan", null);
    const { items } = await read();
    const currencyOf = (symbol: string) => items.find((row) => row.symbol === symbol)?.currency;
    expect(["S01", "S02", "S03", "S04"].map(currencyOf)).toEqual(["USD", "CAD", null, null]);
    for (const symbol of ["S01", "S02", "S03"]) await change(symbol, null, null);
  });

  it("shows a visitor dates, consensus, base rates and what was reported, but no open probability", async () => {
    const body = seasonCalendarSchema.parse(await read());
    expect(body).toMatchObject({ dataMode: "sample", today: day(0), opens: "none" });
    expect(body.waitsFor).toEqual({ read: 0, ranges: expect.any(Number) });
    expect(body.items.map(({ symbol }) => symbol)).toEqual([
      "DONE",
      ...Array.from({ length: COMPANIES }, (_, i) => symbolOf(i)),
    ]);
    const [done, ...open] = body.items;
    expect(done).toMatchObject({
      state: "reported",
      outcome: "miss",
      reportedEps: 0.9,
      isCorrect: false,
      beatProbability: 0.7,
      predictionId: "prd_DONE",
    });
    for (const row of open)
      expect(row).toMatchObject({
        consensusEps: 1,
        baseRate: 0.62,
        beatProbability: null,
        edge: null,
        edgeVerdict: null,
        confidence: null,
        needsPlan: true,
        predictionId: null,
      });
    expect(open[0]?.state).toBe("locked");
    expect(open[1]?.state).toBe("upcoming");
    expect(body.days).toEqual([
      { day: day(-1), reports: 1, reported: 1, beats: 0 },
      { day: day(1), reports: COMPANIES, reported: 0, beats: 0 },
    ]);
  });

  it("opens the twenty largest of the week to a free account", async () => {
    const { token } = await aPerson();
    const body = await read(token);
    expect(body.opens).toBe("largest");
    const open = body.items.filter(
      ({ beatProbability, state }) => beatProbability !== null && state !== "reported",
    );
    expect(open.map(({ symbol }) => symbol)).toEqual(Array.from({ length: 20 }, (_, i) => symbolOf(i)));
    expect(body.items.filter(({ needsPlan }) => needsPlan)).toHaveLength(COMPANIES - 20);
  });

  it.each(planIds)("opens everything to the plan %s", async (plan) => {
    const body = await read(await aSubscriber(plan));
    expect(body.opens).toBe("all");
    expect(body.items.filter(({ beatProbability }) => beatProbability === null)).toEqual([]);
    expect(body.items.find(({ symbol }) => symbol === "S01")).toMatchObject({
      beatProbability: 0.71,
      edge: 0.09,
      edgeVerdict: "edge_up",
      confidence: "medium",
      needsPlan: false,
    });
  });

  it("opens nothing to an invalid token, and is shared with nobody", async () => {
    const { body, headers } = await call<SeasonCalendar>("GET", `/api/calendar?from=${day(1)}&to=${day(1)}`, {
      token: "nobody",
    });
    expect(body.opens).toBe("none");
    expect(headers.get("cache-control")).toBe("private, no-cache");
  });

  it("is answered with 304 while it says the same, to visitors from a cache that they share for a minute", async () => {
    const path = `/api/calendar?from=${day(1)}&to=${day(1)}`;
    const again = async (etag: string | null, headers: Record<string, string> = {}) =>
      fetchWorker(origin + path, { headers: { ...headers, ...(etag ? { "if-none-match": etag } : {}) } });
    const visitor = await again(null);
    const etag = visitor.headers.get("etag");
    expect(visitor.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=60, must-revalidate");
    expect(visitor.headers.get("vary")).toBe("Authorization, Cookie");
    await visitor.arrayBuffer();
    const same = await again(etag);
    expect([same.status, await same.text(), same.headers.get("etag")]).toEqual([304, "", etag]);

    const authorization = `Bearer ${await aSubscriber("premium")}`;
    const paid = await again(etag, { authorization });
    expect([paid.status, paid.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    await paid.arrayBuffer();
    const paidAgain = await again(paid.headers.get("etag"), { authorization });
    expect(paidAgain.status).toBe(304);
    expect((await again(paid.headers.get("etag"))).status, "after signing out").toBe(200);
    const withCookie = await again(null, { cookie: "theme=dark" });
    expect(withCookie.headers.get("cache-control")).toBe("private, no-cache");
    await withCookie.arrayBuffer();

    await db
      .update(upcomingForecasts)
      .set({ beatProbability: 0.72 })
      .where(eq(upcomingForecasts.symbol, "S29"));
    expect((await again(etag)).status, "a closed number").toBe(304);
    expect((await again(paid.headers.get("etag"), { authorization })).status, "an open one").toBe(200);
    await db
      .update(upcomingForecasts)
      .set({ beatProbability: 0.71 })
      .where(eq(upcomingForecasts.symbol, "S29"));
  });

  it("counts the season beside the base rates of its reports", async () => {
    const { seasonSoFar } = await read();
    const isThisQuarter = day(-1) >= seasonSoFar.since;
    expect(seasonSoFar).toMatchObject(
      isThisQuarter ? { reported: 1, beats: 0, baseRate: 0.62 } : { reported: 0, baseRate: null },
    );
  });

  it.each([
    ["?from=2026-11-23", 400],
    ["?from=2026-11-23&to=2026-11-22", 400],
    ["?from=2026-02-30&to=2026-03-01", 400],
    ["?from=2026-01-01&to=2026-03-05", 400],
    ["?from=2026-01-01&to=2026-03-04", 200],
    ["", 200],
  ])("%s is answered with %i", async (query, status) => {
    expect(MAX_CALENDAR_DAYS).toBe(63);
    expect((await call("GET", `/api/calendar${query}`)).status).toBe(status);
  });
});

it("without days the calendar has this week and the next, by the market's day", async () => {
  const { body } = await call<SeasonCalendar>("GET", "/api/calendar");
  expect(body).toMatchObject(weeksOf(day(0), day(7)));
  expect(body.items.map(({ reportDate }) => reportDate)).toContain(day(1));
});

it("an analysis leaves its moves beside the coming report, the last one's", async () => {
  const analyzed = (impliedMovePercent: number | null, isStale = false) =>
    storeMoves(store, {
      asOf: now.toISOString(),
      stock: { symbol: "S05" },
      earningsData: { fiscalQuarterEnd: quarter, isStale },
      impliedMove: { impliedMovePercent, averagePastMovePercent: 4.25 },
    } as Parameters<typeof storeMoves>[1]);
  await analyzed(null);
  await analyzed(6.5);
  await analyzed(9, true);
  const body = await read();
  expect(body.items.find(({ symbol }) => symbol === "S05")).toMatchObject({
    impliedMovePercent: 6.5,
    pastMovePercent: 4.25,
  });
  expect(body.items.find(({ symbol }) => symbol === "S06")?.impliedMovePercent).toBeNull();
});

it("the season around a company has its sector, and what others of its industry reported", async () => {
  const { token } = await aPerson();
  await db.insert(seasonCompanies).values([
    { ledgerId: "sample", symbol: "DONE", sector: "Energy", industry: "Oil", updatedAt: now },
    { ledgerId: "sample", symbol: "ASK", sector: "Energy", industry: "Oil", updatedAt: now },
    { ledgerId: "sample", symbol: "ELSE", sector: "Energy", industry: "Gas", updatedAt: now },
  ]);
  await countSeason(store, new Date());
  const { body } = await call<SeasonAround>("GET", "/api/season/ask", { token });
  const isThisQuarter = day(-1) >= body.since;
  expect(body).toMatchObject({
    industry: "Oil",
    sector: isThisQuarter ? { sector: "Energy", reported: 1, beats: 0, baseRate: 0.62 } : null,
    peers: isThisQuarter ? [{ symbol: "DONE", name: "DONE", reportDate: day(-1), outcome: "miss" }] : [],
  });
  const own = await call<SeasonAround>("GET", "/api/season/DONE", { token });
  expect(own.body.peers, "not the company itself").toEqual([]);
  const unknown = await call<SeasonAround>("GET", "/api/season/NOBODY", { token });
  expect(unknown.body).toMatchObject({ sector: null, industry: null, peers: [] });
  expect((await call("GET", "/api/season/ask")).status).toBe(401);
});

it("the coming reports of the dashboard are the store's once its days were read", async () => {
  const { token } = await aPerson();
  type Coming = { source: string; asOf: string; items: { symbol: string; reportDate: string }[] };
  const before = await call<Coming>("GET", "/api/market/calendar", { token });
  expect(before.body.items.map(({ symbol }) => symbol)).not.toContain("S00");
  const range = { ledgerId: "sample", firstDay: day(-7), lastDay: day(30), readAt: now, reports: COMPANIES };
  await db.insert(seasonRanges).values(range);
  const { body } = await call<Coming>("GET", "/api/market/calendar", { token });
  expect(body).toMatchObject({ source: "Source", asOf: now.toISOString() });
  expect(body.items).toHaveLength(COMPANIES + 1);
  expect(body.items[0]).toEqual({
    symbol: "NONE",
    name: "NONE",
    reportDate: day(1),
    session: null,
    consensusEps: null,
  });
  expect(body.items[1]).toMatchObject({ symbol: "S00", name: "Company 0", consensusEps: 1 });
});

it("the calendar reads reports by their day, and everything beside them by its key", async () => {
  const asked: string[] = [];
  const heard = new Proxy(env.DB, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      return (sql: string) => {
        asked.push(sql);
        return target.prepare(sql);
      };
    },
  });
  await readCalendar({ db: openDatabase(heard), ledgerId: "live" }, { from: day(0), to: day(6) });
  expect(asked).toHaveLength(1);
  const sql = asked[0] ?? "";
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...[...sql.matchAll(/\?/g)].map(() => 1))
    .all<{ detail: string }>();
  expect(results.map(({ detail }) => detail).filter((step) => /SEARCH|SCAN/.test(step))).toEqual([
    "SEARCH season_reports USING INDEX season_reports_by_day (ledger_id=? AND report_date>? AND report_date<?)",
    "SEARCH season_companies USING PRIMARY KEY (ledger_id=? AND symbol=?) LEFT-JOIN",
    "SEARCH upcoming_forecasts USING PRIMARY KEY (ledger_id=? AND symbol=? AND fiscal_quarter_end=?) LEFT-JOIN",
    "SEARCH predictions USING INDEX predictions_by_request (scope=? AND request_key=?) LEFT-JOIN",
    "SEARCH season_moves USING PRIMARY KEY (ledger_id=? AND symbol=? AND fiscal_quarter_end=?) LEFT-JOIN",
  ]);
});

function aReport(symbol: string, reportDate: string): typeof seasonReports.$inferInsert {
  return {
    ledgerId: "sample",
    symbol,
    fiscalQuarterEnd: quarter,
    isQuarterDeclared: true,
    reportDate,
    isDayKnown: true,
    isConfirmed: true,
    consensusEps: 1,
    source: "Source",
    isImported: false,
    firstSeenAt: now,
    changedAt: now,
  };
}

function aScore(symbol: string): typeof upcomingForecasts.$inferInsert {
  return {
    ledgerId: "sample",
    symbol,
    fiscalQuarterEnd: quarter,
    beatProbability: 0.71,
    baseRate: 0.62,
    edgeVerdict: "edge_up",
    confidence: "medium",
    featureTier: "full",
    modelVersion: "m",
    consensusEps: 1,
    scoredAt: now,
  };
}

async function aRecord(symbol: string, given: Partial<typeof predictions.$inferInsert>): Promise<void> {
  const id = `prd_${symbol}`;
  const shared = { symbol, dataMode: "sample", modelVersion: "m", createdAt: now } as const;
  await db.insert(predictions).values({
    ...shared,
    id,
    scope: recordScope("sample"),
    ledgerId: "sample",
    evidenceHash: "0",
    requestKey: recordKey(symbol, quarter),
    companyName: symbol,
    predictionType: "beat",
    beatProbability: 0.7,
    predictedProbability: 0.7,
    baseRate: 0.62,
    confidence: "medium",
    consensusEps: 1,
    fiscalQuarterEnd: quarter,
    ledgerSeq: 1,
    state: "pending",
    ...given,
  });
}

it("names the companies on the reader's watchlist, to that reader alone", async () => {
  const [reader, other] = [await aPerson(), await aPerson()];
  expect((await read(reader.token)).own).toEqual([]);
  for (const symbol of ["S03", "S01"])
    await call("PUT", `/api/watchlist/${symbol}`, { token: reader.token, body: {} });
  expect((await read(reader.token)).own).toEqual(["S01", "S03"]);
  expect((await read(other.token)).own).toEqual([]);
  expect((await read()).own).toEqual([]);
});
