import { env, SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { DashboardResponse, PredictionListResponse } from "#contract/dashboard.ts";
import { dashboardResponseSchema } from "#contract/dashboard.ts";
import { aPerson, call, origin } from "../api.ts";
import { settleAs } from "./a-record.ts";

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
      pending: [],
      settled: [],
    });
  });

  it("counts settled calls only, with Wilson's interval", async () => {
    const { token } = await aPerson();
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

  it("keeps a streak over the days in a row up to today", async () => {
    const { token, user } = await aPerson();
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
    const [own, other] = [await aPerson(), await aPerson()];
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

describe("the history as a file", () => {
  const download = async (token: string, query = "") => {
    const response = await SELF.fetch(`${origin}/api/predictions/export.csv${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { type: response.headers.get("content-type"), lines: (await response.text()).split("\r\n") };
  };

  it("holds the calls that the filters let through, in the order asked for", async () => {
    const { token } = await aPerson();
    for (const symbol of ["AAPL", "MSFT", "KO"]) await analyze(symbol, token);
    const { type, lines } = await download(token, "?sort=symbol&direction=asc&pageSize=1");
    expect(type).toBe("text/csv; charset=utf-8");
    expect(lines[0]).toMatch(/^id,symbol,company,analyzed_at,prediction,probability_percent,/);
    expect(lines.slice(1, -1).map((line) => line.split(",")[1])).toEqual(["AAPL", "KO", "MSFT"]);
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
    expect(body.matches.map((match) => match.symbol)).toEqual(["MSFT", "AMD"]);
  });

  it("gives trending companies and coming reports, labelled as sample", async () => {
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
