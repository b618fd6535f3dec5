import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import {
  type DashboardResponse,
  dashboardResponseSchema,
  type PredictionListResponse,
} from "#contract/dashboard.ts";
import {
  marketOverviewResponseSchema,
  type SymbolSearchResponse,
  symbolSearchResponseSchema,
} from "#contract/market.ts";
import { easternDay } from "#contract/time.ts";
import { unlockedRow } from "#record/prediction-row.ts";
import { writeRows } from "#record/write-entries.ts";
import { storeCompanies } from "#season/companies.ts";
import { storeReports } from "#season/store-reports.ts";
import { seen } from "../../unit/season/a-report.ts";
import { aConfirmedPerson, aPerson, call, fetchWorker, origin } from "../api.ts";
import { db, settleAs } from "./a-record.ts";

const dashboard = (token: string) => call<DashboardResponse>("GET", "/api/dashboard", { token });
const list = (token: string, query = "") =>
  call<PredictionListResponse>("GET", `/api/predictions${query}`, { token });
const analyze = (symbol: string, token: string) =>
  call<{ predictionId: string }>("POST", `/api/analyze/${symbol}`, { token });

describe("the dashboard", () => {
  it("is empty for a new person, with no percentage made up", async () => {
    const { token } = await aPerson();
    const { body } = await dashboard(token);
    expect(dashboardResponseSchema.parse(body)).toEqual({
      recentPredictions: [],
      accuracyMetrics: { totalPredictions: 0, overallAccuracy: null, currentStreak: 0 },
      metrics: {
        overallAccuracy: null,
        beatAccuracy: null,
        missAccuracy: null,
        totalPredictions: 0,
        settledPredictions: 0,
        confidenceInterval: null,
      },
      scorecard: {
        settled: 0,
        correct: 0,
        wrong: 0,
        accuracy: null,
        beatRate: null,
        beatCalls: null,
        missCalls: null,
        brier: null,
        baseBrier: null,
        skill: null,
        bins: Array.from({ length: 10 }, (_, i) => ({
          from: i / 10,
          to: (i + 1) / 10,
          n: 0,
          meanProbability: null,
          beat: null,
        })),
        byConfidence: [],
        bySector: [],
        byModel: [],
        byQuarter: [],
      },
      unsettled: [],
      pending: [],
      settled: [],
      unreadAlerts: 0,
    });
  });

  it("counts settled calls only, with Wilson's interval", async () => {
    const { token } = await aConfirmedPerson();
    const ids = [];
    for (const symbol of ["AAPL", "MSFT", "KO", "PEP"])
      ids.push((await analyze(symbol, token)).body.predictionId);
    await settleAs(ids[0] ?? "", true);
    await settleAs(ids[1] ?? "", true);
    await settleAs(ids[2] ?? "", false);
    const { body } = await dashboard(token);
    expect(body.accuracyMetrics).toEqual({ totalPredictions: 4, overallAccuracy: 66.7, currentStreak: 1 });
    expect(body.metrics.confidenceInterval).toEqual({ low: 20.8, high: 93.9 });
    expect(body.pending.map((item) => item.stock.symbol)).toEqual(["PEP"]);
    expect(body.settled).toHaveLength(3);
  });

  it("lists every prediction with its state, and leaves those that never settle out of the counts", async () => {
    const { token, user } = await aConfirmedPerson();
    for (const symbol of ["AAPL", "MSFT", "KO", "PEP"]) await analyze(symbol, token);
    const become = (symbol: string, state: string, reason: string, reportsAt: string | null) =>
      env.DB.prepare(
        "UPDATE predictions SET state = ?, state_reason = ?, reports_at = ? WHERE user_id = ? AND symbol = ?",
      )
        .bind(state, reason, reportsAt && Date.parse(reportsAt), user.id, symbol)
        .run();
    await become("AAPL", "void", "No source gave a reported figure within 30 days.", "2026-08-03");
    await become("MSFT", "unlocked", "No report date is known.", null);
    await become("KO", "review", "A reports 1, B 2: they disagree.", "2026-11-30");
    await env.DB.prepare("UPDATE predictions SET reports_at = ? WHERE user_id = ? AND symbol = 'PEP'")
      .bind(Date.parse("2026-12-01"), user.id)
      .run();
    const { body } = await dashboard(token);
    expect(
      body.recentPredictions.map(({ symbol, state, stateReason }) => [symbol, state, stateReason]),
    ).toEqual([
      ["PEP", "pending", null],
      ["KO", "review", "A reports 1, B 2: they disagree."],
      ["MSFT", "unlocked", "No report date is known."],
      ["AAPL", "void", "No source gave a reported figure within 30 days."],
    ]);
    expect(body.unsettled).toEqual([
      { quarter: "2026-Q3", pending: 0, review: 0, void: 1, unlocked: 0 },
      { quarter: "2026-Q4", pending: 1, review: 1, void: 0, unlocked: 0 },
      { quarter: null, pending: 0, review: 0, void: 0, unlocked: 1 },
    ]);
    expect([body.metrics.totalPredictions, body.metrics.settledPredictions]).toEqual([4, 0]);
    for (const [outcome, symbol] of [
      ["void", "AAPL"],
      ["unlocked", "MSFT"],
      ["review", "KO"],
      ["pending", "PEP"],
    ])
      expect((await list(token, `?outcome=${outcome}`)).body.items.map(({ stock }) => stock.symbol)).toEqual([
        symbol,
      ]);
  });

  it("keeps a streak over the days in a row up to today", async () => {
    const { token, user } = await aConfirmedPerson();
    for (const symbol of ["AAPL", "MSFT", "KO"]) await analyze(symbol, token);
    const { results } = await env.DB.prepare("SELECT id FROM predictions WHERE user_id = ?")
      .bind(user.id)
      .all();
    for (const [daysAgo, row] of results.entries())
      await env.DB.prepare("UPDATE predictions SET created_at = ? WHERE id = ?")
        .bind(Date.now() - daysAgo * 86_400_000, row.id)
        .run();
    expect((await dashboard(token)).body.accuracyMetrics.currentStreak).toBe(3);
  });
});

