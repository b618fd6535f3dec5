import { describe, expect, it } from "vitest";
import type { CompanyReport } from "#contract/market-data.ts";
import { MarketError } from "#market/port.ts";
import { aSummary, aYahoo, now, refusal, SUMMARY, summaryBody } from "./bodies.ts";

const read = (modules: Record<string, unknown> = {}) =>
  aYahoo({ [SUMMARY]: summaryBody(aSummary(modules)) }).market.company("ACME", now);
const dataOf = (part: CompanyReport[Exclude<keyof CompanyReport, "identity">]) =>
  part.state === "missing" ? part.reason : part.data;

describe("a company at Yahoo", () => {
  it("is named, with the currency of its reports", async () => {
    expect((await read()).identity).toMatchObject({
      symbol: "ACME",
      name: "Acme Anvils Inc.",
      currency: "USD",
      financialCurrency: "USD",
      sector: "Industrials",
      price: 41.5,
      marketCap: 2_000_000_000,
    });
  });

  it("is asked for by Yahoo's way of writing a class of shares", async () => {
    const { market, asked } = aYahoo({});
    await market.company("BRK.B", now).catch(() => undefined);
    expect(asked.at(-1)?.url.pathname).toBe("/v10/finance/quoteSummary/BRK-B");
    await market.prices("OCDO.L", now);
    expect(asked.at(-1)?.url.pathname).toBe("/v8/finance/chart/OCDO.L");
  });

  it("has the consensus of the quarter being reported, not of the next one", async () => {
    expect(dataOf((await read()).estimate)).toEqual({
      fiscalQuarterEnd: "2025-01-31",
      consensusEps: 0.52,
      analystCount: 7,
      low: 0.45,
      high: 0.6,
      yearAgoEps: 0.48,
      growth: 0.0833,
    });
  });

  it("has its reported quarters, oldest first, without those that lack an actual figure", async () => {
    expect(dataOf((await read()).history)).toEqual([
      { fiscalQuarterEnd: "2024-04-30", reportDate: null, estimate: null, actual: 0.41 },
      { fiscalQuarterEnd: "2024-07-31", reportDate: null, estimate: 0.49, actual: 0.44 },
      { fiscalQuarterEnd: "2024-10-31", reportDate: null, estimate: 0.5, actual: 0.55 },
    ]);
  });

  it("has the consensus of earlier days, a missing one as null", async () => {
    expect(dataOf((await read()).revisions)).toEqual({
      current: 0.52,
      daysAgo7: 0.51,
      daysAgo30: 0.5,
      daysAgo60: null,
      daysAgo90: 0.47,
      upLast7: 1,
      upLast30: 2,
      downLast7: 0,
      downLast30: 1,
    });
  });

  it("has ratings, targets and the changes of rating up to now, newest first", async () => {
    const { ratings, priceTargets, ratingChanges } = await read();
    expect(dataOf(ratings)).toEqual({ strongBuy: 2, buy: 3, hold: 2, sell: 1, strongSell: 0 });
    expect(dataOf(priceTargets)).toEqual({ mean: 48.25, high: 55, low: 39, median: 48, analystCount: 8 });
    expect(ratingChanges).toMatchObject({ data: [{ firm: "Newbank" }, { firm: "Oldbank" }] });
  });

  it("names source, address and time on every part", async () => {
    const { identity, ...parts } = await read();
    for (const part of Object.values(parts))
      expect(part).toMatchObject({
        state: "live",
        source: "Yahoo Finance",
        url: expect.stringMatching(`^https://finance.yahoo.com/quote/${identity.symbol}/`),
        asOf: now.toISOString(),
      });
  });

  it.each([
    ["after the close", "2025-03-10T20:30:00Z", "post"],
    ["before the opening", "2025-03-10T11:30:00Z", "pre"],
  ])("reports %s by the clock of New York", async (_, at, session) => {
    const earnings = { earningsDate: [Date.parse(at) / 1000] };
    const { reportDate } = await read({ calendarEvents: { earnings } });
    expect(dataOf(reportDate)).toEqual({
      from: new Date(at).toISOString(),
      to: null,
      isEstimate: false,
      session,
    });
  });

  it("takes two report dates for a range, whose time of day means nothing", async () => {
    const days = ["2025-03-10T10:59:00Z", "2025-03-14T12:00:00Z"];
    const earnings = {
      earningsDate: days.map((day) => Date.parse(day) / 1000),
      isEarningsDateEstimate: true,
    };
    const { reportDate } = await read({ calendarEvents: { earnings } });
    expect(dataOf(reportDate)).toEqual({
      from: "2025-03-10T10:59:00.000Z",
      to: "2025-03-14T12:00:00.000Z",
      isEstimate: true,
      session: null,
    });
  });
});

