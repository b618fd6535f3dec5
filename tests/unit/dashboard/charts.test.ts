import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PriceSeries } from "#contract/technical.ts";
import { edgePoints, waterfallContributionsOf, waterfallSteps } from "#contract/waterfall.ts";
import { type ChartShape, evenlySpaced, readOut } from "#ui/chart-shape.ts";
import {
  lastDays,
  macdShape,
  priceShape,
} from "../../../src/features/dashboard/results/charts/price-shapes.ts";

const prices: PriceSeries = {
  dates: ["2026-01-30", "2026-02-02", "2026-02-03", "2026-03-02"],
  close: [100, 101.5, 99, 102],
  volume: [1_000_000, null, 2_500_000, 1_200_000],
  sma20: [null, 100.2, 100.3, 100.4],
  sma50: [null, null, null, null],
  sma200: [null, null, null, null],
  rsi: [null, 55, 45, 60],
  macd: [null, 0.5, -0.2, 0.3],
  macdSignal: [null, 0.3, 0.1, null],
};

describe("a chart's read-out", () => {
  it("tells every value at a position and leaves out what is not known", () => {
    const shape = priceShape(prices);
    expect(readOut(shape, 1)).toBe("Feb 2, 2026: SMA 20 100.20, Close 101.50");
    expect(readOut(shape, 2)).toBe("Feb 3, 2026: Volume 2.5M, SMA 20 100.30, Close 99.00");
  });

  it("says so where there is nothing", () => {
    const empty: ChartShape = {
      x: [0],
      xLabels: ["Sep 2026"],
      xTicks: () => [],
      series: [],
      formatY: String,
    };
    expect(readOut(empty, 0)).toBe("Sep 2026: no data");
  });
});

describe("the price chart", () => {
  it("marks the first day of each month below it, at most as many as fit", () => {
    const { xTicks } = priceShape(prices);
    expect(xTicks(5)).toEqual([
      { at: 1, label: "Feb" },
      { at: 3, label: "Mar" },
    ]);
    expect(xTicks(1)).toEqual([{ at: 3, label: "Mar" }]);
  });

  it("has no volume where the source gives none", () => {
    const without = priceShape({ ...prices, volume: [null, null, null, null] });
    expect(without.series.map((series) => series.label)).toEqual(["SMA 200", "SMA 50", "SMA 20", "Close"]);
  });

  it("shows the last days of every series alike", () => {
    const two = lastDays(prices, 2);
    expect(two.dates).toEqual(["2026-02-03", "2026-03-02"]);
    expect(two.close).toEqual([99, 102]);
    expect(two.volume).toEqual([2_500_000, 1_200_000]);
  });

  it("draws the MACD's histogram in two colors and tells it as one", () => {
    const shape = macdShape(prices);
    const histogram = shape.readings?.find((reading) => reading.label === "Histogram");
    expect(histogram?.values.map((value) => value?.toFixed(2) ?? null)).toEqual([
      null,
      "0.20",
      "-0.30",
      null,
    ]);
    expect(shape.series[0]?.values.map((value) => value !== null)).toEqual([false, true, false, false]);
    expect(shape.series[1]?.values.map((value) => value !== null)).toEqual([false, false, true, false]);
  });
});

describe("thinning labels", () => {
  it.each([
    [5, [1, 2, 3, 4, 5]],
    [3, [1, 3, 5]],
    [2, [2, 5]],
    [0, [5]],
  ])("keeps at most %i, the last among them", (most, kept) => {
    expect(evenlySpaced([1, 2, 3, 4, 5], most)).toEqual(kept);
  });
});

describe("the way from the base rate to the forecast", () => {
  it("without the model's parts is the base rate alone", () => {
    const steps = waterfallSteps({ contributions: null, baseRate: 0.6695, probability: 0.6695 });
    expect(steps).toEqual([
      { label: "Base rate", from: 0, to: 0.6695, isTotal: true },
      { label: "P(beat)", from: 0, to: 0.6695, isTotal: true },
    ]);
  });

  it("begins at the base rate, ends at the forecast, and each step begins where the last one ended", () => {
    const contributions = {
      start: 52.5,
      historicalAccuracy: 10.4,
      trend: null,
      epsTrends: 3.2,
      analystRatings: null,
      marketSentiment: -1.1,
    };
    const input = { contributions, baseRate: 0.55, probability: 0.65 };
    const { start, steps } = waterfallContributionsOf(input);
    expect(start).toEqual({ label: "Base rate", percent: expect.closeTo(55) });
    expect(steps.map(({ label, points }) => [label, Number(points.toFixed(6))])).toEqual([
      ["Model's starting point", -2.5],
      ["Historical accuracy", 10.4],
      ["Past EPS trends", 3.2],
      ["Market sentiment", -1.1],
    ]);
    const bars = waterfallSteps(input).slice(0, -1);
    for (const [i, bar] of bars.slice(1).entries()) expect(bar.from).toBe(bars[i]?.to);
    expect(bars.at(-1)?.to).toBeCloseTo(0.65, 10);
  });

  it("has steps that add up to the edge on the screen, whatever is rounded", () => {
    const tenth = fc.integer({ min: -400, max: 400 }).map((n) => n / 10);
    const points = fc.option(tenth);
    const share = fc.integer({ min: 1, max: 9_999 }).map((n) => n / 10_000);
    const record = { historicalAccuracy: points, epsTrends: points, analystRatings: points };
    const contributions = fc.record({
      start: fc.constant(50),
      ...record,
      marketSentiment: points,
      trend: points,
    });
    fc.assert(
      fc.property(contributions, share, share, (contributions, baseRate, probability) => {
        const { steps } = waterfallContributionsOf({ contributions, baseRate, probability });
        const shown = steps.reduce((sum, step) => sum + Math.round(10 * Number(step.points.toFixed(1))), 0);
        expect(shown / 10).toBe(edgePoints({ baseRate, probability }));
        for (const { points } of steps) expect(Number(points.toFixed(1))).toBe(points);
      }),
    );
  });
});
