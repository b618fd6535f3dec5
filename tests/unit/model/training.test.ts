import { describe, expect, it } from "vitest";
import { type EarningsEvent, isLargeSurprise } from "../../../scripts/model/events.ts";
import { largeSurpriseAccuracy } from "../../../scripts/model/metrics.ts";

const event = (symbol: string, reportDate: string, epsEstimate = 1, epsActual = 1.1): EarningsEvent => ({
  symbol,
  reportDate,
  epsEstimate,
  epsActual,
  industry: null,
  country: null,
  sector: null,
  family: "alphavantage",
  session: null,
  trend: 0,
  coverage: "continuous",
});

describe("large surprises", () => {
  const reported = [
    [1, 1.15],
    [1, 1.14],
    [-0.1, -0.12],
    [0, 0.5],
    [2, 1],
  ] as const;
  const events = reported.map(([estimate, actual]) => event("A", "2015-02-01", estimate, actual));

  it("lie 15% of the consensus or more off it, whatever its sign, and never off a consensus of zero", () => {
    expect(events.map(isLargeSurprise)).toEqual([true, false, true, false, true]);
  });

  it("have an accuracy of their own", () => {
    const labels = Uint8Array.of(1, 1, 0, 1, 0);
    expect(largeSurpriseAccuracy(events, Float64Array.of(0.6, 0.1, 0.4, 0.1, 0.5), labels)).toBeCloseTo(
      2 / 3,
    );
    expect(largeSurpriseAccuracy(events.slice(1, 2), Float64Array.of(0.6), labels.subarray(1, 2))).toBeNaN();
  });
});
