import { describe, expect, it } from "vitest";
import { SURPRISE_BINS } from "#model/surprise-bins.ts";
import { surpriseDistribution, surpriseQuantile } from "#model/surprise-distribution.ts";
import { powersOf, type Sized } from "../../../scripts/model/interval-powers.ts";
import { randomFrom } from "../../../scripts/model/random.ts";

const distribution = surpriseDistribution(
  { binScores: new Float64Array(SURPRISE_BINS), beatProbability: 0.6 },
  { binFactors: Array(SURPRISE_BINS).fill(1), tails: { miss: 2, beat: 2 }, power: 1 },
  { misses: [], beats: [], meetWeight: 0, modelWeight: 1, limit: Number.POSITIVE_INFINITY },
);

/** Makes outcomes that follow the distribution, with every surprise beyond 5% multiplied by `times`. */
function aYear(times: number, family: "yahoo" | "alphavantage" = "yahoo", n = 1500): Sized[] {
  const random = randomFrom(3);
  return Array.from({ length: n }, () => {
    const surprise = surpriseQuantile(distribution, 0.001 + 0.998 * random());
    const size = Math.abs(surprise) <= 0.05 ? surprise : times * surprise;
    return {
      distribution,
      event: {
        symbol: "A",
        reportDate: "2020-02-01",
        epsEstimate: 10,
        epsActual: 10 + 10 * size,
        sector: null,
        industry: null,
        country: null,
        family,
        session: null,
        trend: 0,
        coverage: "continuous",
      },
    };
  });
}

describe("the power of the interval", () => {
  it("is about 1 where outcomes follow the distribution, and below 1 where they are smaller", () => {
    const { yahoo } = powersOf([aYear(1)]);
    expect(Math.abs(yahoo - 1)).toBeLessThan(0.08);
    expect(powersOf([aYear(0.7)]).yahoo).toBeLessThan(yahoo - 0.05);
  });

  it("is that of the median year: one of crisis does not widen the others", () => {
    const calm = powersOf([aYear(1)]).yahoo;
    expect(powersOf([aYear(1), aYear(3), aYear(1)]).yahoo).toBe(calm);
    expect(powersOf([aYear(3)]).yahoo).toBeGreaterThan(calm + 0.2);
  });

  it("is a family's own, or that of all where it has too few events", () => {
    const powers = powersOf([[...aYear(0.7), ...aYear(1, "alphavantage"), ...aYear(3, "alphavantage", 10)]]);
    expect(powers.yahoo).toBeLessThan(powers.alphavantage);
    expect(powers.finnhub).toBeGreaterThan(powers.yahoo);
    expect(powers.finnhub).toBeLessThan(powers.alphavantage);
    expect(powers.small_caps).toBe(powers.finnhub);
  });
});
