import { describe, expect, it } from "vitest";
import type { Part } from "#contract/market-data.ts";
import { marketHolidays } from "#contract/trading-days.ts";
import { sampleCompaniesOf, sampleSymbols } from "#market/sample/companies.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { dayOfSession, sessionNumber } from "#market/sample/trading-days.ts";
import { sigmoid } from "#model/statistics.ts";
import {
  areaUnderCurve,
  brier,
  forecastMarket,
  trendCoefficient,
  trendsOf,
} from "../unit/market/sample/hidden-process.ts";

const now = new Date("2026-03-03T15:00:00Z");
const market = sampleMarket();
function dataOf<T>(part: Part<T>): T {
  if (part.state === "missing") throw new Error(`missing: ${part.detail}`);
  return part.data;
}
const listing = async () => dataOf(await market.companies("Sample exchange", now));
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;

let late: ReturnType<typeof forecastMarket> | undefined;
/** Returns the forecasts of three quarters for all companies. */
const lateForecasts = () => (late ??= forecastMarket(600, 27, 30));

describe("beside life, the simulated market", () => {
  it("has market values by rank near those of the largest American companies", async () => {
    const billions = (await listing())
      .map(({ marketCap }) => (marketCap ?? 0) / 1e9)
      .toSorted((a, b) => b - a);
    // The real market of early 2026 had about 4,400, 1,000, 190, 100 and 30 billion dollars at these ranks.
    const figures = [1, 10, 50, 100, 300].map((rank) => Math.round(billions[rank - 1] ?? 0));
    expect(figures).toEqual([4_567, 1_009, 206, 91, 30]);
    for (const value of billions) expect(value).toBeLessThan(6_000);
  });

  it("has prices over a year's EPS mostly from 8 to 60", async () => {
    const multiples = await Promise.all(
      (await listing()).map(async ({ symbol, price }) => {
        const { history } = await market.company(symbol, now);
        const year = dataOf(history).slice(-4);
        return (price ?? 0) / year.reduce((sum, { actual }) => sum + actual, 0);
      }),
    );
    const within = multiples.filter((multiple) => multiple >= 8 && multiple <= 60).length / multiples.length;
    // The real S&P 500 of early 2026 had quartiles of about 15, 22 and 32.
    expect([0.25, 0.5, 0.75].map((share) => Math.round(quantile(multiples, share)))).toEqual([15, 19, 25]);
    expect(within).toBeGreaterThan(0.95);
  });

  it("reports in six weeks of a quarter, and never less than 30 times in a fortnight", async () => {
    const reports = dataOf(await market.reports("2026-01-01", "2027-01-15", now));
    const fortnight = (from: number) => {
      const [first, last] = [new Date(from), new Date(from + 13 * 86_400_000)].map((day) =>
        day.toISOString().slice(0, 10),
      );
      return reports.filter(({ reportDate }) => reportDate >= (first ?? "") && reportDate <= (last ?? ""))
        .length;
    };
    const counts = Array.from({ length: 365 }, (_, day) => fortnight(Date.UTC(2026, 0, 1 + day)));
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([30, 251]);
    const weeks = Array.from({ length: 13 }, (_, week) => {
      const from = new Date(Date.UTC(2026, 3, 1 + 7 * week)).toISOString().slice(0, 10);
      const to = new Date(Date.UTC(2026, 3, 7 + 7 * week)).toISOString().slice(0, 10);
      return reports.filter(({ reportDate }) => reportDate >= from && reportDate <= to).length;
    });
    // About 80% of the real S&P 500 report in the third to eighth week of a quarter, and 74% of this market do.
    expect(weeks).toEqual([14, 26, 37, 120, 124, 92, 45, 23, 29, 22, 19, 22, 25]);
  });

  it("is as predictable as the model card says of the real one", () => {
    const forecasts = lateForecasts();
    const beats = forecasts.filter((one) => one.isBeat).length / forecasts.length;
    // The model card says 70.5% beats, an AUC of 0.711 and a Brier score of 0.185 over all, and 0.69 to 0.72 and
    // 0.164 to 0.194 by family.
    expect({
      n: forecasts.length,
      beats: beats.toFixed(3),
      auc: areaUnderCurve(forecasts).toFixed(3),
      brier: brier(forecasts).toFixed(3),
    }).toEqual({ n: 1_800, beats: "0.727", auc: "0.722", brier: "0.175" });
  }, 60_000);

  it("runs up before a beat as life does: about 0.4 log-odds per unit of trend beyond the model", () => {
    const forecasts = lateForecasts();
    const trendOf = trendsOf(600, new Date("2026-12-31T22:00:00Z"));
    const rows = forecasts.map((one) => ({ ...one, trend: trendOf(one.symbol, one.day) }));
    const { c, error } = trendCoefficient(rows);
    const informed = rows.map((one) => ({ ...one, probability: sigmoid(one.logOdds + c * one.trend) }));
    // In real data the coefficient was about 0.4 before 2024, and the area was larger by 0.002 to 0.004. Over these
    // seven quarters it is 0.40 ± 0.11.
    expect({
      n: rows.length,
      c: c.toFixed(2),
      error: error.toFixed(2),
      auc: [forecasts, informed].map((of) => areaUnderCurve(of).toFixed(4)),
      brier: [forecasts, informed].map((of) => brier(of).toFixed(4)),
    }).toEqual({
      n: 1_800,
      c: "0.29",
      error: "0.16",
      auc: ["0.7219", "0.7226"],
      brier: ["0.1755", "0.1752"],
    });
  }, 60_000);

  it("has revenue that hangs together with EPS, shares and market value", async () => {
    const reports = dataOf(await market.reports("2025-01-01", "2025-12-31", now));
    const surprises = reports.map(({ revenue }) => (revenue?.reported ?? 0) / (revenue?.consensus ?? 1) - 1);
    const sales = await Promise.all(
      (await listing()).map(async ({ symbol, marketCap }) => {
        const year = dataOf((await market.company(symbol, now)).history).slice(-4);
        return (marketCap ?? 0) / year.reduce((sum, { revenue }) => sum + (revenue?.reported ?? 0), 0);
      }),
    );
    // In the real market the median price-to-sales ratio is near 3, and about 60% of companies beat on revenue,
    // mostly by less than 3%.
    expect([0.25, 0.5, 0.75].map((share) => quantile(sales, share).toFixed(1))).toEqual([
      "2.0",
      "3.4",
      "5.1",
    ]);
    expect([0.1, 0.5, 0.9].map((share) => (100 * quantile(surprises, share)).toFixed(1))).toEqual([
      "-1.3",
      "0.6",
      "2.6",
    ]);
    const coming = dataOf(await market.reports("2026-04-01", "2026-04-30", now));
    expect(coming.length).toBeGreaterThan(100);
    for (const { revenue } of coming)
      expect(revenue).toEqual({ consensus: expect.any(Number), reported: null });
    const { estimate } = await market.company("WMT", now);
    const listed = dataOf(await market.reports("2026-01-01", "2026-12-31", now));
    const next = listed.find((one) => one.symbol === "WMT" && one.reportedEps === null);
    expect(dataOf(estimate).consensusRevenue).toBe(next?.revenue?.consensus);
  });

  it("rests on the exchange's holidays: no price and no report on one", async () => {
    expect(marketHolidays(2026)).toEqual([
      "2026-01-01",
      "2026-01-19",
      "2026-02-16",
      "2026-04-03",
      "2026-05-25",
      "2026-06-19",
      "2026-07-03",
      "2026-09-07",
      "2026-11-26",
      "2026-12-25",
    ]);
    // New Year's Day of 2022 and of 2028 is a Saturday. Juneteenth became a market holiday in 2022.
    expect(marketHolidays(2022)[0]).toBe("2022-01-17");
    expect(marketHolidays(2021)).not.toContain("2021-06-18");
    const closed = new Set([2024, 2025, 2026, 2027].flatMap(marketHolidays));
    for (const { reportDate } of dataOf(await market.reports("2024-01-01", "2027-12-31", now))) {
      expect(closed.has(reportDate)).toBe(false);
      expect(new Date(reportDate).getUTCDay() % 6).not.toBe(0);
    }
    for (const { date } of dataOf(await market.prices("AAPL", now))) expect(closed.has(date)).toBe(false);
    for (const session of [0, 1, 1_000, 1_800]) expect(sessionNumber(dayOfSession(session))).toBe(session);
    // A real year has 250 to 252 sessions.
    expect(sessionNumber("2025-12-31") - sessionNumber("2024-12-31")).toBe(251);
  });
});

