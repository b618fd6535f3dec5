import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { EstimateRange, Part } from "#contract/market-data.ts";
import type { MarketData } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { allFeatureNames, featureNames, featuresOf } from "#model/features.ts";
import { shippedWeights } from "#model/weights.ts";
import { openDatabase } from "#platform/db/client.ts";
import { archiveEstimateRanges, readDistantReports } from "#season/archive-estimates.ts";
import { reportsOf } from "#season/store.ts";
import { storeReports } from "#season/store-reports.ts";
import { forecastsOf, readRevisions } from "#season/upcoming/forecasts.ts";
import { upcomingReportsWithCompany } from "#season/upcoming/upcoming-reports.ts";
import { seen } from "../../unit/season/a-report.ts";

const db = openDatabase(env.DB);
const at = (today: string) => ({ now: new Date(`${today}T15:00:00Z`), today });

type Row = Record<string, unknown>;
const versions = async (ledgerId: string) =>
  (
    await env.DB.prepare(
      `SELECT date(held_from / 1000, 'unixepoch') AS day, report_date AS date, consensus_eps AS consensus, estimate_low AS low,
         estimate_high AS high, analyst_count AS analysts, consensus_revenue AS revenue
       FROM season_revisions WHERE ledger_id = ? ORDER BY symbol, held_until`,
    )
      .bind(ledgerId)
      .all<Row>()
  ).results;

function rangesOf(
  known: Record<string, EstimateRange[]>,
  refusal: "rate_limited" | "not_in_plan" | "not_found" = "not_found",
) {
  const asked: string[] = [];
  const ranges = async (symbol: string): Promise<Part<EstimateRange[]>> => {
    asked.push(symbol);
    if (symbol === "DOWN") throw new Error("it is down");
    const data = known[symbol];
    return data
      ? { state: "live", data, source: "A vendor", url: null, asOf: "2026-11-24T15:00:00Z" }
      : { state: "missing", reason: refusal, detail: "none", source: "A vendor" };
  };
  return { asked, ranges };
}

const range = (low: number, high: number, analystCount: number | null = 9): EstimateRange => ({
  fiscalQuarterEnd: "2026-12-31",
  low,
  high,
  analystCount,
});

const asking = (
  ledgerId: string,
  market: ReturnType<typeof rangesOf>,
  day: string,
  failed: string[] = [],
) => ({
  store: { db, ledgerId },
  market: { ...sampleMarket(), ranges: market.ranges },
  marketNow: () => new Date(`${day}T16:00:00Z`),
  onFailure: (symbol: string) => void failed.push(symbol),
});

