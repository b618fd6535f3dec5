import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allFeatureNames, featureNames, featuresOf } from "#model/features.ts";
import { type ForecastInput, NO_CONTEXT } from "#model/history.ts";
import { type PastConsensus, pastConsensusOf } from "#model/revisions.ts";
import { checkedWeights, readsRevisions, shippedWeights } from "#model/weights.ts";
import { type PastEstimate, readPastEstimates } from "../../../scripts/history/alpha-vantage.ts";
import { fitDataOf, hasRevisionYears } from "../../../scripts/model/fit-table.ts";
import {
  PAST_ESTIMATE_COLUMNS,
  readEstimates,
  withEstimates,
} from "../../../scripts/model/past-estimates.ts";
import { fitUntil } from "../../../scripts/model/train.ts";
import { vendor } from "../market/sources.ts";
import { aMarket, quickFit } from "./market-of-companies.ts";

const inputWith = (revisions: PastConsensus | null, epsEstimate = 1.2): ForecastInput => ({
  past: [],
  isHistoryMissing: false,
  upcoming: { reportDate: "2026-11-24", isDayKnown: true, epsEstimate },
  isForeign: null,
  sector: null,
  family: "yahoo",
  context: NO_CONTEXT,
  trend: 0,
  asOf: "2026-11-23",
  revisions,
});
const revised = (past: PastConsensus | null) =>
  [...featuresOf(inputWith(past), allFeatureNames.length).slice(featureNames.length)].map((value) =>
    Number.isNaN(value) ? null : Number(value.toFixed(6)),
  );

describe("the features of revisions", () => {
  it("are the drift over 30 and 90 days, the share of steps up, and the days since the last", () => {
    expect(allFeatureNames.slice(featureNames.length)).toEqual([
      ...["consensusDrift30", "consensusDrift90", "revisionsUpShare", "daysSinceRevision"],
    ]);
    expect(revised({ 7: 1.2, 30: 1.1, 60: 1.15, 90: 1 })).toEqual([0.083333, 0.166667, 0.666667, 7]);
    expect(revised({ 7: 1.2, 30: 1.2, 60: 1.2, 90: 1.204 })).toEqual([0, -0.003333, null, 90]);
    expect(revised({ 7: 1.3, 30: 1.3, 60: null, 90: null })).toEqual([-0.083333, null, 0, 0]);
    expect(revised({ 7: null, 30: 1, 60: 1, 90: 1 })).toEqual([0.166667, 0.166667, null, null]);
    expect(revised(null)).toEqual([null, null, null, null]);
  });

  it("know what was in force on the day, and nothing of a later one", () => {
    const seen = [
      { day: "2026-09-01", consensusEps: 1 },
      { day: "2026-10-24", consensusEps: 1.1 },
      { day: "2026-11-20", consensusEps: 1.2 },
    ];
    expect(pastConsensusOf(seen, "2026-11-23")).toEqual({ 7: 1.1, 30: 1.1, 60: 1, 90: null });
    expect(pastConsensusOf(seen.slice(2), "2026-11-23")).toBeNull();
  });

  it("are masked by the shipped weights, which a weights file that reads them replaces", () => {
    const weights = shippedWeights();
    expect(readsRevisions(weights)).toBe(false);
    const wider = { ...weights, features: [...allFeatureNames] };
    expect(readsRevisions(checkedWeights(wider))).toBe(true);
    expect(() => checkedWeights({ ...weights, features: allFeatureNames.slice(0, -1) })).toThrow(
      "These weights were fitted on other features",
    );
  });

  it("enter a fit once three years of them exist, and not before", () => {
    const past: PastConsensus = { 7: 1, 30: 1, 60: 1, 90: 1 };
    const market = aMarket({ companies: 20, quarters: 32 });
    const since = (year: string) =>
      market.map((event) => (event.reportDate >= year ? { ...event, revisions: past } : event));
    expect(hasRevisionYears(since("2013"), 80)).toBe(true);
    expect(hasRevisionYears(since("2014"), 80)).toBe(false);
    expect(fitDataOf([since("2013")], "2015-01-01").table.width).toBe(featureNames.length);
    const [event] = market;
    if (!event) throw new Error("no event");
    const drifting = ["2013-02-01", "2014-02-03", "2015-02-02"].flatMap((reportDate, year) =>
      Array.from({ length: 2_000 }, (_, i) => {
        const isUp = (i + year) % 3 > 0;
        const own = { symbol: `D${i}`, reportDate, epsEstimate: 1, epsActual: isUp ? 1.1 : 0.9 };
        return { ...event, ...own, revisions: { ...past, 30: isUp ? 0.9 : 1.1 } };
      }),
    );
    const { table } = fitDataOf(
      [[...market.filter((one) => one.reportDate < "2013"), ...drifting]],
      "2015-01-01",
    );
    expect(table.width).toBe(allFeatureNames.length);
    const { trees, featureMeans } = fitUntil(table, "2016-01-01", quickFit);
    expect(featureMeans).toHaveLength(allFeatureNames.length);
    const used = new Set(trees.members.flatMap(({ feature }) => feature));
    expect(used.has(allFeatureNames.indexOf("consensusDrift30"))).toBe(true);
    // Nobody recorded revisions in these years.
    expect(fitUntil(table, "2013-01-01", quickFit).trees.edges.at(-1)).toEqual([]);
  });
});

