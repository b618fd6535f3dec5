import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AnalysisResponse } from "#contract/analysis.ts";
import type { MarketData } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { openDatabase } from "#platform/db/client.ts";
import { archivedSymbols, continueDailyArchive, type DailyArchiveDeps } from "#season/archive/daily.ts";
import { signalsOf } from "#season/archive/signals.ts";
import { aPerson, call } from "../../api.ts";

const db = openDatabase(env.DB);
const now = new Date("2025-03-03T15:00:00Z");

const archived = async (ledgerId: string) =>
  (
    await env.DB.prepare("SELECT * FROM archived_signals WHERE ledger_id = ? ORDER BY day, symbol")
      .bind(ledgerId)
      .all<Record<string, unknown>>()
  ).results;

describe("an analysis", () => {
  it("leaves the signals of the day in the archive, once a day", async () => {
    const { token } = await aPerson();
    const { body } = await call<AnalysisResponse>("POST", "/api/analyze/AAPL", { token });
    await call("POST", "/api/analyze/AAPL", { token });
    const rows = await archived("sample");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      symbol: "AAPL",
      day: body.asOf.slice(0, 10),
      consensus_eps: body.earningsData.analystConsensus,
      analyst_count: body.earningsData.analystCount,
      estimate_low: body.earningsData.estimateLow,
      estimate_high: body.earningsData.estimateHigh,
      price: body.technicalIndicators?.lastClose,
    });
  });
});

describe("the signals of a company", () => {
  it("carry revisions and the momentum of the price, and null where the source has nothing", async () => {
    const market = sampleMarket();
    const [company, prices] = await Promise.all([market.company("MSFT", now), market.prices("MSFT", now)]);
    if (prices.state === "missing" || company.revisions.state === "missing") throw new Error("not simulated");
    const closes = prices.data.map((bar) => bar.close);
    const last = closes.at(-1) ?? 0;
    expect(signalsOf({ company, prices, now })).toMatchObject({
      day: "2025-03-03",
      consensusDaysAgo30: company.revisions.data.daysAgo30,
      revisionsUp30: company.revisions.data.upLast30,
      price: last,
      return21: last / (closes.at(-22) ?? 0) - 1,
      return252: last / (closes.at(-253) ?? 0) - 1,
    });
    const missing = { state: "missing", reason: "empty", detail: "none", source: "a source" } as const;
    expect(signalsOf({ company: { ...company, revisions: missing }, prices: missing, now })).toMatchObject({
      consensusDaysAgo30: null,
      price: null,
      return21: null,
      volatility63: null,
    });
    expect(signalsOf({ company: { ...company, estimate: missing }, prices, now })).toBeNull();
  });
});

describe("the daily archive", () => {
  it("is of companies that users have open predictions of and that report soon, the next first, and nobody else", async () => {
    const people = [await aPerson(), await aPerson()];
    for (const [i, symbol] of ["KO", "PEP", "KO", "JPM"].entries())
      await call("POST", `/api/analyze/${symbol}`, { token: people[i % 2]?.token });
    const rows = await env.DB.prepare(
      "SELECT symbol, min(due_at) AS at FROM predictions WHERE ledger_id = 'sample' GROUP BY 1 ORDER BY at, symbol",
    ).all<{ symbol: string; at: number }>();
    const days = 86_400_000;
    expect(rows.results.length).toBeGreaterThanOrEqual(3);
    for (const { at } of rows.results)
      for (const before of [at - 15 * days, at - 13 * days, at - 1000, at + 1000]) {
        const due = rows.results.filter((row) => row.at >= before && row.at <= before + 14 * days);
        expect(await archivedSymbols({ db, ledgerId: "sample" }, new Date(before))).toEqual(
          due.map(({ symbol }) => symbol),
        );
      }
    expect(await archivedSymbols({ db, ledgerId: "nobody" }, new Date())).toEqual([]);
  });

  const symbols = ["AAPL", "MSFT", "NVDA", "JPM", "KO", "PEP", "COST", "TSLA"];
  const companies = [...symbols, ...Array.from({ length: 9 }, (_, i) => `ZZZ${i}`)];
  const deps = (
    ledgerId: string,
    failed: string[],
    market: MarketData = sampleMarket(),
  ): DailyArchiveDeps => ({
    db,
    ledgerId,
    universe: companies,
    market,
    now: () => now,
    marketNow: () => now,
    onFailure: (symbol) => failed.push(symbol),
  });

  it("goes on where it stopped, keeps each company once, and lets one failure stop no other", async () => {
    const failed: string[] = [];
    expect(await continueDailyArchive(deps("test", failed))).toBe(false);
    expect(await continueDailyArchive(deps("test", failed))).toBe(true);
    expect(await continueDailyArchive(deps("test", failed))).toBe(true);
    expect((await archived("test")).map((row) => row.symbol)).toEqual([...symbols].sort());
    expect(failed).toEqual(companies.slice(symbols.length));
  });

  it("asks the source about nobody twice a day", async () => {
    const asked: string[] = [];
    const source = sampleMarket();
    const counting: MarketData = {
      ...source,
      company: async (symbol, at) => {
        asked.push(symbol);
        return source.company(symbol, at);
      },
    };
    for (let tick = 0; tick < 4; tick++) await continueDailyArchive(deps("counted", [], counting));
    expect(asked).toEqual(companies);
  });
});