describe("a company of which Yahoo lacks something", () => {
  it.each([
    ["earningsTrend", ["estimate", "revisions"]],
    ["earningsHistory", ["history"]],
    ["calendarEvents", ["reportDate"]],
    ["financialData", ["priceTargets"]],
    ["recommendationTrend", ["ratings"]],
    ["upgradeDowngradeHistory", ["ratingChanges"]],
  ])("without %s misses %j alone", async (module, expected) => {
    for (const absent of [undefined, null, {}, "nonsense", 7]) {
      const { identity, ...parts } = await read({ [module]: absent });
      expect(identity.symbol).toBe("ACME");
      const missing = Object.entries(parts).filter(([, part]) => part.state === "missing");
      expect(missing.map(([name]) => name)).toEqual(expected);
      for (const [, part] of missing) expect(part).toMatchObject({ reason: "empty" });
    }
  });

  it.each([
    ["0 by 0 analysts", { avg: 0, numberOfAnalysts: 0 }],
    ["0 by nobody known", { avg: 0, numberOfAnalysts: {} }],
    ["by 0 analysts", { avg: 1.2, numberOfAnalysts: 0 }],
    ["that is empty", { avg: {}, numberOfAnalysts: 3 }],
  ])("has no consensus from an estimate of %s", async (_, earningsEstimate) => {
    const { estimate, revisions, history } = await read({
      earningsTrend: { trend: [{ period: "0q", earningsEstimate, epsTrend: { current: 0 } }] },
    });
    expect([estimate.state, revisions.state, history.state]).toEqual(["missing", "missing", "live"]);
  });

  it("keeps a consensus of exactly zero that analysts stand behind", async () => {
    const earningsEstimate = { avg: 0, numberOfAnalysts: 4 };
    const { estimate } = await read({ earningsTrend: { trend: [{ period: "0q", earningsEstimate }] } });
    expect(estimate).toMatchObject({ data: { consensusEps: 0, analystCount: 4 } });
  });
});

describe("what is no company with earnings", () => {
  const reasonOf = async (answer: ReturnType<typeof summaryBody>) => {
    const error = await aYahoo({ [SUMMARY]: answer })
      .market.company("ACME", now)
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof MarketError)) throw new Error("a MarketError was expected");
    return `${error.reason}: ${error.message}`;
  };

  it.each([
    ["ETF", "an exchange-traded fund"],
    ["MUTUALFUND", "a mutual fund"],
    ["CRYPTOCURRENCY", "a cryptocurrency"],
    ["CURRENCY", "a currency pair"],
    ["INDEX", "an index"],
    ["FUTURE", "a futures contract"],
    ["WARRANT", "something else"],
  ])("%s is refused as %s", async (quoteType, kind) => {
    expect(await reasonOf(summaryBody(aSummary({ quoteType: { quoteType } })))).toBe(
      `not_a_company: ACME is ${kind}, not a company that reports earnings.`,
    );
  });

  it("is a listing without any fundamentals", async () => {
    expect(await reasonOf(refusal("No fundamentals data found for symbol: ACME"))).toMatch(/^not_a_company/);
  });

  it.each(["Quote not found for ticker symbol: ACME", "Quote not found for symbol: ACME"])(
    "%j is an unknown symbol",
    async (wording) => {
      expect(await reasonOf(refusal(wording))).toBe("unknown_symbol: No company is listed as ACME.");
    },
  );

  it("takes any other 404 for a fault of the source, never for an unknown symbol", async () => {
    expect(await reasonOf(refusal("no such path"))).toMatch(/^upstream/);
    expect(await reasonOf({ status: 404, body: "<html>gone</html>" })).toMatch(/^upstream/);
  });
});
