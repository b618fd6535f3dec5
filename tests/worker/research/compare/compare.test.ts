import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnalysisResponse } from "#contract/analysis.ts";
import type { SeasonCalendar } from "#contract/calendar.ts";
import { type Comparison, TOO_MANY_COMPARED_MESSAGE } from "#contract/compare.ts";
import type { ErrorBody } from "#contract/error.ts";
import { OPEN_LARGEST_OF_WEEK } from "#contract/rules.ts";
import { DAY_MS, easternDay } from "#contract/time.ts";
import { storeCompanies } from "#season/companies.ts";
import { storeReports } from "#season/store-reports.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { aSubscriber } from "../../a-subscriber.ts";
import { aPerson, call } from "../../api.ts";
import { db } from "../../record/a-record.ts";

const store = { db, ledgerId: "sample" };
const now = new Date();
const day = (ahead: number) => easternDay(now.getTime() + ahead * DAY_MS);
/** One more company than a free account sees of a week. */
const companies = Array.from(
  { length: OPEN_LARGEST_OF_WEEK + 1 },
  (_, i) => `Z${String.fromCharCode(65 + i)}`,
);
const [LARGEST = "", SECOND = ""] = companies;
const SMALLEST = companies.at(-1) ?? "";

/**
 * Makes companies of all sizes that report tomorrow after eight beats, and one that has reported and has no next
 * report.
 */
beforeAll(async () => {
  const report = (symbol: string, ahead: number, reportedEps: number | null) => ({
    symbol,
    fiscalQuarterEnd: null,
    reportDate: day(ahead),
    session: null,
    isConfirmed: true,
    consensusEps: 1,
    analystCount: 9,
    reportedEps,
    basis: null,
    source: "a source",
    isImported: false,
  });
  const past = [1.1, 1, 0.9, 1.05, 1.05, 1.05, 1.05, 1.05];
  const reports = companies.flatMap((symbol) => [
    report(symbol, 1, null),
    ...past.map((eps, i) => report(symbol, 1 - 91 * (i + 1), eps)),
  ]);
  const moment = { now, today: day(0) };
  await storeReports(store, [...reports, report("ZPAST", -20, 1.2)], moment);
  await storeCompanies(
    store,
    companies.map((symbol, i) => ({
      symbol,
      name: `Company ${symbol}`,
      exchange: "NYSE",
      sector: "Energy",
      industry: null,
      country: null,
      currency: "USD",
      price: 20,
      marketCap: 1e9 * (companies.length - i),
    })),
    now,
  );
  await scoreUpcomingReports(store, now);
});

const compare = async (tickers: string, token?: string) =>
  (await call<Comparison>("GET", `/api/compare?s=${tickers}`, token ? { token } : {})).body;
const rowsOf = async (token: string) =>
  (await call<SeasonCalendar>("GET", `/api/calendar?from=${day(1)}&to=${day(1)}`, { token })).body.items;

