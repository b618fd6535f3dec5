import { describe, expect, it } from "vitest";
import type { OptionQuote, ReportedQuarter } from "#contract/market-data.ts";
import {
  atTheMoney,
  averageMove,
  beatsThatRose,
  impliedMoveOf,
  pastMoves,
  premiumOf,
  straddlePercent,
} from "#model/options/implied-move.ts";
import { barsOf } from "../bars.ts";

const quote = (
  strike: number,
  bid: number | null,
  ask: number | null,
  last: number | null = null,
): OptionQuote => ({
  strike,
  bid,
  ask,
  last,
  openInterest: null,
  impliedVolatility: null,
});

const reported = (reportDate: string | null, estimate: number | null, actual: number): ReportedQuarter => ({
  fiscalQuarterEnd: "2024-12-31",
  reportDate,
  estimate,
  actual,
});

describe("the move that options imply", () => {
  it("a premium is the middle of bid and ask, or the last trade of a closed market", () => {
    expect(premiumOf(quote(100, 4, 5))).toBe(4.5);
    expect(premiumOf(quote(100, 0, 0, 4.2))).toBe(4.2);
    expect(premiumOf(quote(100, 5, 4, 4.2))).toBe(4.2);
    expect(premiumOf(quote(100, null, null))).toBeNull();
  });

  it("is the straddle nearest to the price, where both sides have a price", () => {
    const chain = {
      expiry: "2025-05-02",
      spot: 101,
      calls: [quote(100, 4, 5), quote(101, 3, 4), quote(105, 2, 3)],
      puts: [quote(100, 3, 4), quote(101, null, null), quote(105, 6, 7)],
    };
    const straddle = atTheMoney(chain);
    expect(straddle).toEqual({ strike: 100, call: 4.5, put: 3.5 });
    expect(straddle && straddlePercent(straddle, 100)).toBe(8);
    expect(impliedMoveOf(chain, null, [], [])).toMatchObject({
      impliedMovePercent: null,
      straddlePercent: expect.closeTo(7.92, 2),
      straddle: 8,
      spot: 101,
      expiry: "2025-05-02",
      pastMoves: [],
    });
  });

  it("is missing without a chain and without past reports", () => {
    expect(impliedMoveOf(null, null, [], barsOf([100, 101]))).toBeNull();
  });
});

describe("what the share did over past reports", () => {
  // Closes of January 1, 2, 3 … 2025.
  const bars = barsOf([100, 104, 110, 99, 105, 100]);

  it("is measured from the last close before the day to the first close after it", () => {
    expect(pastMoves([reported("2025-01-02", 1, 1.1)], bars)).toEqual([
      { reportDate: "2025-01-02", movePercent: expect.closeTo(10, 10), result: "beat" },
    ]);
  });

  it("leaves out reports without a day, or without prices around it", () => {
    expect(
      pastMoves([reported(null, 1, 1.1), reported("2025-01-01", 1, 1), reported("2025-01-06", 1, 1)], bars),
    ).toEqual([]);
    const gap = [...barsOf([100]), ...barsOf([100]).map((bar) => ({ ...bar, date: "2025-01-09" }))];
    expect(pastMoves([reported("2025-01-03", 1, 1)], gap)).toEqual([]);
  });

  it("a beat does not mean that the share rises: the record of exactly that", () => {
    const moves = pastMoves(
      [reported("2025-01-02", 1, 1.1), reported("2025-01-03", 1, 1.1), reported("2025-01-05", 1, 0.9)],
      bars,
    );
    expect(moves.map((move) => [move.result, Math.sign(move.movePercent)])).toEqual([
      ["miss", 1],
      ["beat", -1],
      ["beat", 1],
    ]);
    expect(beatsThatRose(moves)).toEqual({ rose: 1, beats: 2 });
    expect(beatsThatRose(moves.slice(0, 1))).toBeNull();
    expect(averageMove(moves)).toBeCloseTo((100 / 99 + 100 * (1 - 99 / 104) + 10) / 3, 10);
    expect(averageMove([])).toBeNull();
  });
});
