import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MEET_BIN, relativeSurprise, SURPRISE_BINS, surpriseBinOf } from "#analysis/model/surprise-bins.ts";
import {
  bandOfBin,
  bandsOf,
  expectedEpsFrom,
  surpriseDistribution,
  surpriseQuantile,
} from "#analysis/model/surprise-distribution.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyDistribution = fc
  .record({
    scores: fc.array(number(-4, 4), { minLength: SURPRISE_BINS, maxLength: SURPRISE_BINS }),
    factors: fc.array(number(0.3, 3), { minLength: SURPRISE_BINS, maxLength: SURPRISE_BINS }),
    miss: number(0.8, 5),
    beat: number(0.8, 5),
    beatProbability: number(0.01, 0.99),
  })
  .map(({ scores, factors, miss, beat, beatProbability }) => ({
    beatProbability,
    distribution: surpriseDistribution(Float64Array.from(scores), factors, { miss, beat }, beatProbability),
  }));

describe("the bins of a surprise", () => {
  it.each([
    [-0.6, "missBy5OrMore"],
    [-0.05, "missBy5OrMore"],
    [-0.0499, "miss"],
    [0, "meet"],
    [0.0499, "beat"],
    [0.05, "beatBy5OrMore"],
    [2, "beatBy5OrMore"],
  ])("put %f into the band %s", (surprise, band) => {
    expect(bandOfBin(surpriseBinOf(surprise))).toBe(band);
  });

  it("know five percent for what it is, whatever its representation", () => {
    expect(bandOfBin(surpriseBinOf(relativeSurprise(1.05, 1)))).toBe("beatBy5OrMore");
    expect(bandOfBin(surpriseBinOf(relativeSurprise(-1.05, -1)))).toBe("missBy5OrMore");
  });

  it("run from the worst miss to the best beat", () => {
    const surprises = [-0.9, -0.3, -0.2, -0.06, -0.01, 0, 0.01, 0.03, 0.07, 0.15, 0.3, 0.9];
    expect(surprises.map(surpriseBinOf)).toEqual(Array.from({ length: SURPRISE_BINS }, (_, bin) => bin));
    expect(surpriseBinOf(0)).toBe(MEET_BIN);
  });
});

describe("the distribution of a surprise", () => {
  it("adds up to 1, and its beats to the probability of a beat", () => {
    fc.assert(
      fc.property(anyDistribution, ({ distribution, beatProbability }) => {
        const { missBy5OrMore, miss, meet, beat, beatBy5OrMore } = bandsOf(distribution);
        expect(missBy5OrMore + miss + meet + beat + beatBy5OrMore).toBeCloseTo(1, 9);
        expect(beat + beatBy5OrMore).toBeCloseTo(beatProbability, 9);
      }),
    );
  });

  it("has quantiles that rise, positive exactly above the probability of no beat", () => {
    fc.assert(
      fc.property(
        anyDistribution,
        number(0.001, 0.999),
        number(0.001, 0.999),
        ({ distribution, beatProbability }, p, q) => {
          const [low, high] = [Math.min(p, q), Math.max(p, q)];
          expect(surpriseQuantile(distribution, low)).toBeLessThanOrEqual(
            surpriseQuantile(distribution, high),
          );
          if (p > 1 - beatProbability + 1e-9) expect(surpriseQuantile(distribution, p)).toBeGreaterThan(0);
          if (p < 1 - beatProbability - 1e-9)
            expect(surpriseQuantile(distribution, p)).toBeLessThanOrEqual(0);
        },
      ),
    );
  });

  it("has its bands' shares below the bands' edges", () => {
    fc.assert(
      fc.property(anyDistribution, ({ distribution }) => {
        const { missBy5OrMore, beatBy5OrMore } = bandsOf(distribution);
        if (missBy5OrMore > 0.002)
          expect(surpriseQuantile(distribution, missBy5OrMore - 0.001)).toBeLessThanOrEqual(-0.05);
        if (beatBy5OrMore > 0.002)
          expect(surpriseQuantile(distribution, 1 - beatBy5OrMore + 0.001)).toBeGreaterThanOrEqual(0.05);
      }),
    );
  });

  it("gives an expected EPS inside its interval, on the side of the consensus that is likelier", () => {
    fc.assert(
      fc.property(anyDistribution, number(-20, 20), ({ distribution, beatProbability }, consensus) => {
        const estimate = Math.round(100 * consensus) / 100;
        const { eps, low, high } = expectedEpsFrom(distribution, estimate);
        expect(low).toBeLessThanOrEqual(eps);
        expect(eps).toBeLessThanOrEqual(high);
        if (beatProbability > 0.5) expect(eps).toBeGreaterThanOrEqual(estimate);
        else expect(eps).toBeLessThanOrEqual(estimate);
      }),
    );
  });
});
