import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { sampleMarket } from "#market/sample/sample.ts";
import { continueDailyRecord } from "#predictions/daily-record.ts";
import { reportedSourcesOf } from "#predictions/reported.ts";
import { settleDue } from "#predictions/settlement.ts";
import { openDeps } from "#worker/deps.ts";
import { db, ledgerOf } from "./a-record.ts";

const { analyseAsOf } = openDeps(env, "https://beatcast.test");
const market = sampleMarket();
const ask = reportedSourcesOf([market]);
const universe = ["AAPL", "JPM", "KO", "XOM", "VZ", "BA"];
const DAY_MS = 86_400_000;
const START = Date.parse("2026-07-20T09:17:00Z");
const DAYS = 20;

/** A day of the jobs, as the hourly tick does it. */
async function runDay(ledgerId: string, day: number, hour = 0): Promise<void> {
  const at = new Date(START + day * DAY_MS + hour * 3_600_000);
  const clock = () => at;
  const deps = { db, ledgerId, ledger: ledgerOf(ledgerId), universe, market, now: clock, marketNow: clock };
  await settleDue({ ...deps, ask }, at);
  await continueDailyRecord({
    ...deps,
    newId: () => `prd_${crypto.randomUUID()}`,
    analyse: (symbol) => analyseAsOf(symbol, at),
    onFailure: (symbol, error) => {
      throw new Error(`${symbol} failed`, { cause: error });
    },
  });
}

const everyDay = Array.from({ length: DAYS }, (_, day) => day);
const keys = "symbol, fiscal_quarter_end, state, actual_result, actual_eps";
const rowsOf = async (ledgerId: string, columns: string) =>
  (
    await env.DB.prepare(
      `SELECT ${columns} FROM predictions WHERE scope = ? ORDER BY symbol, fiscal_quarter_end`,
    )
      .bind(`record:${ledgerId}`)
      .all<{ state: string }>()
  ).results;
const whole = `${keys}, beat_probability, consensus_eps, prediction_type, is_correct, created_at, settled_at, ledger_seq`;

describe("the jobs of three weeks", { timeout: 60_000 }, () => {
  it("put each company on record once, and settle it", async () => {
    for (const day of everyDay) await runDay("on time", day);
    const rows = await rowsOf("on time", whole);
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(rows.filter(({ state }) => state === "settled").length).toBeGreaterThanOrEqual(3);
  });

  it("give the same rows when each runs twice", async () => {
    for (const day of everyDay) {
      await runDay("twice", day);
      await runDay("twice", day);
    }
    expect(await rowsOf("twice", whole)).toEqual(await rowsOf("on time", whole));
  });

  it("give the same rows when each runs three times at once", async () => {
    for (const day of everyDay) await Promise.all([1, 2, 3].map(() => runDay("at once", day)));
    const withoutNumber = whole.replace(", ledger_seq", "");
    expect(await rowsOf("at once", withoutNumber)).toEqual(await rowsOf("on time", withoutNumber));
    expect((await ledgerOf("at once").page(0, 0)).head.seq).toBe(
      (await ledgerOf("on time").page(0, 0)).head.seq,
    );
  });

  it.each([2, 5, 8])(
    "predict and settle the same reports when three days from day %i on are missed",
    async (first) => {
      const ledgerId = `missed ${first}`;
      for (const day of everyDay.filter((day) => day < first || day >= first + 3))
        await runDay(ledgerId, day);
      expect(await rowsOf(ledgerId, keys)).toEqual(await rowsOf("on time", keys));
    },
  );
});

describe("a day's way through the universe", () => {
  it("goes on where it stopped, batch by batch", async () => {
    const at = new Date(START);
    const clock = () => at;
    const many = Array.from(
      { length: 95 },
      (_, i) => `Z${String.fromCharCode(65 + (i % 26), 65 + Math.floor(i / 26))}`,
    );
    const looked: string[] = [];
    const deps = {
      db,
      ledgerId: "batches",
      ledger: ledgerOf("batches"),
      universe: many,
      market: {
        ...market,
        company: (symbol: string, now: Date) => {
          looked.push(symbol);
          return market.company(symbol, now);
        },
      },
      now: clock,
      marketNow: clock,
      newId: () => `prd_${crypto.randomUUID()}`,
      analyse: (symbol: string) => analyseAsOf(symbol, at),
      onFailure: () => undefined,
    };
    expect(await continueDailyRecord(deps)).toBe(false);
    expect(looked).toEqual(many.slice(0, 40));
    expect(await continueDailyRecord(deps)).toBe(false);
    expect(await continueDailyRecord(deps)).toBe(true);
    expect(looked).toEqual(many);
    expect(await continueDailyRecord(deps)).toBe(true);
    expect(looked).toHaveLength(95);
  });

  it("is not stopped by a company that fails", async () => {
    const at = new Date(START);
    const clock = () => at;
    const failed: string[] = [];
    await continueDailyRecord({
      db,
      ledgerId: "failing",
      ledger: ledgerOf("failing"),
      universe: ["SPY", "AAPL"],
      market,
      now: clock,
      marketNow: clock,
      newId: () => `prd_${crypto.randomUUID()}`,
      analyse: (symbol) => analyseAsOf(symbol, at),
      onFailure: (symbol) => failed.push(symbol),
    });
    expect(failed).toEqual(["SPY"]);
    const { results } = await env.DB.prepare(
      "SELECT position FROM job_progress WHERE job = 'record failing'",
    ).all();
    expect(results).toEqual([{ position: 2 }]);
  });
});
