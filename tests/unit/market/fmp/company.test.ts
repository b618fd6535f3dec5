import { describe, expect, it } from "vitest";
import type { Part } from "#contract/market-data.ts";
import type { Answer } from "../sources.ts";
import { acme, anFmp, now, report } from "./bodies.ts";

const read = (answers: Record<string, Answer> = {}, at = now) => anFmp(answers).market.company("ACME", at);
const dataOf = <T>(part: Part<T>) => (part.state === "missing" ? part.reason : part.data);

describe("a company at Financial Modeling Prep", () => {
  it("has its past reports with their days, oldest first", async () => {
    const revenue = { consensus: 1_000, reported: null };
    expect(dataOf((await read()).history)).toEqual([
      { fiscalQuarterEnd: "2024-10-31", reportDate: "2024-11-27", estimate: 0.48, actual: 0.5, revenue },
      { fiscalQuarterEnd: "2025-01-31", reportDate: "2025-02-26", estimate: 0.47, actual: 0.47, revenue },
      { fiscalQuarterEnd: "2025-04-30", reportDate: "2025-05-28", estimate: 0.49, actual: 0.44, revenue },
      { fiscalQuarterEnd: "2025-07-31", reportDate: "2025-08-27", estimate: 0.5, actual: 0.55, revenue },
    ]);
  });

  it("has the estimate of the next report, with range and analysts from the fiscal estimates", async () => {
    expect(dataOf((await read()).estimate)).toEqual({
      fiscalQuarterEnd: "2025-10-31",
      consensusEps: 0.6,
      analystCount: 7,
      low: 0.52,
      high: 0.66,
      yearAgoEps: 0.5,
      growth: expect.closeTo(0.2, 10),
      consensusRevenue: 1_000,
    });
  });

  it("takes no range that the estimate lies outside of", async () => {
    const other = { body: [{ date: "2025-10-31", epsLow: 0.1, epsHigh: 0.2, numAnalystsEps: 7 }] };
    expect((await read({ "analyst-estimates?quarter": other })).estimate).toMatchObject({
      data: { low: null, high: null, analystCount: 7 },
    });
  });

  it("reports some time on a day of New York, not known to be confirmed", async () => {
    expect(dataOf((await read()).reportDate)).toEqual({
      from: "2025-11-26T05:00:00.000Z",
      to: "2025-11-27T04:59:59.000Z",
      isEstimate: true,
      session: null,
    });
  });

  it("has targets, ratings and the changes of rating up to now, newest first", async () => {
    const { priceTargets, ratings, ratingChanges } = await read();
    expect(dataOf(priceTargets)).toEqual({ mean: 48.25, high: 55, low: 39, median: 48, analystCount: null });
    expect(dataOf(ratings)).toEqual({ strongBuy: 1, buy: 5, hold: 3, sell: 1, strongSell: 0 });
    expect(dataOf(ratingChanges)).toEqual([
      {
        firm: "Newbank",
        date: "2025-08-01T04:00:00.000Z",
        action: "down",
        fromGrade: "Buy",
        toGrade: "Hold",
      },
      { firm: "Oldbank", date: "2025-07-01T04:00:00.000Z", action: "main", fromGrade: "Buy", toGrade: "Buy" },
    ]);
  });

  it("has no trend of the estimate, which is said", async () => {
    expect((await read()).revisions).toMatchObject({ state: "missing", reason: "unsupported" });
  });

  it("names the source on every part, and never its key", async () => {
    const text = JSON.stringify(await read());
    expect(text).not.toContain("a-secret-key");
    const { identity, revisions, ...parts } = await read();
    for (const part of Object.values(parts))
      expect(part).toMatchObject({
        source: "Financial Modeling Prep",
        state: "live",
        asOf: now.toISOString(),
      });
  });
});

describe("reports by FMP's calendar", () => {
  it("one whose day has passed without a figure stays the next one, so that it shows as overdue", async () => {
    const { reportDate, estimate } = await read({}, new Date("2025-12-01T16:00:00Z"));
    expect(reportDate).toMatchObject({ data: { to: "2025-11-27T04:59:59.000Z" } });
    expect(estimate).toMatchObject({ data: { consensusEps: 0.6 } });
  });

  it("a figure of the future is not known yet under an earlier clock, nor an estimate updated later", async () => {
    const { history, estimate, reportDate } = await read({}, new Date("2025-05-01T16:00:00Z"));
    expect(dataOf(history)).toHaveLength(2);
    expect(reportDate).toMatchObject({ data: { from: "2025-05-28T04:00:00.000Z" } });
    expect(dataOf(estimate)).toBe("empty");
  });

  it("a fiscal year nobody declares is guessed for past quarters, never for the one ahead", async () => {
    const { history, estimate } = await read({ "analyst-estimates?annual": { body: [] } });
    expect(history).toMatchObject({ data: [{ fiscalQuarterEnd: "2024-10-31" }, {}, {}, {}] });
    expect(estimate).toMatchObject({
      data: { consensusEps: 0.6, fiscalQuarterEnd: null, analystCount: null },
    });
  });

  it("an estimate of zero stands, one that is missing does not", async () => {
    const upcoming = (estimate: number | null) => ({
      earnings: { body: [report("2025-11-26", estimate, null)] },
    });
    expect((await read(upcoming(0))).estimate).toMatchObject({ data: { consensusEps: 0 } });
    expect(dataOf((await read(upcoming(null))).estimate)).toBe("empty");
  });
});

