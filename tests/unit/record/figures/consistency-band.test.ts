import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beatsDistribution, consistencyBand } from "#record/figures/bootstrap.ts";

const massesOf = (probabilities: number[]) => {
  const { from, masses } = beatsDistribution(probabilities);
  return [...Array.from({ length: from }, () => 0), ...masses];
};

describe("how many beats right probabilities give", () => {
  it("is the binomial distribution where all are alike", () => {
    const [none, one, two, three] = massesOf([0.25, 0.25, 0.25]);
    expect([none, one, two, three].map((mass) => mass?.toFixed(6))).toEqual([
      "0.421875",
      "0.421875",
      "0.140625",
      "0.015625",
    ]);
  });

  it("is certain where each report is", () => {
    expect(consistencyBand([1, 1, 0, 1])).toEqual({ low: 3, high: 3 });
  });

  it("has the quantiles of the binomial tables: 100 reports at 70%", () => {
    expect(consistencyBand(Array.from({ length: 100 }, () => 0.7))).toEqual({ low: 61, high: 79 });
  });

  it("has them for 20,000 reports too, in no time", () => {
    const startedAt = performance.now();
    // The mean is 14,000 and the standard deviation 64.8.
    const { low, high } = consistencyBand(Array.from({ length: 20_000 }, () => 0.7));
    expect([low, high]).toEqual([13_873, 14_127]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it("adds up to one, around the sum of the probabilities", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 300 }), (all) => {
        const { from, masses } = beatsDistribution(all);
        const total = masses.reduce((sum, mass) => sum + mass, 0);
        const mean = masses.reduce((sum, mass, i) => sum + mass * (from + i), 0);
        expect(total).toBeCloseTo(1, 9);
        expect(mean).toBeCloseTo(
          all.reduce((sum, p) => sum + p, 0),
          6,
        );
      }),
      { numRuns: 60 },
    );
  });
});
