import { env } from "cloudflare:test";
import { beforeEach, expect, it, vi } from "vitest";
import type { Part, PriceAverages } from "#contract/market-data.ts";
import { relativeTrendOf } from "#model/trend.ts";
import { openDatabase } from "#platform/db/client.ts";
import { freshTrend, refreshTrends } from "#season/trends.ts";

const store = { db: openDatabase(env.DB), ledgerId: "trends" };
/** A Tuesday before the exchanges close. */
const tuesday = new Date("2026-11-24T15:00:00Z");
const afterClose = new Date("2026-11-24T21:30:00Z");

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM season_companies WHERE ledger_id = 'trends'").run();
  await env.DB.prepare("DELETE FROM season_reports WHERE ledger_id = 'trends'").run();
  for (const [symbol, day] of [
    ["AHEAD", "2026-11-26"],
    ["LEVEL", "2026-11-30"],
    ["BACK", "2026-12-01"],
    ["LATER", "2027-02-01"],
    ["GONE", "2026-11-30"],
  ]) {
    await env.DB.prepare(
      "INSERT INTO season_companies (ledger_id, symbol, is_active, updated_at) VALUES ('trends', ?, ?, 0)",
    )
      .bind(symbol, symbol === "GONE" ? 0 : 1)
      .run();
    await env.DB.prepare(
      `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known, is_confirmed, consensus_eps, source, is_imported, first_seen_at, changed_at)
       VALUES ('trends', ?, '2026-09-30', 1, ?, 1, 1, 1, 'test', 0, 0, 0)`,
    )
      .bind(symbol, day)
      .run();
  }
});

const quote = (symbol: string, price: number, average200: number | null = 100): PriceAverages => ({
  symbol,
  price,
  average50: 100,
  average200,
});

function aMarket(answer: () => Part<PriceAverages[]>) {
  const asked: string[][] = [];
  const averages = async (symbols: readonly string[]) => {
    asked.push([...symbols]);
    return answer();
  };
  return { asked, averages };
}
const prices = (data: PriceAverages[]): Part<PriceAverages[]> => ({
  state: "live",
  data,
  source: "A source",
  url: null,
  asOf: tuesday.toISOString(),
});
const stored = async () =>
  (
    await env.DB.prepare(
      "SELECT symbol, trend, trend_day AS trendDay FROM season_companies WHERE ledger_id = 'trends' ORDER BY symbol",
    ).all<{ symbol: string; trend: number | null; trendDay: string | null }>()
  ).results;

it("stores each listed company's trend against the median of all, once a session", async () => {
  const market = aMarket(() => prices([quote("AHEAD", 110), quote("LEVEL", 100), quote("BACK", 90, null)]));
  expect(await refreshTrends({ store, market, now: tuesday })).toBe(3);
  expect(market.asked).toEqual([["AHEAD", "BACK", "LATER", "LEVEL"]]);
  const [short, half] = [Math.log(1.1), Math.log(1.1) / 2];
  const behind = Math.log(0.9);
  expect(await stored()).toEqual([
    {
      symbol: "AHEAD",
      trend: expect.closeTo(relativeTrendOf({ short, long: short - half }), 12),
      trendDay: "2026-11-23",
    },
    {
      symbol: "BACK",
      trend: expect.closeTo(relativeTrendOf({ short: behind, long: null }), 12),
      trendDay: "2026-11-23",
    },
    { symbol: "GONE", trend: null, trendDay: null },
    // Nothing is known about it, and it is not asked for again today.
    { symbol: "LATER", trend: null, trendDay: "2026-11-23" },
    {
      symbol: "LEVEL",
      trend: expect.closeTo(relativeTrendOf({ short: 0, long: -half }), 12),
      trendDay: "2026-11-23",
    },
  ]);
  expect(await refreshTrends({ store, market, now: tuesday })).toBe(0);
  expect(market.asked).toHaveLength(1);
  expect(await refreshTrends({ store, market, now: afterClose })).toBe(3);
  expect((await stored())[0]?.trendDay).toBe("2026-11-24");
});

it("keeps nothing of a source that fails, asks it again, and a company that it does not know has none", async () => {
  const failing = aMarket(() => ({
    state: "missing",
    reason: "upstream",
    detail: "It is down.",
    source: "A source",
  }));
  expect(await refreshTrends({ store, market: failing, now: tuesday })).toBe(0);
  expect((await stored()).every(({ trendDay }) => trendDay === null)).toBe(true);
  const market = aMarket(() => prices([quote("AHEAD", 110), quote("LEVEL", 100)]));
  expect(await refreshTrends({ store, market, now: tuesday })).toBe(2);
  expect((await stored()).find(({ symbol }) => symbol === "BACK")).toEqual({
    symbol: "BACK",
    trend: null,
    trendDay: "2026-11-23",
  });
  expect(await refreshTrends({ store, market, now: tuesday })).toBe(0);
});

it("is used on the days that it speaks of alone: 0 without a price, when stale, and for a day before it was known", () => {
  const known = { trend: 0.4, trendDay: "2026-11-20" };
  expect(freshTrend(known, "2026-11-23")).toBe(0.4);
  expect(freshTrend(known, "2026-11-20")).toBe(0.4);
  expect(freshTrend(known, "2026-11-24")).toBe(0);
  expect(freshTrend(known, "2026-11-19")).toBe(0);
  expect(freshTrend({ trend: null, trendDay: "2026-11-20" }, "2026-11-23")).toBe(0);
  expect(freshTrend({ trend: null, trendDay: null }, "2026-11-23")).toBe(0);
});

it("asks for the largest companies first, and says where a source knows few", async () => {
  await env.DB.prepare(
    "UPDATE season_companies SET market_cap = 5e9 WHERE ledger_id = 'trends' AND symbol = 'LEVEL'",
  ).run();
  await env.DB.prepare(
    "UPDATE season_companies SET market_cap = 9e9 WHERE ledger_id = 'trends' AND symbol = 'BACK'",
  ).run();
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const market = aMarket(() => prices([quote("BACK", 110)]));
  expect(await refreshTrends({ store, market, now: tuesday })).toBe(1);
  expect(market.asked).toEqual([["BACK", "LEVEL", "AHEAD", "LATER"]]);
  expect(warned.mock.calls.flat().join()).toContain(
    '"prices of few companies","session":"2026-11-23","known":1,"without":3',
  );
  warned.mockRestore();
});