describe("GET /api/compare", () => {
  it("has the calendar's numbers where the plan opens them, with steps that add up to P(beat)", async () => {
    const token = await aSubscriber("basic");
    const { items, opens } = await compare(`${SMALLEST},${LARGEST}`, token);
    expect(opens).toBe("all");
    expect(items.map(({ symbol }) => symbol)).toEqual([SMALLEST, LARGEST]);
    const rows = await rowsOf(token);
    for (const { symbol, prediction, closedBy, report, ownPredictionId } of items) {
      const { beatProbability, baseRate, edge, edgeVerdict, confidence } =
        rows.find((row) => row.symbol === symbol) ?? {};
      expect(beatProbability).toBeGreaterThan(0);
      expect(prediction).toMatchObject({
        from: "calendar",
        beatProbability,
        baseRate,
        edge,
        edgeVerdict,
        confidence,
      });
      const { start, steps } = prediction?.contributions ?? { start: { percent: 0 }, steps: [] };
      const sum = steps.reduce((at, { points }) => at + points, start.percent);
      expect(Math.abs(sum - 100 * (beatProbability ?? 0)), "the edge is rounded to a tenth").toBeLessThan(
        0.051,
      );
      const { eps, low, high } = prediction?.expectedEps ?? { eps: 0, low: null, high: null };
      expect(low).toBeLessThanOrEqual(eps);
      expect(high).toBeGreaterThanOrEqual(eps);
      expect([closedBy, ownPredictionId]).toEqual([null, null]);
      expect(report).toMatchObject({ reportDate: day(1), consensusEps: 1, state: "upcoming" });
    }
  });

  it("tells a met report from a miss in the last four, newest first", async () => {
    const [compared] = (await compare(LARGEST)).items;
    expect(compared?.pastReports.map(({ result, surprisePercent }) => [result, surprisePercent])).toEqual([
      ["beat", 10],
      ["met", 0],
      ["miss", -10],
      ["beat", 5],
    ]);
  });

  it("opens the largest of the week to a free account, as the calendar does, and shows a visitor none", async () => {
    const { token } = await aPerson();
    const free = await compare(`${SMALLEST},${SECOND}`, token);
    expect(free.items.map(({ closedBy }) => closedBy)).toEqual(["plan", null]);
    const visitor = await compare(`${SMALLEST},${SECOND}`);
    expect(visitor.items.map(({ closedBy }) => closedBy)).toEqual(["plan", "plan"]);
  });

  it("leaks nothing of a closed number: the answer is the same whatever the number is", async () => {
    const { token } = await aPerson();
    const answers = async () =>
      [await compare(SMALLEST), await compare(SMALLEST, token)].map(({ items }) => JSON.stringify(items));
    const before = await answers();
    await env.DB.prepare(
      "UPDATE upcoming_forecasts SET beat_probability = 0.99, confidence = 'very_high' WHERE symbol = ?",
    )
      .bind(SMALLEST)
      .run();
    expect(await answers()).toEqual(before);
    await scoreUpcomingReports(store, now);
  });

  it("shows no steps that do not lead to the calendar's number", async () => {
    await env.DB.prepare(
      "UPDATE upcoming_forecasts SET beat_probability = 0.99, ledger_seq = 7 WHERE symbol = ?",
    )
      .bind(SECOND)
      .run();
    const token = await aSubscriber("basic");
    const [second] = (await compare(SECOND, token)).items;
    expect(second?.prediction).toMatchObject({
      beatProbability: 0.99,
      contributions: null,
      expectedEps: null,
      asOf: null,
    });
  });

  it("shows the reader's own analysis where the calendar has no number for them, and nobody else's", async () => {
    const { token } = await aPerson();
    const analysis = (await call<AnalysisResponse>("POST", "/api/analyze/AAPL", { token, body: {} })).body;
    const { fiscalQuarterEnd } = analysis.earningsData;
    await env.DB.prepare("DELETE FROM upcoming_forecasts WHERE symbol = 'AAPL'").run();
    const [own] = (await compare("AAPL", token)).items;
    expect(own).toMatchObject({
      name: analysis.stock.name,
      closedBy: null,
      ownPredictionId: analysis.predictionId,
      report: { fiscalQuarterEnd },
      prediction: {
        from: "own_analysis",
        asOf: analysis.asOf,
        beatProbability: analysis.prediction.beatProbability,
        confidence: analysis.prediction.confidence,
        expectedEps: { eps: analysis.earningsData.expectedEps, ...analysis.earningsData.expectedEpsRange },
      },
    });
    const stranger = await aPerson();
    const [theirs] = (await compare("AAPL", stranger.token)).items;
    expect(theirs).toMatchObject({ prediction: null, closedBy: "not_predicted", ownPredictionId: null });
  });

  it("shows the last report of a company whose next one is not known", async () => {
    const [past] = (await compare("ZPAST")).items;
    expect(past).toMatchObject({
      name: "ZPAST",
      report: { state: "reported", reportedEps: 1.2, outcome: "beat" },
      prediction: null,
      closedBy: "not_predicted",
      sectorSeason: null,
    });
  });

  it("folds duplicates however they are written, and names what it does not know", async () => {
    const { items, unknown } = await compare(`${LARGEST.toLowerCase()},NOBODY,%20${LARGEST},,BRK-B,brk.b`);
    expect(items.map(({ symbol }) => symbol)).toEqual([LARGEST]);
    expect(unknown).toEqual(["NOBODY", "BRK.B"]);
  });

  it.each([
    ["A,B,C,D,E", TOO_MANY_COMPARED_MESSAGE],
    ["A,%3Cb%3E", '"<b>" is not a ticker symbol.'],
    ["", "Name at least one company, as in s=AAPL,MSFT."],
    ["A,".repeat(101), ""],
  ])("refuses s=%.12s", async (tickers, message) => {
    const { status, body } = await call<ErrorBody>("GET", `/api/compare?s=${tickers}`);
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });
});