describe("companies of the simulated market", () => {
  const companies = [...sampleCompaniesOf(600).values()];

  it("are a hundred by their real names and the rest by names like a company's, each once", () => {
    expect(sampleSymbols).toHaveLength(100);
    expect(new Set(companies.map(({ name }) => name)).size).toBe(600);
    for (const { name, symbol } of companies.slice(100)) {
      expect(name).toMatch(/^[A-Z][a-z]+ [A-Z]/);
      expect(symbol).toMatch(/^[A-Z]{4}$/);
    }
    expect(companies[100]?.name).toBe("Longshore Leather Goods");
  });

  it("whose business is banking end their quarters with the calendar's and report early, before the opening", () => {
    const banks = companies.filter(({ industry }) => industry === "Banks");
    expect(banks.length).toBeGreaterThan(10);
    for (const bank of banks) {
      expect(bank).toMatchObject({ fiscalMonth: 2, session: "pre" });
      expect(bank.reportLagDays).toBeLessThan(22);
    }
  });

  it("are rated step by step: a firm's change begins at the grade that it gave before", async () => {
    for (const symbol of ["AAPL", "NKE", "LNGS"]) {
      const changes = dataOf((await market.company(symbol, now)).ratingChanges);
      for (const firm of new Set(changes.map((change) => change.firm))) {
        const ofFirm = changes.filter((change) => change.firm === firm);
        for (const [i, change] of ofFirm.slice(1).entries())
          expect(ofFirm[i]?.fromGrade).toBe(change.toGrade);
      }
    }
  });
});