describe("the archive of what was expected", () => {
  it("has a version for each change of consensus, revenue, day, range or analysts, and none between", async () => {
    const store = { db, ledgerId: "expected" };
    const see = (day: string, over: object = {}, reportDate = "2027-02-01") =>
      storeReports(store, [seen({ symbol: "AAA", reportDate, consensusEps: 1, ...over })], at(day));
    const ask = (day: string, known: EstimateRange) =>
      archiveEstimateRanges(asking("expected", rangesOf({ AAA: [known] }), day));
    await see("2026-11-24", { revenue: { consensus: 5e9, reported: null } });
    expect(await ask("2026-11-24", range(0.8, 1.2))).toBe(true);
    await see("2026-11-25");
    await ask("2026-11-25", range(0.8, 1.2));
    // The range dates from before the rise, and is unknown until it is asked for again.
    await see("2026-11-26", { consensusEps: 1.3 });
    await ask("2026-11-27", range(1.1, 1.4, 10));
    await see("2026-11-28", { consensusEps: 1.3 }, "2027-02-03");
    // A source with another mean says nothing about this range.
    await ask("2026-11-29", range(2, 3, 10));
    const known = { date: "2027-02-01", consensus: 1, low: null, high: null, analysts: 9, revenue: 5e9 };
    expect(await versions("expected")).toEqual([
      { ...known, day: "2026-11-24", analysts: null },
      { ...known, day: "2026-11-24", low: 0.8, high: 1.2 },
      { ...known, day: "2026-11-26", consensus: 1.3 },
      { ...known, day: "2026-11-27", consensus: 1.3, low: 1.1, high: 1.4, analysts: 10 },
      { ...known, day: "2026-11-28", consensus: 1.3, low: 1.1, high: 1.4, analysts: 10, date: "2027-02-03" },
    ]);
    expect(await reportsOf(store, "AAA")).toMatchObject([
      { consensusEps: 1.3, estimateLow: null, estimateHigh: null, analystCount: 10, movedFrom: "2027-02-01" },
    ]);
  });

  it("asks once a day for every company with a report in the next 100 days, goes on where it stopped, and one failure stops no other", async () => {
    const store = { db, ledgerId: "everyone" };
    const letters = "ABCDEFGHIJ".split("");
    const names = letters.flatMap((one) => letters.map((other) => `Z${one}${other}`));
    const reports = [...names, "DOWN", "NONE"].map((symbol, i) =>
      seen({ symbol, reportDate: `2027-01-${String(1 + (i % 28)).padStart(2, "0")}`, consensusEps: 1 }),
    );
    const far = ["LAST", "BEYOND"].map((symbol, i) =>
      seen({ symbol, reportDate: `2027-03-0${4 + i}`, consensusEps: 1 }),
    );
    await storeReports(store, [...reports, ...far], at("2026-11-24"));
    const known = Object.fromEntries(
      [...names, "LAST", "BEYOND"].map((symbol) => [symbol, [range(0.5, 1.5)]]),
    );
    const market = rangesOf(known);
    const failed: string[] = [];
    const rounds: boolean[] = [];
    for (let tick = 0; tick < 4; tick++)
      rounds.push(await archiveEstimateRanges(asking("everyone", market, "2026-11-24", failed)));
    expect(rounds).toEqual([false, true, true, true]);
    expect(market.asked.toSorted()).toEqual([...names, "DOWN", "LAST", "NONE"].toSorted());
    expect(failed).toEqual(["DOWN"]);
    const ranged = await env.DB.prepare(
      "SELECT count(*) AS n FROM season_reports WHERE ledger_id = 'everyone' AND estimate_low = 0.5",
    ).first("n");
    expect(ranged).toBe(101);
  });

  it("stops where the source's limit is reached, and goes on there later", async () => {
    const store = { db, ledgerId: "limited" };
    await storeReports(
      store,
      [seen({ symbol: "AAA", reportDate: "2027-02-01", consensusEps: 1 })],
      at("2026-11-24"),
    );
    const busy = asking("limited", rangesOf({}, "rate_limited"), "2026-11-24");
    await expect(archiveEstimateRanges(busy)).rejects.toThrow("none");
    const again = rangesOf({ AAA: [range(0.8, 1.2)] });
    expect(await archiveEstimateRanges(asking("limited", again, "2026-11-24"))).toBe(true);
    expect(again.asked).toEqual(["AAA"]);
  });

  it("asks no more today where the plan refuses a whole batch", async () => {
    const store = { db, ledgerId: "refused" };
    const names = Array.from("ABCDEFGHIJ", (one) =>
      Array.from("ABCDEFGHIJ", (other) => `Y${one}${other}`),
    ).flat();
    const reports = names.map((symbol) => seen({ symbol, reportDate: "2027-02-01", consensusEps: 1 }));
    await storeReports(store, reports, at("2026-11-24"));
    const market = rangesOf({}, "not_in_plan");
    for (let tick = 0; tick < 2; tick++)
      expect(await archiveEstimateRanges(asking("refused", market, "2026-11-24"))).toBe(true);
    expect(market.asked).toHaveLength(60);
    expect(await archiveEstimateRanges(asking("refused", market, "2026-11-25"))).toBe(true);
    expect(market.asked).toHaveLength(120);
  });

  it("reads the days beyond the hourly calendar once a day, and again where the source failed", async () => {
    const asked: [string, string][] = [];
    let isDown = true;
    const source = sampleMarket();
    const market: MarketData = {
      ...source,
      reports: async (from, to, now) => {
        asked.push([from, to]);
        if (isDown)
          return { state: "missing", reason: "upstream", detail: "It is down.", source: "A source" };
        return source.reports(from, to, now);
      },
    };
    const sync = { store: { db, ledgerId: "ahead" }, market, marketNow: () => at("2026-11-24").now };
    await expect(readDistantReports(sync)).rejects.toThrow("It is down.");
    isDown = false;
    await readDistantReports(sync);
    await readDistantReports(sync);
    expect(asked).toEqual(Array(2).fill(["2026-12-25", "2027-03-04"]));
    const coming = await upcomingReportsWithCompany(sync.store, { from: "2026-11-24", to: "2027-12-31" });
    const days = coming.map(({ report }) => report.reportDate);
    expect(days.length).toBeGreaterThan(300);
    expect(days.every((day) => day >= "2026-12-25" && day <= "2027-03-04")).toBe(true);
  });
});

describe("how a consensus came to be", () => {
  const store = { db, ledgerId: "revised" };
  const past = [1, 2, 3, 4, 5].map((i) =>
    seen({ symbol: "AAA", reportDate: `2025-0${i}-20`, consensusEps: 1, reportedEps: 1.1 }),
  );

  it("is read as of days before the lock, and enters a forecast whose weights read it, alone", async () => {
    for (const [day, consensusEps] of [
      ["2026-10-20", 1],
      ["2026-11-10", 1.1],
      ["2026-12-20", 1.06],
      ["2027-01-25", 1.08],
    ] as const)
      await storeReports(
        store,
        [...past, seen({ symbol: "AAA", reportDate: "2027-02-01", consensusEps })],
        at(day),
      );
    const [coming] = await upcomingReportsWithCompany(store, { from: "2027-01-01", to: "2027-03-01" });
    if (!coming) throw new Error("no report");
    const read = async (asOf: string) => (await readRevisions(store, [coming.report], asOf))(coming.report);
    expect(await read("2027-01-31")).toEqual({ 7: 1.06, 30: 1.06, 60: 1.1, 90: 1 });
    expect(await read("2026-11-12")).toEqual({ 7: 1, 30: null, 60: null, 90: null });
    expect(await read("2026-10-20")).toBeNull();
    const [masked] = await forecastsOf(store, [coming], "2027-01-31");
    expect(masked?.request.revisions).toBeUndefined();
    const [weights, n] = [shippedWeights(), allFeatureNames.length - featureNames.length];
    const wider = {
      ...weights,
      features: [...allFeatureNames],
      featureMeans: [...weights.featureMeans, ...Array<number>(n).fill(0)],
    };
    // Trees and nets with these weights ignore these features, although the row that they are given has them.
    const [known] = await forecastsOf(store, [coming], "2027-01-31", {
      weights: { ...wider, nets: weights.nets, trees: weights.trees },
    });
    if (!known || !masked) throw new Error("no forecast");
    const row = featuresOf(known.request, allFeatureNames.length);
    expect([...row.slice(featureNames.length)].map((value) => Number(value.toFixed(6)))).toEqual([
      ...[0.018182, 0.072727, 0.666667, 0],
    ]);
    expect(row.slice(0, featureNames.length)).toEqual(featuresOf(masked.request));
  });
});
