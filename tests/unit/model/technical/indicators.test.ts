import { macd, rsi, sma } from "indicatorts";
import { describe, expect, it } from "vitest";
import { macdSeries, rsiSeries, smaSeries } from "#model/technical/technicals.ts";
import { wanderingCloses } from "../bars.ts";

/**
 * The two libraries start exponential averages differently. After this many days six digits show no trace of the
 * start.
 */
const SETTLED_AFTER = 250;
const closes = wanderingCloses(504);
const settled = <T>(series: readonly T[]) => series.slice(SETTLED_AFTER);
/** Rounds to six significant digits, day by day. */
const sixDigits = (series: readonly (number | null | undefined)[]) =>
  series.map((value) => Number(value).toPrecision(6));

describe("indicators agree with a second library to six digits", () => {
  it("RSI over 14 days", () => {
    expect(sixDigits(settled(rsiSeries(closes)))).toEqual(sixDigits(settled(rsi(closes, { period: 14 }))));
  });

  it("MACD (12, 26, 9) and its signal line", () => {
    const ours = settled(macdSeries(closes));
    const { macdLine, signalLine } = macd(closes, { fast: 12, slow: 26, signal: 9 });
    expect(sixDigits(ours.map((point) => point?.macd))).toEqual(sixDigits(settled(macdLine)));
    expect(sixDigits(ours.map((point) => point?.signal))).toEqual(sixDigits(settled(signalLine)));
  });

  it.each([20, 50, 200])("the simple mean of %i days", (days) => {
    expect(sixDigits(settled(smaSeries(closes, days)))).toEqual(
      sixDigits(settled(sma(closes, { period: days }))),
    );
  });
});

describe("indicators on published and plain values", () => {
  /** The worked example of Wilder's RSI in StockCharts' ChartSchool, which prints two decimals. */
  const published = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
    46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
  ];

  it("RSI gives the values of the published example", () => {
    const told = rsiSeries(published)
      .slice(14)
      .map((value) => Number(value?.toFixed(2)));
    expect(told).toEqual([70.53, 66.32, 66.55, 69.41, 66.36, 57.97]);
  });

  it("RSI of a share that only rises is 100, that only falls 0, that never moves 50", () => {
    const day = Array.from({ length: 20 }, (_, i) => i);
    expect(rsiSeries(day.map((i) => 10 + i)).at(-1)).toBe(100);
    expect(rsiSeries(day.map((i) => 100 - i)).at(-1)).toBe(0);
    expect(rsiSeries(day.map(() => 10)).at(-1)).toBe(50);
  });

  it("say nothing before they have the days they need", () => {
    const firstOf = (series: readonly unknown[]) => series.findIndex((value) => value !== null);
    expect(firstOf(rsiSeries(closes))).toBe(14);
    expect(firstOf(macdSeries(closes))).toBe(33);
    expect([20, 50, 200].map((days) => firstOf(smaSeries(closes, days)))).toEqual([19, 49, 199]);
  });
});
