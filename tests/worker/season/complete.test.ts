import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { rulesNarrator } from "#explanation/narrator/narrator.ts";
import type { MarketData } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { openDatabase } from "#platform/db/client.ts";
import { type Archive, readingArchive } from "#research/archive.ts";
import { runAnalysis } from "#research/run.ts";
import { storeAndComplete, withStore } from "#season/complete.ts";
import { findReported } from "#season/reported.ts";
import { reportsOf } from "#season/store.ts";
import { storeReports } from "#season/store-reports.ts";
import { importStatements } from "../../../scripts/history/import-statements.ts";
import { seen } from "../../unit/season/a-report.ts";

const db = openDatabase(env.DB);
const storeOf = (ledgerId: string) => ({ db, ledgerId });
const now = new Date("2025-03-03T15:00:00Z");
const today = "2025-03-03";

/** A source that, like some, has only the last four quarters. */
const fourQuarters: MarketData = {
  ...sampleMarket(),
  company: async (symbol, at) => {
    const company = await sampleMarket().company(symbol, at);
    const { history } = company;
    if (history.state === "missing") return company;
    return { ...company, history: { ...history, data: history.data.slice(-4) } };
  },
};

const watcher = { onStage: () => undefined, onText: () => undefined };
const analyzed = (symbol: string, archive: Archive) =>
  runAnalysis(
    symbol,
    { market: fourQuarters, narrator: rulesNarrator, now: () => now, newId: () => "ana_1", archive },
    watcher,
  );
const archiveOf = (ledgerId: string): Archive => ({
  ...readingArchive(),
  complete: (company, at) => storeAndComplete(storeOf(ledgerId), company, at),
});

const importFile = async (ledgerId: string, symbol: string, days: readonly string[], actual = 0.8) => {
  const events = days.map((reportDate) => ({
    symbol,
    reportDate,
    session: null,
    epsEstimate: 1,
    epsActual: actual,
    industry: null,
    country: null,
    sector: null,
    family: "alphavantage" as const,
    trend: 0,
    coverage: "continuous" as const,
  }));
  const { statements } = importStatements(events, { source: "history.csv", ledgerId, now });
  for (const statement of statements) await env.DB.prepare(statement).run();
};
const daysBefore = (day: string, quarters: number) =>
  Array.from({ length: quarters }, (_, i) =>
    new Date(Date.parse(day) - 91 * (i + 1) * 86_400_000).toISOString().slice(0, 10),
  );

describe("an analysis beside the store", () => {
  it("leaves what the source said there, and reads the same back", async () => {
    const plain = await analyzed("MSFT", readingArchive());
    const stored = await analyzed("MSFT", archiveOf("plain"));
    expect(stored.prediction).toEqual(plain.prediction);
    expect(stored.earningsData).toEqual(plain.earningsData);
    expect(await reportsOf(storeOf("plain"), "MSFT")).toHaveLength(5);
  });

  it("has every quarter that a file or an earlier answer gave, under its own name", async () => {
    const plain = await analyzed("AAPL", readingArchive());
    const company = await fourQuarters.company("AAPL", now);
    const oldest = company.history.state === "missing" ? "" : (company.history.data[0]?.reportDate ?? "");
    const last = company.history.state === "missing" ? 1 : (company.history.data[0]?.actual ?? 1);
    await importFile("filed", "AAPL", daysBefore(oldest, 12), last);
    const filed = await analyzed("AAPL", archiveOf("filed"));
    expect(filed.earningsData.history).toHaveLength(16);
    expect(filed.prediction.beatProbability).not.toBe(plain.prediction.beatProbability);
    const fact = filed.evidence.find(({ source }) => source === "Stored history: history.csv");
    expect(fact).toMatchObject({ kind: "eps_history", value: 12, unit: "reports", state: "cached" });
    expect(filed.evidence.filter(({ source }) => source === "history.csv").length).toBeGreaterThan(20);
    expect(plain.evidence.some(({ source }) => source.includes("history.csv"))).toBe(false);
  });

  it("takes what lies before a hole in a file, as the fit does, but nothing of the day to come", async () => {
    const company = await fourQuarters.company("KO", now);
    const oldest = company.history.state === "missing" ? "" : (company.history.data[0]?.reportDate ?? "");
    const [near = "", far = ""] = [daysBefore(oldest, 1)[0], daysBefore(oldest, 9)[8]];
    await importFile("holed", "KO", [near, far, "2027-01-20"]);
    const complete = await storeAndComplete(storeOf("holed"), company, now);
    if (complete.history.state === "missing") throw new Error();
    expect(complete.history.data.map(({ reportDate }) => reportDate)).toHaveLength(6);
    expect(complete.history.data[0]?.reportDate).toBe(far);
    expect(complete.history.data[1]?.reportDate).toBe(near);
  });

  it("has the consensus and the day that the calendar gave, where the source has none", async () => {
    const store = storeOf("calendar");
    const coming = seen({
      symbol: "KO",
      reportDate: "2025-04-29",
      fiscalQuarterEnd: "2025-03-31",
      session: "pre",
      isConfirmed: true,
      consensusEps: 0.71,
      analystCount: 20,
      source: "Calendar",
    });
    await storeReports(store, [coming], { now, today });
    const missing = { state: "missing", reason: "empty", detail: "none", source: "Source" } as const;
    const company = { ...(await fourQuarters.company("KO", now)), estimate: missing, reportDate: missing };
    expect(await storeAndComplete(store, company, now)).toMatchObject({
      estimate: { state: "cached", source: "Calendar", data: { consensusEps: 0.71, analystCount: 20 } },
      reportDate: {
        state: "cached",
        data: { from: "2025-04-29T04:00:00.000Z", isEstimate: false, session: "pre" },
      },
    });
  });
});

describe("settlement beside the store", () => {
  const quarter = { symbol: "KO", fiscalQuarterEnd: "2024-12-31" };
  const figuresOf = async (sources: readonly string[]) =>
    (await findReported({ ...storeOf("settled"), sources, hasFilings: false }, [quarter], now))[0]?.figures;

  it("takes a figure that the source gave already, and never a file's or another's", async () => {
    const store = storeOf("settled");
    await importFile("settled", "KO", ["2025-02-11"]);
    expect(await figuresOf(["Source"])).toEqual([]);
    const reported = seen({ symbol: "KO", reportDate: "2025-02-11", consensusEps: 0.52, reportedEps: 0.55 });
    await storeReports(store, [reported], { now, today });
    expect(await figuresOf(["Other"])).toEqual([]);
    expect(await figuresOf(["Source"])).toEqual([
      { source: "Source", eps: 0.55, estimate: 0.52, reportDate: "2025-02-11" },
    ]);
  });

  it("fills the store by each company that is asked about", async () => {
    await withStore(fourQuarters, storeOf("asked")).company("KO", now);
    expect(await reportsOf(storeOf("asked"), "KO")).toHaveLength(5);
  });
});