describe("the history of predictions", () => {
  it("filters, sorts and pages a person's own calls", async () => {
    const [own, other] = [await aConfirmedPerson(), await aPerson()];
    for (const symbol of ["AAPL", "MSFT", "KO"]) await analyze(symbol, own.token);
    await analyze("AAPL", other.token);
    const bySymbol = await list(own.token, "?sort=symbol&direction=asc&pageSize=2");
    expect(bySymbol.body.items.map((item) => item.stock.symbol)).toEqual(["AAPL", "KO"]);
    expect(bySymbol.body.total).toBe(3);
    const second = await list(own.token, "?sort=symbol&direction=asc&pageSize=2&page=2");
    expect(second.body.items.map((item) => item.stock.symbol)).toEqual(["MSFT"]);
    expect((await list(own.token, "?symbol=aapl")).body.total).toBe(1);
    expect((await list(own.token, "?outcome=correct")).body.total).toBe(0);
    expect((await list(own.token, "?from=2000-01-01&to=2000-12-31")).body.total).toBe(0);
  });

  it.each([
    "?page=0",
    "?page=-1",
    "?page=1e99",
    "?pageSize=101",
    "?page=NaN",
    "?outcome=maybe",
    "?from=yesterday",
  ])("refuses %s", async (query) => {
    const { token } = await aPerson();
    expect((await list(token, query)).status).toBe(400);
  });

  it("shows a person the frozen analysis of an own call, and nobody else", async () => {
    const [own, other] = [await aPerson(), await aPerson()];
    const { predictionId } = (await analyze("JPM", own.token)).body;
    const mine = await call<{ analysis: { stock: { symbol: string } } }>(
      "GET",
      `/api/predictions/${predictionId}`,
      {
        token: own.token,
      },
    );
    expect(mine.body.analysis.stock.symbol).toBe("JPM");
    expect((await call("GET", `/api/predictions/${predictionId}`, { token: other.token })).status).toBe(404);
  });
});

it("a prediction that cannot be put on the record is stored with the reason", async () => {
  const { token, user } = await aPerson();
  const { predictionId } = (await analyze("KO", token)).body;
  const { body } = await call<{ analysis: Analysis }>("GET", `/api/predictions/${predictionId}`, { token });
  const reason = "No report date is known, so this prediction cannot be locked before one.";
  const unlocked = { ...body.analysis.prediction, isLocked: false, notLockedReason: reason };
  const [ledgerId, userId] = ["sample", user.id];
  const store = (id: string, analysis: Analysis) =>
    writeRows(db, [
      unlockedRow(
        {
          owner: { id, scope: `user:${userId}`, userId, ledgerId, requestKey: id },
          evidence: analysis,
          evidenceHash: id,
          lockId: analysis.id,
        },
        new Date(),
      ),
    ]);
  await store("prd_stale", { ...body.analysis, id: "ana_stale", prediction: unlocked });
  await store("prd_vague", {
    ...body.analysis,
    id: "ana_vague",
    earningsData: { ...body.analysis.earningsData, fiscalQuarterEnd: null },
  });
  const items = (await list(token, "?outcome=unlocked")).body.items;
  expect(items.map(({ id, stateReason }) => [id, stateReason]).toSorted()).toEqual([
    ["prd_stale", reason],
    [
      "prd_vague",
      "We do not know which quarter the next report covers, so this prediction could not be settled.",
    ],
  ]);
});