describe("an FMP that lacks something or refuses", () => {
  const notInPlan: Answer = {
    status: 402,
    body: {
      "Error Message": "Exclusive Endpoint : This endpoint is not available under your current subscription",
    },
  };

  it.each([
    ["price-target-consensus", "priceTargets"],
    ["grades-consensus", "ratings"],
    ["grades", "ratingChanges"],
  ] as const)("without %s misses %s alone", async (list, part) => {
    const company = await read({ [list]: notInPlan });
    expect(company[part]).toMatchObject({ state: "missing", reason: "not_in_plan" });
    expect(company.estimate.state).toBe("live");
  });

  it("asks for the few reports of the free plan where the long list is refused", async () => {
    const { market, asked } = anFmp({ earnings: notInPlan });
    await expect(market.company("ACME", now)).rejects.toMatchObject({ reason: "not_in_plan" });
    const limits = asked.filter(({ url }) => url.pathname === "/stable/earnings");
    expect(limits.map(({ url }) => url.searchParams.get("limit"))).toEqual(["44", "5"]);
  });

  it.each<[string, Answer, string]>([
    [
      "a limit under status 200",
      { body: { "Error Message": "Limit Reach . Please upgrade your plan" } },
      "rate_limited",
    ],
    ["a wrong key under status 200", { body: { "Error Message": "Invalid API KEY." } }, "unauthorized"],
    ["a wrong key", { status: 401, body: { "Error Message": "Invalid API KEY." } }, "unauthorized"],
    [
      "a legacy address",
      { status: 403, body: { "Error Message": "Legacy Endpoint : Due to Legacy" } },
      "not_in_plan",
    ],
    ["429", { status: 429, headers: { "retry-after": "9" }, body: "" }, "rate_limited"],
    ["500", { status: 500, body: "<html>" }, "upstream"],
    ["HTML", { body: "<html>" }, "malformed"],
    ["another shape", { body: { earnings: [] } }, "malformed"],
    ["rows of another shape", { body: [{ when: "soon" }] }, "malformed"],
    ["no connection", "no connection", "upstream"],
  ])("tells %s as what it is", async (_, answer, reason) => {
    await expect(read({ earnings: answer })).rejects.toMatchObject({ name: "MarketError", reason });
  });

  it("knows a company by its reports alone, by its ticker for a name", async () => {
    const { identity, estimate } = await read({ profile: { body: [] } });
    expect(identity).toMatchObject({ symbol: "ACME", name: "ACME", price: null, currency: null });
    expect(estimate.state).toBe("live");
  });

  it("does not name the currency of a foreign company's reports", async () => {
    const [profile] = (acme.profile as { body: object[] }).body;
    const { identity } = await read({ profile: { body: [{ ...profile, isAdr: true }] } });
    expect(identity).toMatchObject({ currency: "USD", financialCurrency: null });
  });
});

describe("tickers at FMP", () => {
  it("one without profile and reports is unknown", async () => {
    await expect(read({ profile: { body: [] }, earnings: { body: [] } })).rejects.toMatchObject({
      reason: "unknown_symbol",
      message: "No company is listed as ACME.",
    });
  });

  it.each([{ isEtf: true }, { isFund: true }, { exchange: "CRYPTO" }])("%j is no company", async (over) => {
    const profile = { body: [{ symbol: "ACME", exchange: "NYSE", ...over }] };
    await expect(read({ profile })).rejects.toMatchObject({ reason: "not_a_company" });
  });

  it.each(["BTC-USD", "EURUSD=X", "GC=F", "^GSPC"])("%s is refused without a call", async (symbol) => {
    const { market, asked } = anFmp();
    await expect(market.company(symbol, now)).rejects.toMatchObject({ reason: "not_a_company" });
    expect(asked).toHaveLength(0);
  });
});