const row = (date: string, horizon: string, now: string | null, over: object = {}) => ({
  date,
  horizon,
  eps_estimate_average: now,
  eps_estimate_analyst_count: "9.0000",
  eps_estimate_average_7_days_ago: "1.1900",
  eps_estimate_average_30_days_ago: "None",
  eps_estimate_average_60_days_ago: null,
  eps_estimate_average_90_days_ago: "1.0500",
  ...over,
});

describe("a vendor's past estimates", () => {
  const ask = (answer: Parameters<typeof vendor>[0]) => {
    const source = vendor(answer);
    const asked = {
      fetch: source.fetch,
      key: "a-key",
      symbol: "ACME",
      now: new Date("2026-11-24T12:00:00Z"),
    };
    return { source, answer: readPastEstimates({ ...asked, baseUrl: "https://av.example" }) };
  };

  it("are read for quarters that have ended, oldest first, numbers as text and none as null", async () => {
    const estimates = [
      row("2026-12-31", "next fiscal quarter", "1.4000"),
      row("2026-09-30", "historical fiscal quarter", "1.2000"),
      row("2026-06-30", "historical fiscal quarter", "1.1000", { eps_estimate_average_90_days_ago: "" }),
      row("2025-12-31", "historical fiscal year", "4.4000"),
      row("2026-03-31", "historical fiscal quarter", "None"),
      { date: "soon", horizon: 7 },
    ];
    const { source, answer } = ask(() => ({ body: { symbol: "ACME", estimates } }));
    expect(await answer).toEqual([
      {
        symbol: "ACME",
        fiscalQuarterEnd: "2026-06-30",
        consensusEps: 1.1,
        past: { 7: 1.19, 30: null, 60: null, 90: null },
      },
      {
        symbol: "ACME",
        fiscalQuarterEnd: "2026-09-30",
        consensusEps: 1.2,
        past: { 7: 1.19, 30: null, 60: null, 90: 1.05 },
      },
    ]);
    expect(source.asked[0]?.url.search).toBe("?function=EARNINGS_ESTIMATES&symbol=ACME&apikey=a-key");
  });

  it("are refused with a reason, which never holds the key: a limit under status 200, a page, nothing", async () => {
    const refused = async (body: unknown) => {
      const answer = await ask(() => ({ body })).answer;
      if (!("isOk" in answer)) throw new Error("it was read");
      expect(answer.detail).not.toContain("a-key");
      return answer.reason;
    };
    expect(await refused({ Information: "Our standard API rate limit is 25 requests per day." })).toBe(
      "rate_limited",
    );
    expect(await refused({ Note: "5 calls per minute" })).toBe("rate_limited");
    expect(await refused("<html>maintenance</html>")).toBe("malformed");
    expect(await ask(() => ({ body: {} })).answer).toEqual([]);
  });

  const own = { ...(aMarket({ companies: 1, quarters: 1 })[0] as ReturnType<typeof aMarket>[number]) };
  const event = (symbol: string, revisions: PastConsensus | null = null) => ({
    ...own,
    symbol,
    reportDate: "2026-10-20",
    epsEstimate: 1.2,
    revisions,
  });
  const claim = (symbol: string, month: number, consensusEps = 1.2): [string, PastEstimate[]] => [
    symbol,
    [
      {
        symbol,
        fiscalQuarterEnd: "2026-09-30",
        consensusEps,
        past: { 7: 1.2, 30: month, 60: 1, 90: null },
      },
    ],
  ];
  const learn = (month: number, consensusEps = 1.2) => {
    const watched = ["AA", "BB", "CC"].map((symbol) =>
      event(symbol, { 7: 1.2, 30: 1.1, 60: null, 90: null }),
    );
    const estimates = new Map(
      ["AA", "BB", "CC"].map((symbol) => claim(symbol, month)).concat([claim("OLD", month, consensusEps)]),
    );
    return withEstimates({ files: [[event("OLD")]], archive: [watched] }, estimates, 3);
  };

  it("teach the days at which they are our own archive's to the cent, and no other", () => {
    const { files, archive, comparisons } = learn(1.105);
    expect(comparisons).toEqual([
      { days: 7, compared: 3, agreed: 3, isAccepted: true },
      { days: 30, compared: 3, agreed: 3, isAccepted: true },
      { days: 60, compared: 0, agreed: 0, isAccepted: false },
      { days: 90, compared: 0, agreed: 0, isAccepted: false },
    ]);
    expect(files[0]?.[0]?.revisions).toEqual({ 7: 1.2, 30: 1.105, 60: null, 90: null });
    // What the store recorded itself stays.
    expect(archive[0]?.[0]?.revisions).toEqual({ 7: 1.2, 30: 1.1, 60: null, 90: null });
  });

  it("are read row by row: a bad row is named, a company without quarters is not", () => {
    const folder = mkdtempSync(join(tmpdir(), "beatcast-estimates-"));
    const file = join(folder, "estimates.csv");
    const rows = [
      "AA,2026-09-30,1.2,1.2,1.1,1,",
      "NONE",
      "BB,2026-02-30,1,1,1,1,1",
      "CC,2026-09-30,n/a,1,1,1,1",
    ];
    writeFileSync(file, `${[PAST_ESTIMATE_COLUMNS.join(","), ...rows].join("\n")}\n`);
    expect(readEstimates(file)).toEqual({
      estimates: new Map([claim("AA", 1.1)]),
      badRows: [
        { line: 4, reason: 'fiscal_quarter_end "2026-02-30" is not a day' },
        { line: 5, reason: "consensus_eps is not a number" },
      ],
    });
    writeFileSync(file, "symbol,report_date\nAA,2026-10-20\n");
    expect(() => readEstimates(file)).toThrow(`its columns are not ${PAST_ESTIMATE_COLUMNS.join(",")}`);
    rmSync(folder, { recursive: true });
    expect(learn(1.105).claimed).toBe(4);
  });

  it("teach nothing where the vendor rewrote its past, or speaks of another consensus", () => {
    const rewritten = learn(1.19);
    expect(rewritten.comparisons[1]).toEqual({ days: 30, compared: 3, agreed: 0, isAccepted: false });
    expect(rewritten.files[0]?.[0]?.revisions).toEqual({ 7: 1.2, 30: null, 60: null, 90: null });
    expect(learn(1.1, 0.6).files[0]?.[0]?.revisions).toBeNull();
  });
});
