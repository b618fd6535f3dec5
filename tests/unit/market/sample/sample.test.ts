import { describe, expect, it } from "vitest";
import type { Part } from "#contract/market-data.ts";
import { servedSampleMarket } from "#market/choose-market-data.ts";
import { companiesWithGaps, sampleCompaniesOf, sampleSymbols } from "#market/sample/companies.ts";
import { sampleMarket } from "#market/sample/sample.ts";

const market = sampleMarket();
const now = new Date("2026-03-03T15:00:00Z");
const dayLater = (instant: string, days: number) => new Date(Date.parse(instant) + days * 86_400_000);

function dataOf<T>(part: Part<T>): T {
  if (part.state === "missing") throw new Error(`missing: ${part.detail}`);
  return part.data;
}

describe("the sample market", () => {
  it("knows at least 40 well-known tickers, each with everything an analysis shows", async () => {
    expect(new Set(sampleSymbols).size).toBeGreaterThanOrEqual(40);
    for (const symbol of sampleSymbols) {
      const { identity, ...parts } = await market.company(symbol, now);
      expect(identity.symbol).toBe(symbol);
      for (const part of Object.values(parts)) expect(part.state).toBe("sample");
      expect(dataOf(parts.history).length).toBeGreaterThanOrEqual(8);
      expect(dataOf(await market.prices(symbol, now)).length).toBeGreaterThanOrEqual(250);
    }
  }, 20_000);

  it("is the same whoever asks, on every machine", async () => {
    const [one, other] = [sampleMarket(), sampleMarket()];
    expect(await one.company("AAPL", now)).toEqual(await other.company("AAPL", now));
    expect(await one.prices("AAPL", now)).toEqual(await other.prices("AAPL", now));
    expect(await one.options("AAPL", null, now)).toEqual(await other.options("AAPL", null, now));
    const { history, estimate } = await one.company("AAPL", now);
    expect(dataOf(history).at(-1)).toEqual({
      fiscalQuarterEnd: "2025-12-31",
      reportDate: "2026-01-22",
      revenue: { consensus: 128_007_300_000, reported: 128_818_500_000 },
      estimate: 1.871,
      actual: 1.9,
    });
    expect(dataOf(estimate).consensusEps).toBe(2.085);
  });

  it("has beats and misses, and beats more often", async () => {
    const companies = await Promise.all(
      sampleSymbols.slice(0, 20).map((symbol) => market.company(symbol, now)),
    );
    const outcomes = companies.flatMap(({ history }) =>
      dataOf(history).map(({ actual, estimate }) => actual > (estimate ?? actual)),
    );
    const beats = outcomes.filter(Boolean).length / outcomes.length;
    expect(beats).toBeGreaterThan(0.6);
    expect(beats).toBeLessThan(0.9);
  });
});

describe("the sample market's calendar", () => {
  it("always has the next report ahead, at most half a year away", async () => {
    for (let week = 0; week < 60; week += 3) {
      const today = dayLater("2026-01-02T15:00:00Z", 7 * week);
      const { from } = dataOf((await market.company("MSFT", today)).reportDate);
      expect(Date.parse(from)).toBeGreaterThan(today.getTime());
      expect(Date.parse(from)).toBeLessThan(dayLater(today.toISOString(), 183).getTime());
    }
  });

  it("lets a report arrive: the quarter joins the history with what was expected of it, and the next one comes", async () => {
    for (const symbol of ["AAPL", "MSFT", "KO", "LNGS"]) {
      const before = await market.company(symbol, now);
      const due = dataOf(before.reportDate).from;
      const eve = await market.company(symbol, new Date(Date.parse(due) - 60_000));
      const after = await market.company(symbol, new Date(due));
      const settled = dataOf(after.history).at(-1);
      expect(dataOf(eve.history)).toEqual(dataOf(before.history));
      expect(settled).toMatchObject({
        fiscalQuarterEnd: dataOf(before.estimate).fiscalQuarterEnd,
        reportDate: due.slice(0, 10),
        estimate: dataOf(eve.estimate).consensusEps,
      });
      expect(dataOf(after.history).slice(0, -1)).toEqual(dataOf(before.history));
      expect(Date.parse(dataOf(after.reportDate).from)).toBeGreaterThan(Date.parse(due));
    }
  });

  it("never changes a past quarter or a past day's price", async () => {
    const later = dayLater(now.toISOString(), 200);
    const [past, present] = [await market.company("NKE", now), await market.company("NKE", later)];
    expect(dataOf(present.history).slice(0, dataOf(past.history).length)).toEqual(dataOf(past.history));
    const closes = new Map(dataOf(await market.prices("NKE", later)).map((bar) => [bar.date, bar.close]));
    for (const bar of dataOf(await market.prices("NKE", now)).slice(-100))
      expect(closes.get(bar.date)).toBe(bar.close);
  });

  it("lists the reports of the coming days in order", async () => {
    const reports = dataOf(
      await market.calendar("2026-04-20", "2026-04-30", new Date("2026-04-20T09:00:00Z")),
    );
    expect(reports.length).toBeGreaterThan(5);
    const days = reports.map((report) => report.reportDate);
    expect(days).toEqual(days.toSorted());
    for (const day of days) expect(day >= "2026-04-20" && day <= "2026-04-30").toBe(true);
  });

  it("tells nothing dated after its clock", async () => {
    for (const symbol of ["AAPL", "F"]) {
      const bars = dataOf(await market.prices(symbol, now));
      expect((bars.at(-1)?.date ?? "") < "2026-03-03").toBe(true);
      const told = [
        ...dataOf(await market.news(symbol, "", now)).map((headline) => headline.publishedAt),
        ...dataOf(await market.social(symbol, now)).map((message) => message.at),
        ...dataOf((await market.company(symbol, now)).ratingChanges).map((change) => change.date),
      ];
      for (const at of told) expect(Date.parse(at)).toBeLessThanOrEqual(now.getTime());
    }
  });
});

