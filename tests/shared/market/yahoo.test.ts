import { describe, expect, it } from "vitest";
import type { Part } from "#contract/market-data.ts";
import { yahooMarket } from "#market/yahoo/yahoo.ts";
import { recordedAnswer, recordedYahoo } from "./recorded-yahoo.ts";
import { areThere, at, figure, recordedFile, recordedSymbols, recording, rowsAt } from "./recordings.ts";

/** Market time in these tests; the recordings are from the day before and from this morning. */
const now = new Date("2025-02-25T15:00:00Z");

const market = recordedYahoo();

const summaryOf = (symbol: string) =>
  at(recording(`yahoo/${symbol}/quoteSummary.json`)?.body, "quoteSummary", "result", 0);
const companies = recordedSymbols.filter(
  (symbol) => at(summaryOf(symbol), "quoteType", "quoteType") === "EQUITY",
);
const others = recordedSymbols.filter((symbol) => !companies.includes(symbol));

const dataOf = <T>(part: Part<T>): T | null => (part.state === "missing" ? null : part.data);
const instant = (seconds: number | null | undefined) =>
  seconds == null ? undefined : new Date(seconds * 1000).toISOString();

describe.skipIf(!areThere)("every recorded company", () => {
  it("is one of 14, beside ten recorded tickers that are no companies", () => {
    expect([companies.length, others.length]).toEqual([14, 10]);
  });

  it.each(companies)("%s: the consensus and the past quarters are the recorded figures", async (symbol) => {
    const summary = summaryOf(symbol);
    const { estimate, history } = await market.company(symbol, now);
    const trend = rowsAt(summary, "earningsTrend", "trend").find((row) => at(row, "period") === "0q");
    const ofTrend = (name: string) => figure(at(trend, "earningsEstimate", name));
    expect(dataOf(estimate)).toEqual(
      ofTrend("numberOfAnalysts")
        ? {
            fiscalQuarterEnd: at(trend, "endDate"),
            consensusEps: ofTrend("avg"),
            analystCount: ofTrend("numberOfAnalysts"),
            low: ofTrend("low"),
            high: ofTrend("high"),
            yearAgoEps: ofTrend("yearAgoEps"),
            growth: ofTrend("growth"),
          }
        : null,
    );
    const quarters = rowsAt(summary, "earningsHistory", "history")
      .filter((row) => figure(at(row, "epsActual")) !== null)
      .map((row) => ({
        fiscalQuarterEnd: instant(figure(at(row, "quarter")))?.slice(0, 10),
        reportDate: null,
        estimate: figure(at(row, "epsEstimate")),
        actual: figure(at(row, "epsActual")),
      }));
    expect((dataOf(history) ?? []).map((quarter) => ({ ...quarter, reportDate: null }))).toEqual(quarters);
  });

  it.each(companies)("%s: report date, targets and ratings are the recorded figures", async (symbol) => {
    const summary = summaryOf(symbol);
    const { identity, reportDate, priceTargets, ratings, ratingChanges } = await market.company(symbol, now);
    const dates = rowsAt(summary, "calendarEvents", "earnings", "earningsDate").map(figure);
    const report = dataOf(reportDate);
    expect([report?.from, report?.to ?? undefined]).toEqual([instant(dates[0]), instant(dates[1])]);
    expect(dataOf(priceTargets)?.mean ?? null).toBe(figure(at(summary, "financialData", "targetMeanPrice")));
    const months = rowsAt(summary, "recommendationTrend", "trend");
    const { strongBuy, buy, hold, sell, strongSell } = Object(
      months.find((row) => at(row, "period") === "0m"),
    );
    const isRated = [strongBuy, buy, hold, sell, strongSell].some((count) => count > 0);
    expect(dataOf(ratings)).toEqual(isRated ? { strongBuy, buy, hold, sell, strongSell } : null);
    const changes = rowsAt(summary, "upgradeDowngradeHistory", "history");
    expect(dataOf(ratingChanges)?.length ?? 0).toBe(Math.min(20, changes.length));
    expect(identity.price).toBe(figure(at(summary, "price", "regularMarketPrice")));
    expect(identity.name).toBe(at(summary, "price", "longName"));
  });

  it.each(companies)("%s: prices, headlines and options hold only what was recorded", async (symbol) => {
    const chart = recordedAnswer(`/chart/${symbol}`, null)?.body;
    const closes = new Set(rowsAt(chart, "chart", "result", 0, "indicators", "quote", 0, "close"));
    for (const bar of dataOf(await market.prices(symbol, now)) ?? []) expect(closes).toContain(bar.close);
    const stories = rowsAt(recording(`yahoo/${symbol}/search.json`)?.body, "news");
    const titles = new Set(stories.map((row) => at(row, "title")));
    for (const headline of dataOf(await market.news(symbol, "", now)) ?? []) {
      expect(titles).toContain(headline.title);
      expect(headline.relatedSymbols).toContain(symbol);
    }
    const recorded = at(recording(`yahoo/${symbol}/options.json`)?.body, "optionChain", "result", 0);
    const chain = dataOf(await market.options(symbol, null, now));
    expect(chain?.calls.length ?? 0).toBe(rowsAt(recorded, "options", 0, "calls").length);
  });
});

