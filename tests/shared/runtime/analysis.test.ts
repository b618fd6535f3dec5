import { describe, expect, inject, it } from "vitest";
import type { User } from "#contract/account.ts";
import { type AnalysisResponse, analysisResponseSchema } from "#contract/analysis.ts";
import { aPerson, call } from "../../worker/api.ts";

const replayUrl = inject("replayUrl");

const analyze = (symbol: string, token: string) =>
  call<AnalysisResponse>("POST", `/api/analyze/${symbol}`, { token });

describe.skipIf(replayUrl === null)("an analysis on the recorded Yahoo", () => {
  it("AAPL: the displayed figures are the recorded ones", async () => {
    const { token } = await aPerson();
    const answer = await analyze("aapl", token);
    expect(answer.status).toBe(200);
    const analysis = analysisResponseSchema.parse(answer.body);
    expect(analysis.dataMode).toBe("live");
    expect(analysis.stock).toMatchObject({ symbol: "AAPL", name: "Apple Inc.", price: 245.55 });
    expect(analysis.earningsData).toMatchObject({
      analystConsensus: 1.60796,
      analystCount: 27,
      estimateLow: 1.5,
      estimateHigh: 1.67,
      yearAgoEps: 1.53,
      earningsDate: "2025-04-30T10:59:00.000Z",
      earningsDateEnd: "2025-05-05T12:00:00.000Z",
      isEarningsDateEstimate: true,
      isStale: false,
    });
    expect(analysis.earningsData.history.map(({ estimate, actual }) => [estimate, actual])).toEqual([
      [2.34102, 2.4],
      [0.94654, 0.97],
      [1.34086, 1.4],
      [1.49923, 1.53],
    ]);
    expect(analysis.newsAnalysis?.articles).toHaveLength(3);
    const shown = analysis.evidence.filter((row) => row.kind === "price_target").map((row) => row.value);
    expect(shown).toEqual(expect.arrayContaining([252.22575, 325, 197]));
    for (const row of analysis.evidence)
      if (row.state === "live") expect(Date.parse(row.asOf)).toBeLessThanOrEqual(Date.parse(analysis.asOf));
  });

  it.each(["ABBV", "AMZN", "GOOG"])("%s: completes and is locked before its report", async (symbol) => {
    const { token } = await aPerson();
    const answer = await analyze(symbol, token);
    const analysis = analysisResponseSchema.parse(answer.body);
    expect(analysis).toMatchObject({ stock: { symbol }, dataMode: "live", prediction: { isLocked: true } });
  });

  it.each(["ARMK", "SPOT"])("%s: completes, is called stale and locks nothing", async (symbol) => {
    const { token } = await aPerson();
    const analysis = analysisResponseSchema.parse((await analyze(symbol, token)).body);
    expect(analysis).toMatchObject({ earningsData: { isStale: true }, prediction: { isLocked: false } });
  });

  it.each([
    ["BTC-USD", 422, "not_a_company"],
    ["QQQ", 422, "not_a_company"],
    ["CMCOM.AS", 422, "no_estimate"],
    ["ZZZZZ", 404, "unknown_symbol"],
  ])("%s: %i %s, and nothing is counted", async (symbol, status, code) => {
    const { token } = await aPerson();
    expect(await analyze(symbol, token)).toMatchObject({ status, body: { code } });
    const { body } = await call<{ user: User }>("GET", "/api/auth/profile", { token });
    expect(body.user.apiCallsUsed).toBe(0);
  });
});