describe("market values of the sample market", () => {
  const listed = async () => dataOf(await sampleMarket(200).companies("Sample exchange", now));
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

  it("every company has one, the same in the listing and in its own answer", async () => {
    const companies = await listed();
    expect(companies.filter(({ marketCap }) => !((marketCap ?? 0) > 0))).toEqual([]);
    for (const symbol of ["AAPL", "F", companies.at(-1)?.symbol ?? ""]) {
      const { identity } = await market.company(symbol, now);
      expect(identity.marketCap).toBe(companies.find((one) => one.symbol === symbol)?.marketCap);
    }
  });

  it("the well-known are large, the invented of all sizes", async () => {
    const companies = await listed();
    const values = (isKnown: boolean) =>
      companies.flatMap(({ symbol, marketCap }) =>
        sampleSymbols.includes(symbol) === isKnown ? [marketCap ?? 0] : [],
      );
    expect(Math.min(...values(true))).toBeGreaterThan(12e9);
    expect(median(values(true))).toBeGreaterThan(50e9);
    for (const [low, high] of [
      [0, 2e9],
      [2e9, 12e9],
      [12e9, 100e9],
    ] as const)
      expect(values(false).filter((value) => value >= low && value < high).length).toBeGreaterThan(5);
  });
});

describe("tickers at the sample market", () => {
  it.each([
    ["ZZZZZ", "unknown_symbol"],
    ["BANK", "unknown_symbol"],
    ["APLE", "unknown_symbol"],
    ["ATT", "unknown_symbol"],
    ["QQQ", "not_a_company"],
    ["BTC-USD", "not_a_company"],
    ["EURUSD=X", "not_a_company"],
    ["^GSPC", "not_a_company"],
  ])("%s is refused: %s", async (symbol, reason) => {
    await expect(market.company(symbol, now)).rejects.toMatchObject({ name: "MarketError", reason });
    expect(await market.prices(symbol, now)).toMatchObject({ state: "missing" });
  });

  it("finds companies by ticker and by name", async () => {
    expect(dataOf(await market.search("disney", now))).toContainEqual({
      symbol: "DIS",
      name: "The Walt Disney Company",
      reportDate: "2026-05-06",
    });
    expect(dataOf(await market.search("aap", now))[0]).toEqual({
      symbol: "AAPL",
      name: "Apple Inc.",
      reportDate: "2026-04-20",
    });
  });
});

describe("companies about which something is not published", () => {
  const served = servedSampleMarket({});
  const year = ["2026-01-01", "2026-12-31"] as const;
  const rowsOf = async (symbol: string) =>
    dataOf(await served.reports(...year, now)).filter((row) => row.symbol === symbol);

  it("come on top of an installation's market, and change nothing of the others", async () => {
    const [own, all] = [
      dataOf(await market.reports(...year, now)),
      dataOf(await served.reports(...year, now)),
    ];
    const symbols = companiesWithGaps.map(({ symbol }) => symbol);
    expect(symbols).toEqual(["SMDY", "UNCV"]);
    expect(all.filter((row) => !symbols.includes(row.symbol))).toEqual(own);
    for (const symbol of symbols) expect(sampleCompaniesOf(5_000).has(symbol)).toBe(false);
    expect(await served.company("AAPL", now)).toEqual(await market.company("AAPL", now));
  });

  it("SMDY has a consensus and no report day until its report is out", async () => {
    const company = await served.company("SMDY", now);
    expect(company.reportDate).toMatchObject({ state: "missing", reason: "empty" });
    const { consensusEps, fiscalQuarterEnd } = dataOf(company.estimate);
    expect(consensusEps).toBeGreaterThan(0);
    const rows = await rowsOf("SMDY");
    expect(rows.filter(({ reportedEps }) => reportedEps === null)).toEqual([]);
    const later = dataOf(await served.reports(...year, dayLater(now.toISOString(), 120)));
    expect(
      later.find((row) => row.symbol === "SMDY" && row.fiscalQuarterEnd === fiscalQuarterEnd),
    ).toMatchObject({
      reportedEps: expect.any(Number),
      consensusEps: expect.any(Number),
    });
    expect(dataOf(await served.search("someday", now))).toEqual([
      { symbol: "SMDY", name: "Someday Instruments", reportDate: null },
    ]);
    expect(
      dataOf(await served.calendar("2026-03-03", "2026-12-31", now)).map(({ symbol }) => symbol),
    ).not.toContain("SMDY");
  });

  it("UNCV has report days and reported figures, and nothing from analysts", async () => {
    const { reportDate, history, identity: _, ...parts } = await served.company("UNCV", now);
    expect(dataOf(reportDate).from > now.toISOString()).toBe(true);
    for (const part of Object.values(parts))
      expect(part).toMatchObject({ state: "missing", reason: "empty" });
    expect(await served.ranges("UNCV", now)).toMatchObject({ state: "missing" });
    const rows = [...dataOf(history), ...(await rowsOf("UNCV"))];
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows) {
      expect("estimate" in row ? row.estimate : row.consensusEps).toBeNull();
      expect(row.revenue?.consensus).toBeNull();
    }
    expect(rows.some((row) => "reportedEps" in row && row.reportedEps !== null)).toBe(true);
  });
});