describe.skipIf(!areThere)("recorded facts", () => {
  it("AAPL: one consensus by one rule, the trend's and not the calendar's", async () => {
    const { estimate, revisions } = await market.company("AAPL", now);
    expect(estimate).toMatchObject({ data: { consensusEps: 1.60796, analystCount: 27 } });
    expect(revisions).toMatchObject({ data: { current: 1.60796 } });
  });

  // Days on which the companies' own press releases are dated.
  it.each([
    ["AAPL", ["2024-05-02", "2024-08-01", "2024-10-31", "2025-01-30"]],
    ["AMZN", ["2024-04-30", "2024-08-01", "2024-10-31", "2025-02-06"]],
    ["GOOG", ["2024-04-25", "2024-07-23", "2024-10-29", "2025-02-04"]],
    ["ABBV", ["2024-04-26", "2024-07-25", "2024-10-30", "2025-01-31"]],
    ["SPOT", ["2024-04-23", "2024-07-23", "2024-11-12", null]],
    ["CRON", ["2024-02-29", null, "2024-08-08", "2024-11-12"]],
    ["BEKE", [null, null, null, null]],
  ])("%s: the days of the past reports are those of its filed press releases", async (symbol, days) => {
    const { history } = await market.company(symbol, now);
    expect(dataOf(history)?.map((quarter) => quarter.reportDate)).toEqual(days);
  });

  it.each(["CMCOM.AS", "OCDO.L", "THYAO.IS", "CRON"])(
    "%s: an estimate by 0 analysts is none",
    async (symbol) => {
      const { estimate } = await market.company(symbol, now);
      expect(estimate).toMatchObject({ state: "missing", reason: "empty" });
    },
  );

  it.each(["AAPL", "AMZN", "GOOG", "ABBV"])("%s: all of its 504 daily bars are read", async (symbol) => {
    expect(dataOf(await market.prices(symbol, now))).toHaveLength(504);
  });

  it.each([
    ["AAPL", 3],
    ["ABBV", 3],
    ["GOOG", 3],
    ["SPOT", 0],
  ])("%s: %i of the four headlines beside it name it", async (symbol, count) => {
    expect(dataOf(await market.news(symbol, "", now)) ?? []).toHaveLength(count);
  });

  it.each(others)("%s is refused as no company", async (symbol) => {
    await expect(market.company(symbol, now)).rejects.toMatchObject({ reason: "not_a_company" });
  });

  it.each([
    ["yahoo-404-quoteSummary-unknown-symbol", "unknown_symbol"],
    ["yahoo-404-quoteSummary-empty-symbol", "upstream"],
    ["yahoo-404-quoteSummary", "not_a_company"],
    ["yahoo-404-unknown-error.fake", "upstream"],
  ])("the answer %s is read as %s", async (name, reason) => {
    const body = JSON.stringify(recordedFile(`errors/${name}.json`));
    const refusing = yahooMarket(
      async (address) =>
        address.includes("quoteSummary") ? new Response(body, { status: 404 }) : new Response("acrumb"),
      "https://recorded.example",
    );
    await expect(refusing.company("QQQ", now)).rejects.toMatchObject({ reason });
  });
});
