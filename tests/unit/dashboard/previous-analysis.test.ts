import { describe, expect, it } from "vitest";
import type { AnalysisChange } from "#contract/compare.ts";
import { shortDay } from "#lib/dates.ts";
import {
  changeFinding,
  changeRows,
} from "../../../src/features/dashboard/results/previous/previous-analysis.tsx";

const asOf = "2026-11-12T15:00:00.000Z";
const since = shortDay(asOf);

const aChange = (given: Partial<AnalysisChange> = {}): AnalysisChange => ({
  predictionId: "prd_1",
  asOf,
  isSameReport: true,
  beatProbability: { from: 0.58, to: 0.63 },
  baseRate: { from: 0.55, to: 0.55 },
  modelVersion: { from: "m1", to: "m1" },
  currency: "USD",
  consensusEps: { from: 1.5, to: 1.5 },
  expectedEps: { from: 1.52, to: 1.55 },
  analystCount: { from: 9, to: 9 },
  fiscalQuarterEnd: { from: "2026-09-30", to: "2026-09-30" },
  reportDate: { from: "2026-11-20", to: "2026-11-20" },
  impliedMovePercent: { from: null, to: 6.5 },
  contributions: {
    start: { label: "Base rate", from: 55, to: 55 },
    steps: [
      { label: "Historical accuracy", from: 8, to: 10 },
      { label: "Analyst ratings", from: null, to: 3.2 },
      { label: "Past EPS trends", from: 1, to: 0.8 },
    ],
  },
  ...given,
});

describe("what changed since the previous analysis", () => {
  it("is both probabilities and the largest differences of the steps, in whole points", () => {
    expect(changeFinding(aChange())).toBe(
      `Since your analysis of ${since}: 58% → 63%. Analyst ratings +3 points, Historical accuracy +2 points.`,
    );
  });

  it("names the base rate where it moved, a point in the singular", () => {
    const change = aChange({
      beatProbability: { from: 0.58, to: 0.571 },
      contributions: {
        start: { label: "Base rate", from: 55, to: 54.1 },
        steps: [{ label: "Past EPS trends", from: 3, to: 3.01 }],
      },
    });
    expect(changeFinding(change)).toBe(`Since your analysis of ${since}: 58% → 57%. Base rate −1 point.`);
  });

  it("says that nothing moved, and what moved beside the number", () => {
    const change = aChange({
      beatProbability: { from: 0.631, to: 0.632 },
      contributions: { start: { label: "Base rate", from: 55, to: 55 }, steps: [] },
      consensusEps: { from: 1.5, to: 1.52 },
      reportDate: { from: "2026-11-20", to: "2026-11-24" },
    });
    expect(changeFinding(change)).toBe(
      `Since your analysis of ${since}: still 63%. The consensus moved from $1.50 to $1.52. The report moved from Nov 20 to Nov 24.`,
    );
  });

  it("leaves a change of the model unexplained, plainly", () => {
    const text = changeFinding(aChange({ modelVersion: { from: "m1", to: "m2" }, contributions: null }));
    expect(text).toBe(
      `Since your analysis of ${since}: 58% → 63%. Another version of the model made each number, so its steps do not explain the difference.`,
    );
  });

  it("calls a prediction of another report what it is", () => {
    const change = aChange({
      isSameReport: false,
      contributions: null,
      fiscalQuarterEnd: { from: "2026-06-30", to: "2026-09-30" },
    });
    expect(changeFinding(change)).toBe(
      `Your analysis of ${since} was of another report, the quarter to Jun 2026: 58% then`,
    );
  });

  it("has every figure then and now in a table", () => {
    const rows = changeRows(aChange()).map(({ name, from, to, difference }) => [name, from, to, difference]);
    expect(rows).toEqual([
      ["P(beat)", "58.0%", "63.0%", "+5.0 points"],
      ["Base rate", "55.0%", "55.0%", "same"],
      ["Historical accuracy", "+8.0", "+10.0", "+2.0 points"],
      ["Analyst ratings", "no data", "+3.2", "+3.2 points"],
      ["Past EPS trends", "+1.0", "+0.8", "−0.2 points"],
      ["Consensus EPS", "$1.50", "$1.50", "same"],
      ["Expected EPS", "$1.52", "$1.55", "+0.03"],
      ["Analysts", "9", "9", "same"],
      ["Report", "Nov 20, 2026", "Nov 20, 2026", "same"],
      ["Implied move", "—", "±6.5%", "changed"],
      ["Quarter to", "Sep 2026", "Sep 2026", "same"],
      ["Model", "m1", "m1", "same"],
    ]);
  });
});
