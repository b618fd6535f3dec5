import { describe, expect, it } from "vitest";
import type { Part } from "#contract/market-data.ts";
import { companiesOf, sampleSymbols } from "#market/sample/companies.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { areaUnderCurve, brier, forecastMarket } from "./hidden-process.ts";

const now = new Date("2026-03-03T15:00:00Z");
const market = sampleMarket();
function dataOf<T>(part: Part<T>): T {
  if (part.state === "missing") throw new Error(`missing: ${part.detail}`);
  return part.data;
}
const listing = async () => dataOf(await market.companies("Sample exchange", now));
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;

describe("beside life, the simulated market", () => {
  it("has market values by rank near those of the largest American companies", async () => {
    const billions = (await listing())
      .map(({ marketCap }) => (marketCap ?? 0) / 1e9)
      .toSorted((a, b) => b - a);
    // Life, early 2026: about 4,400, 1,000, 190, 100 and 30.
    const figures = [1, 10, 50, 100, 300].map((rank) => Math.round(billions[rank - 1] ?? 0));
    expect(figures).toEqual([4_591, 1_015, 203, 92, 31]);
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
    // Life's S&P 500 in early 2026: quartiles of about 15, 22 and 32.
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
    // Life's S&P 500 reports about 80% in the third to eighth week of a quarter, this market 74%.
    expect(weeks).toEqual([14, 26, 37, 120, 124, 92, 45, 23, 29, 22, 19, 22, 25]);
  });

  it("is as predictable as the model card says of the real one", () => {
    const forecasts = forecastMarket(600, 27, 30);
    const beats = forecasts.filter((one) => one.isBeat).length / forecasts.length;
    // The card: 70.5% beats, AUC 0.711, Brier 0.185 over all; 0.69 to 0.72 and 0.164 to 0.194 by family.
    expect({
      n: forecasts.length,
      beats: beats.toFixed(3),
      auc: areaUnderCurve(forecasts).toFixed(3),
      brier: brier(forecasts).toFixed(3),
    }).toEqual({ n: 1_800, beats: "0.727", auc: "0.721", brier: "0.176" });
  }, 60_000);
});

describe("companies of the simulated market", () => {
  const companies = [...companiesOf(600).values()];

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
