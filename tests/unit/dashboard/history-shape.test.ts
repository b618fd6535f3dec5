import { describe, expect, it } from "vitest";
import type { EarningsData, EpsQuarter } from "#contract/analysis.ts";
import {
  historyShape,
  reportedPoints,
} from "../../../src/features/dashboard/results/charts/history-shape.ts";

const quarter = (fiscalQuarterEnd: string, revenue: Partial<EpsQuarter["revenue"]> = {}): EpsQuarter => ({
  fiscalQuarterEnd,
  estimate: 1,
  actual: 1.1,
  surprise: 0.1,
  surprisePercent: 10,
  revenue: { consensus: null, reported: null, surprisePercent: null, ...revenue },
});
const history = [
  quarter("2026-06-30", { consensus: 2e9, reported: 1.9e9, surprisePercent: -5 }),
  quarter("2026-03-31", { consensus: 1e9, reported: 1.1e9, surprisePercent: 10 }),
  quarter("2025-12-31", { reported: 1e9 }),
  quarter("2025-09-30", { consensus: 1e9 }),
];
const earnings = { history, fiscalQuarterEnd: "2026-09-30", analystConsensus: 1.2, revenueConsensus: 2.1e9 };
const shapeOf = (given: Partial<EarningsData>, metric: "eps" | "revenue") =>
  historyShape(reportedPoints(earnings, metric), { ...earnings, ...given }, metric);

describe("the chart of past quarters", () => {
  it("has EPS of each reported quarter, oldest first, and the estimate to come", () => {
    const { readings, xLabels, defaultIndex } = shapeOf({}, "eps");
    expect(readings?.[0]?.values).toEqual([1, 1, 1, 1, 1.2]);
    expect(readings?.[1]?.values).toEqual([1.1, 1.1, 1.1, 1.1, null]);
    expect(xLabels.at(-1)).toMatch(/, to come$/);
    expect(defaultIndex).toBe(3);
  });

  it("has revenue of the quarters that reported it, with its surprise in color where there is an estimate", () => {
    const { readings, series, formatY } = shapeOf({}, "revenue");
    expect(readings?.[0]?.values).toEqual([null, 1e9, 2e9, 2.1e9]);
    expect(readings?.[1]?.values).toEqual([1e9, 1.1e9, 1.9e9, null]);
    expect(series.slice(1).map(({ values }) => values)).toEqual([
      [null, 1.1e9, null, null],
      [null, null, 1.9e9, null],
      [1e9, null, null, null],
    ]);
    expect(formatY(2.1e9)).toBe("2.1B");
  });

  it("has no quarter to come without its estimate", () => {
    expect(shapeOf({ revenueConsensus: null }, "revenue").x).toEqual([0, 1, 2]);
    expect(shapeOf({ fiscalQuarterEnd: null }, "revenue").x).toEqual([0, 1, 2]);
  });

  it("has no revenue where the source has none", () => {
    expect(reportedPoints({ history: [quarter("2026-06-30")] }, "revenue")).toEqual([]);
  });
});
