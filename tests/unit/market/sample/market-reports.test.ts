import { describe, expect, it } from "vitest";
import { sampleCompaniesOf, sampleSymbols } from "#market/sample/companies.ts";
import { sampleMarket } from "#market/sample/sample.ts";

const now = new Date("2026-04-20T15:00:00Z");
const reportsOf = async (size: number | undefined, from: string, to: string) => {
  const part = await sampleMarket(size).reports(from, to, now);
  if (part.state === "missing") throw new Error(part.detail);
  return part.data;
};

describe("the simulated market's calendar", () => {
  it("has 600 companies unless told otherwise, and up to 5,000, each ticker once", async () => {
    const quarter = await reportsOf(undefined, "2026-04-01", "2026-07-31");
    expect(new Set(quarter.map(({ symbol }) => symbol)).size).toBe(600);
    const symbols = [...sampleCompaniesOf(5_000).keys()];
    expect(new Set(symbols).size).toBe(5_000);
    expect(symbols.slice(0, sampleSymbols.length)).toEqual(sampleSymbols);
    for (const symbol of symbols.slice(sampleSymbols.length)) expect(symbol).toMatch(/^[A-Z]{4}$/);
    expect([...sampleCompaniesOf(10).keys()]).toEqual(sampleSymbols.slice(0, 10));
  });

  it("says of a company what its analysis says", async () => {
    const [report] = (await reportsOf(60, "2026-04-20", "2026-07-31")).filter(
      ({ symbol }) => symbol === "AAPL",
    );
    const company = await sampleMarket().company("AAPL", now);
    if (company.estimate.state === "missing" || company.reportDate.state === "missing") throw new Error();
    const { consensusEps, analystCount, fiscalQuarterEnd } = company.estimate.data;
    expect(report).toMatchObject({ consensusEps, analystCount, fiscalQuarterEnd, reportedEps: null });
    expect(report?.reportDate).toBe(company.reportDate.data.from.slice(0, 10));
  });

  it("has every past report of a company between the days, and none twice", async () => {
    const past = (await reportsOf(60, "2019-01-01", "2026-04-20")).filter(({ symbol }) => symbol === "KO");
    const { history } = await sampleMarket().company("KO", now);
    if (history.state === "missing") throw new Error();
    expect(past.filter(({ reportedEps }) => reportedEps !== null).map((report) => report.reportDate)).toEqual(
      history.data.map((quarter) => quarter.reportDate),
    );
  });
});
