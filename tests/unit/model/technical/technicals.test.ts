import { describe, expect, it } from "vitest";
import {
  annualVolatility,
  averagesTrend,
  rsiSignal,
  supportAndResistance,
  technicalScore,
  technicalsOf,
  volumeTrend,
} from "#model/technical/technicals.ts";
import { barsOf, wanderingCloses } from "../bars.ts";

describe("the technical picture", () => {
  it.each([
    [30, "oversold"],
    [30.01, "neutral"],
    [70, "neutral"],
    [70.01, "overbought"],
  ] as const)("an RSI of %f is %s", (rsi, signal) => {
    expect(rsiSignal(rsi)).toBe(signal);
  });

  it("the volatility of moves of 1% up and down is 15.87% a year, and unknown under 60 days", () => {
    const closes = Array.from({ length: 400 }, (_, i) => 100 * Math.exp(i % 2 === 0 ? 0 : 0.01));
    expect(annualVolatility(closes)).toBe(15.87);
    // Older days do not count.
    expect(annualVolatility([...closes.map((close) => 3 * close), ...closes])).toBe(15.87);
    expect(annualVolatility(Array(300).fill(50))).toBe(0);
    expect(annualVolatility(closes.slice(0, 60))).toBeNull();
  });

  it("averages are bullish only in a full ladder, and missing without the shortest", () => {
    expect(averagesTrend(10, { sma20: 9, sma50: 8, sma200: 7 })?.trend).toBe("bullish");
    expect(averagesTrend(6, { sma20: 7, sma50: 8, sma200: 9 })?.trend).toBe("bearish");
    expect(averagesTrend(10, { sma20: 9, sma50: 8, sma200: 11 })?.trend).toBe("neutral");
    expect(averagesTrend(10, { sma20: 9, sma50: null, sma200: null })?.trend).toBe("bullish");
    expect(averagesTrend(10, { sma20: null, sma50: null, sma200: null })).toBeNull();
  });

  it("the score is the mean of what can be computed", () => {
    const averages = { sma20: 9, sma50: 11, sma200: null };
    expect(technicalScore({ rsi: 40, macdTrend: "bullish", averages, close: 10 })).toBe((40 + 100 + 50) / 3);
    expect(technicalScore({ rsi: 40, macdTrend: null, averages: null, close: 10 })).toBe(40);
    expect(technicalScore({ rsi: null, macdTrend: null, averages: null, close: 10 })).toBeNull();
  });

  it("an indicator without its days is missing, and the block without any indicator too", () => {
    const few = technicalsOf(barsOf(wanderingCloses(30)), "USD");
    expect(few?.rsi).not.toBeNull();
    expect(few).toMatchObject({
      macd: null,
      volume_analysis: null,
      moving_averages: { sma50: null, sma200: null },
    });
    expect(technicalsOf(barsOf([100]), "USD")).toBeNull();
    expect(technicalsOf([], "USD")).toBeNull();
  });

  it("every series of the charts has a value or null for every day", () => {
    const { series } = technicalsOf(barsOf(wanderingCloses(60)), "USD") ?? {};
    expect(new Set(Object.values(series ?? {}).map((values) => values.length))).toEqual(new Set([60]));
  });
});

describe("levels and volume", () => {
  /** The series rises to 120, falls to 100 and ends at 110, so it has one swing high and one swing low. */
  const swing = [...range(100, 120), ...range(119, 100), ...range(101, 110)];

  it("support is the nearest swing low below, resistance the nearest swing high above", () => {
    expect(supportAndResistance(barsOf(swing))).toEqual({ support: 99.5, resistance: 120.5 });
  });

  it("a new high has no resistance, and eleven days are needed for any level", () => {
    expect(supportAndResistance(barsOf([...swing, ...range(111, 130)]))?.resistance).toBeNull();
    expect(supportAndResistance(barsOf(range(1, 10)))).toBeNull();
  });

  it("volume is a trend from a tenth on, against the 20 days before", () => {
    const closes = Array.from({ length: 40 }, () => 10);
    const trendAt = (recent: number) =>
      volumeTrend(barsOf(closes, (day) => (day < 20 ? 1000 : recent)))?.trend;
    expect([trendAt(1101), trendAt(1100), trendAt(900), trendAt(899)]).toEqual([
      "increasing",
      "stable",
      "stable",
      "decreasing",
    ]);
    expect(volumeTrend(barsOf(closes.slice(1)))).toBeNull();
  });
});

function range(from: number, to: number): number[] {
  const step = from < to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + step * i);
}
