import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  conformalWidthFrom,
  coveringFactorOf,
  MIN_WIDTH_REPORTS,
  WIDTH_CALIBRATION_REPORTS,
  widenedSurprise,
} from "#model/interval-width.ts";
import { RollingWidth } from "../../../scripts/model/rolling-width.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe("a widened size", () => {
  it("stays up to 5% of the consensus, takes the whole factor from 10% on, and part of it between", () => {
    expect([0.01, 0.05].map((size) => widenedSurprise(size, 2))).toEqual([0.01, 0.05]);
    expect([0.1, 1].map((size) => widenedSurprise(size, 2))).toEqual([0.2, 2]);
    expect(widenedSurprise(0.05 * Math.SQRT2, 2)).toBeCloseTo(0.1, 9);
    expect(widenedSurprise(0.1, 0.6)).toBeCloseTo(0.06, 9);
  });

  it("stays in order with any factor a width has", () => {
    fc.assert(
      fc.property(number(0.001, 5), number(0.001, 5), number(0.6, 3), (one, other, factor) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        expect(widenedSurprise(small, factor)).toBeLessThanOrEqual(widenedSurprise(large, factor) + 1e-12);
      }),
    );
  });
});

describe("the factor that an interval needed", () => {
  const interval = { low: -0.2, high: 0.3, limit: 2 };
  const needed = (reportedEps: number, changes = {}) =>
    coveringFactorOf({ ...interval, ...changes }, { consensusEps: 1, reportedEps });

  it("is that which makes the interval end half a cent short of the figure", () => {
    expect(needed(1.605)).toBeCloseTo(0.605 / 0.3, 9);
    expect(needed(0.6)).toBeCloseTo(0.395 / 0.2, 9);
    expect(needed(1.15)).toBeCloseTo(0.145 / 0.3, 9);
  });

  it("is none for a surprise of up to 5%, and without end for one that no width reaches", () => {
    expect([1, 1.05, 0.95].map((eps) => needed(eps))).toEqual([0, 0, 0]);
    expect(needed(3.5)).toBe(Number.POSITIVE_INFINITY);
    expect(needed(1.1, { high: 0.04 })).toBe(Number.POSITIVE_INFINITY);
    expect(needed(0.9, { low: 0.01 })).toBe(Number.POSITIVE_INFINITY);
    expect(needed(1.03, { high: 0.01 })).toBe(Number.POSITIVE_INFINITY);
  });

  it("is relative to two cents where the consensus is smaller", () => {
    expect(coveringFactorOf(interval, { consensusEps: 0, reportedEps: 0.02 })).toBeCloseTo(0.75 / 0.3, 9);
  });

  it("widens an interval exactly as far as the figure", () => {
    fc.assert(
      fc.property(number(0.06, 2), number(1.06, 4), (high, reportedEps) => {
        const factor = coveringFactorOf({ low: -1, high, limit: 9 }, { consensusEps: 1, reportedEps });
        expect(widenedSurprise(high, factor)).toBeCloseTo(Math.round(100 * reportedEps) / 100 - 1 - 0.005, 9);
      }),
    );
  });
});

describe("the width of a day", () => {
  const factors = (n: number, of: (i: number) => number) => Array.from({ length: n }, (_, i) => of(i));

  it("is the one with which 80% of the newest reports lay inside", () => {
    const needed = factors(499, (i) => (i + 1) / 250);
    expect(conformalWidthFrom("2026-11-02", needed)).toEqual({
      day: "2026-11-02",
      factor: 1.6,
      reports: 499,
    });
    expect(conformalWidthFrom("2026-11-02", needed.toReversed()).factor).toBe(1.6);
  });

  it("is as fitted with fewer than 200 reports", () => {
    const few = factors(MIN_WIDTH_REPORTS - 1, () => 2);
    expect(conformalWidthFrom("2026-11-02", few)).toEqual({ day: "2026-11-02", factor: 1, reports: 199 });
    expect(conformalWidthFrom("2026-11-02", [...few, 2]).factor).toBe(2);
  });

  it("stays between 0.6 and 3 times", () => {
    expect(
      conformalWidthFrom(
        "2026-11-02",
        factors(300, () => 0),
      ).factor,
    ).toBe(0.6);
    expect(
      conformalWidthFrom(
        "2026-11-02",
        factors(300, () => Number.POSITIVE_INFINITY),
      ).factor,
    ).toBe(3);
  });

  it("knows only reports of earlier days, and of them the newest 500", () => {
    const rolling = new RollingWidth();
    const settled = (reportDate: string, needed: readonly number[]) => {
      for (const factor of needed) rolling.add({ symbol: "AAA", reportDate }, factor);
    };
    expect(rolling.on("2026-11-02").reports).toBe(0);
    settled(
      "2026-11-03",
      factors(300, () => 1.5),
    );
    settled(
      "2026-11-02",
      factors(300, () => 2),
    );
    expect(rolling.on("2026-11-02").factor).toBe(1);
    expect(rolling.on("2026-11-03")).toEqual({ day: "2026-11-03", factor: 2, reports: 300 });
    expect(rolling.on("2026-11-04")).toEqual({ day: "2026-11-04", factor: 2, reports: 500 });
    settled(
      "2026-11-04",
      factors(WIDTH_CALIBRATION_REPORTS, () => 1.5),
    );
    expect(rolling.on("2026-11-05")).toEqual({ day: "2026-11-05", factor: 1.5, reports: 500 });
  });
});
