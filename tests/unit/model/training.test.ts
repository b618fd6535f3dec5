import { describe, expect, it } from "vitest";
import { featureNames } from "#analysis/model/features.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";
import { isLargeSurprise } from "../../../scripts/model/events.ts";
import { largeSurpriseAccuracy } from "../../../scripts/model/metrics.ts";
import { trainingSet } from "../../../scripts/model/train.ts";

const event = (symbol: string, reportDate: string, epsEstimate = 1, epsActual = 1.1): EarningsEvent => ({
  symbol,
  reportDate,
  epsEstimate,
  epsActual,
  industry: null,
  country: null,
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

describe("the training set", () => {
  const days = ["2010-02-01", "2010-05-01", "2010-08-01", "2010-11-01", "2011-02-01", "2011-05-01"];
  const first = days.map((day) => event("A", day));
  const second = [...days.map((day) => event("A", day)), event("B", "2012-02-01")];
  const { examples, weights } = trainingSet([[event("OLD", "2003-12-31"), ...first], second]);

  it("has every event in three views, a company from the first file that has it, none from before 2004", () => {
    const symbols = [...Array(18).fill("A"), ...Array(3).fill("B")];
    expect(examples.events.map((one) => one.symbol)).toEqual(symbols);
    expect([...weights]).toEqual([...Array(12).fill(1), ...Array(6).fill(0.5), ...[0.5, 0.5, 0.25]]);
  });

  it("shows the second and third view four quarters, and the third neither days nor market", () => {
    const column = (name: (typeof featureNames)[number]) =>
      Array.from(
        { length: 18 },
        (_, i) => examples.rows[i * examples.width + featureNames.indexOf(name)] ?? 0,
      );
    const quarters = column("reports").map((value) => Math.round(Math.expm1(value)));
    expect(quarters).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 4, 0, 1, 2, 3, 4, 4]);
    expect(column("daysSinceLast").slice(1, 6)).toEqual([89, 92, 92, 92, 89]);
    expect(column("daysSinceLast").slice(12).every(Number.isNaN)).toBe(true);
    expect(column("weekday").slice(12).map(Number.isNaN)).toEqual([false, true, false, true, false, true]);
  });
});
