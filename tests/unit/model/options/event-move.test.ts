import { describe, expect, it } from "vitest";
import type { OptionChain, OptionQuote } from "#contract/market-data.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { marketClosure, tradingDaysBetween } from "#contract/trading-days.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { eventMove } from "#model/options/implied-move.ts";

const today = "2026-11-23";
const SPOT = 97.3;

/** Prices the straddles of a lognormal price by a sum over its outcomes, not by a formula. */
function chainOf(expiry: string, variance: number): OptionChain {
  const deviation = Math.sqrt(variance);
  const worth = (pays: (price: number) => number) => {
    let [sum, whole] = [0, 0];
    for (let z = -8; z <= 8; z += 0.001) {
      const weight = Math.exp((-z * z) / 2);
      sum += weight * pays(SPOT * Math.exp(deviation * z - variance / 2));
      whole += weight;
    }
    return sum / whole;
  };
  const quote = (strike: number, last: number): OptionQuote => ({
    strike,
    last,
    bid: null,
    ask: null,
    openInterest: null,
    impliedVolatility: null,
  });
  const strikes = [95, 100];
  return {
    expiry,
    spot: SPOT,
    calls: strikes.map((strike) =>
      quote(
        strike,
        worth((price) => Math.max(0, price - strike)),
      ),
    ),
    puts: strikes.map((strike) =>
      quote(
        strike,
        worth((price) => Math.max(0, strike - price)),
      ),
    ),
  };
}

/** Takes the standard deviations of an ordinary day and of the report, which options from `after` on pay for. */
const market = (day: number, report: number, after: string) => (expiry: string) =>
  chainOf(expiry, tradingDaysBetween(today, expiry) * day ** 2 + (expiry >= after ? report ** 2 : 0));
const size = (report: number) => 100 * Math.sqrt(2 / Math.PI) * report;

describe("the move that options charge for the report alone", () => {
  const after = "2026-12-09";
  const chain = market(0.015, 0.06, after);

  it("is what an expiry past the report costs beyond one before it", () => {
    const found = eventMove({ spanning: chain("2026-12-11"), beside: chain("2026-12-04"), after, today });
    expect(found).toEqual({ percent: expect.closeTo(size(0.06), 2), method: "expiry_before" });
  });

  it("is what is left when two later expiries tell an ordinary day", () => {
    const found = eventMove({ spanning: chain("2026-12-11"), beside: chain("2027-01-15"), after, today });
    expect(found).toEqual({ percent: expect.closeTo(size(0.06), 2), method: "two_expiries_after" });
  });

  it("is the same however long the options run, where the whole straddle grows", () => {
    const expiries = ["2026-12-11", "2026-12-18", "2026-12-24"];
    const found = expiries.map((expiry) =>
      eventMove({ spanning: chain(expiry), beside: chain("2026-12-04"), after, today }),
    );
    for (const one of found) expect(one?.percent).toBeCloseTo(size(0.06), 2);
  });

  it.each([
    ["no expiry is near", chain("2027-01-15"), chain("2026-12-04")],
    ["the other expiry is the same", chain("2026-12-11"), chain("2026-12-11")],
    ["the other expiry has no day left", chain("2026-12-11"), chain(today)],
    ["the report does not stand out", market(0.015, 0.015, after)("2026-12-11"), chain("2026-12-04")],
    ["a later expiry costs less", chain("2026-12-11"), chainOf("2027-01-15", 0.001)],
    ["no strike has both prices", { ...chain("2026-12-11"), puts: [] }, chain("2026-12-04")],
    [
      "a straddle costs less than what it pays now",
      { ...chain("2026-12-11"), spot: 130 },
      chain("2026-12-04"),
    ],
  ])("is not told where %s", (_, spanning, beside) => {
    expect(eventMove({ spanning, beside, after, today })).toBeNull();
  });

  it("counts the exchange's sessions only", () => {
    expect(tradingDaysBetween("2026-11-25", "2026-11-30")).toBe(2);
    expect(tradingDaysBetween("2025-01-08", "2025-01-10")).toBe(1);
    const all = Array.from({ length: 60 }, (_, i) => addIsoDays(today, i));
    for (const from of all)
      for (const to of all) {
        const between = all.filter((day) => day > from && day <= to);
        const sessions = between.filter((day) => marketClosure(day) === null);
        expect(tradingDaysBetween(from, to)).toBe(sessions.length);
      }
  });

  it("of the simulated market's chains is the move that they were made with", async () => {
    const now = new Date("2026-11-23T15:00:00Z");
    const source = sampleMarket();
    const found = await Promise.all(
      ["AAPL", "MSFT", "NVDA", "KO"].map(async (symbol) => {
        const { reportDate } = await source.company(symbol, now);
        if (reportDate.state === "missing") return null;
        const day = addIsoDays(easternDay(reportDate.data.from), 1);
        const [spanning, beside] = await Promise.all([
          source.options(symbol, day, now),
          source.options(symbol, addIsoDays(day, 28), now),
        ]);
        if (spanning.state === "missing" || beside.state === "missing") return null;
        return eventMove({ spanning: spanning.data, beside: beside.data, after: day, today });
      }),
    );
    const told = found.filter((one) => one !== null);
    for (const { percent } of told) {
      expect(percent).toBeGreaterThan(size(0.03));
      expect(percent).toBeLessThan(size(0.08));
    }
    expect(told.length).toBeGreaterThan(0);
  });
});
