import { describe, expect, it } from "vitest";
import type { Part } from "#contract/market-data.ts";
import { easternDay } from "#contract/time.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { type Company, fuzz } from "./source-fuzz.ts";

const now = new Date("2026-03-10T15:00:00Z");
const market = sampleMarket();
const dataOf = <T>(part: Part<T>): T => {
  if (part.state === "missing") throw new Error(part.detail);
  return part.data;
};

/** So many companies of the sample market are left out for one that is read. All of them take minutes. */
const EVERY = 60;

/** Returns a company of the sample market with its newest twelve quarters, as FMP would list them. */
async function aCompany(symbol: string): Promise<Company> {
  const company = await market.company(symbol, now);
  const [estimate, reportDate] = [dataOf(company.estimate), dataOf(company.reportDate)];
  const past = dataOf(company.history).slice(-12);
  const row = (date: string, epsEstimated: number | null, epsActual: number | null, revenue = 0) => ({
    symbol,
    date,
    epsEstimated,
    epsActual,
    revenueEstimated: revenue || null,
    revenueActual: epsActual === null ? null : revenue,
    lastUpdated: null,
  });
  const rows = past.map((quarter) =>
    row(quarter.reportDate ?? "", quarter.estimate, quarter.actual, quarter.revenue?.reported ?? 1e9),
  );
  const coming = row(easternDay(reportDate.from), estimate.consensusEps, null, 1e9);
  return {
    symbol,
    rows: [coming, ...rows].toReversed(),
    yearEnds: [past.at(-1)?.fiscalQuarterEnd ?? ""],
    now,
  };
}

describe("a source that sends wrong rows of the sample market", () => {
  it("makes no quarter, figure or estimate that the right rows do not have", async () => {
    const listed = dataOf(await market.companies("Sample exchange", now));
    const failures: string[] = [];
    let cases = 0;
    for (const [i, { symbol }] of listed.entries()) {
      if (i % EVERY > 0) continue;
      const result = await fuzz(await aCompany(symbol), i);
      cases += result.cases;
      failures.push(...result.failures);
    }
    expect(failures).toEqual([]);
    expect(cases).toBe(780);
  });
});