describe("the history as a file", () => {
  const download = async (token: string, query = "") => {
    const response = await fetchWorker(`${origin}/api/predictions/export.csv${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { type: response.headers.get("content-type"), lines: (await response.text()).split("\r\n") };
  };

  it("holds the calls that the filters let through, in the order asked for", async () => {
    const { token } = await aConfirmedPerson();
    for (const symbol of ["AAPL", "MSFT", "KO"]) await analyze(symbol, token);
    const { type, lines } = await download(token, "?sort=symbol&direction=asc&pageSize=1");
    expect(type).toBe("text/csv; charset=utf-8");
    expect(lines[0]).toMatch(/^id,symbol,company,analyzed_at,prediction,probability_percent,/);
    expect(lines.slice(1, -1).map((line) => line.split(",")[1])).toEqual(["AAPL", "KO", "MSFT"]);
    expect(lines[0]).toMatch(/,is_correct,state,state_reason,data$/);
    expect(lines[1]).toMatch(/,pending,,sample$/);
    expect((await download(token, "?symbol=KO")).lines).toHaveLength(3);
  });

  it("keeps a company's name from becoming a formula or breaking its row", async () => {
    const { token, user } = await aPerson();
    await analyze("AAPL", token);
    await env.DB.prepare("UPDATE predictions SET company_name = ? WHERE user_id = ?")
      .bind('=HYPERLINK("http://x", "y")', user.id)
      .run();
    expect((await download(token)).lines[1]).toContain(`,AAPL,"'=HYPERLINK(""http://x"", ""y"")",`);
  });

  it("is a person's own", async () => {
    const [own, other] = [await aPerson(), await aPerson()];
    await analyze("JPM", own.token);
    expect((await download(other.token)).lines).toHaveLength(2);
  });
});

describe("lists of the market", () => {
  it("finds companies by ticker and name", async () => {
    const { token } = await aPerson();
    const { body } = await call<{ matches: { symbol: string }[] }>("GET", "/api/symbols?q=micro", { token });
    expect(body.matches.slice(0, 3).map((match) => match.symbol)).toEqual(["MSFT", "MU", "AMD"]);
  });

  it("takes the one company of a name, and names the nearest where there is none", async () => {
    const { token } = await aPerson();
    const search = async (text: string) =>
      (await call<SymbolSearchResponse>("GET", `/api/symbols?q=${encodeURIComponent(text)}`, { token })).body;
    expect(symbolSearchResponseSchema.parse(await search("Bank of America"))).toMatchObject({
      resolved: "BAC",
      matches: [{ symbol: "BAC", name: "Bank of America Corporation" }],
    });
    expect(await search("Bank of Amerca")).toMatchObject({
      resolved: null,
      matches: [],
      nearest: [{ symbol: "BAC" }],
    });
  });

  it("gives the mood of the market and the season of all reports, with the interval of each share", async () => {
    const { token } = await aPerson();
    const now = new Date();
    const today = easternDay(now);
    const store = { db, ledgerId: "sample" };
    // The analyses of the other tests have left reports there.
    await env.DB.prepare("DELETE FROM season_reports").run();
    const reported = (symbol: string, reportedEps: number | null, reportDate = today) =>
      seen({ symbol, reportDate, consensusEps: 1, reportedEps });
    const reports = [
      reported("ONE", 1.1),
      reported("TWO", 0.9),
      reported("BANK", 1.2),
      reported("OPEN", null),
      reported("OLD", 2, "2020-01-30"),
    ];
    await storeReports(store, reports, { now, today });
    const unknown = { name: null, exchange: null, industry: null, country: null, currency: null };
    const rest = { ...unknown, price: null, marketCap: null };
    const companies = [
      { ...rest, symbol: "ONE", sector: "Energy" },
      { ...rest, symbol: "TWO", sector: "Energy" },
      { ...rest, symbol: "BANK", sector: "Banks" },
    ];
    await storeCompanies(store, companies, now);
    const { body } = await call("GET", "/api/market/overview", { token });
    const overview = marketOverviewResponseSchema.parse(body);
    expect(overview.mood?.label).toMatch(/^(Fear|Neutral|Greed)$/);
    expect(overview.season).toMatchObject({
      reported: 3,
      beats: 2,
      last90Days: { reported: 3, beats: 2 },
      sectors: [
        { sector: "Energy", reported: 2, beats: 1 },
        { sector: "Banks", reported: 1, beats: 1 },
      ],
    });
    expect(overview.season.low).toBeCloseTo(0.208, 3);
    expect(overview.season.high).toBeCloseTo(0.939, 3);
  });

  it("gives trending companies and coming reports, labeled as sample", async () => {
    const { token } = await aPerson();
    const trending = await call<{ dataMode: string; items: unknown[] }>("GET", "/api/market/trending", {
      token,
    });
    expect(trending.body.dataMode).toBe("sample");
    expect(trending.body.items).toHaveLength(10);
    const calendar = await call<{ items: { reportDate: string }[] }>("GET", "/api/market/calendar", {
      token,
    });
    const days = calendar.body.items.map((item) => item.reportDate);
    expect(days).toEqual([...days].sort());
  });
});
