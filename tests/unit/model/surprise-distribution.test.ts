import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameOf } from "#model/frame.ts";
import { NO_CONTEXT } from "#model/history.ts";
import {
  companySurprises,
  MEET_BIN,
  relativeSurprise,
  SURPRISE_BINS,
  surpriseBinOf,
} from "#model/surprise-bins.ts";
import {
  bandOfBin,
  bandsOf,
  expectedEpsFrom,
  type SurpriseDistribution,
  surpriseDistribution,
  surpriseQuantile,
} from "#model/surprise-distribution.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const past = fc.array(fc.record({ size: number(0.001, 3), weight: number(0.05, 1) }), { maxLength: 8 });
const anyDistribution = fc
  .record({
    binScores: fc.array(number(-4, 4), { minLength: SURPRISE_BINS, maxLength: SURPRISE_BINS }),
    binFactors: fc.array(number(0.3, 3), { minLength: SURPRISE_BINS, maxLength: SURPRISE_BINS }),
    tails: fc.record({ miss: number(0.8, 5), beat: number(0.8, 5) }),
    power: number(0.6, 1.5),
    width: number(0.6, 3),
    company: fc.record({
      misses: past,
      beats: past,
      meetWeight: number(0, 4),
      modelWeight: number(1, 8),
      limit: number(0.05, 60),
    }),
    beatProbability: number(0.01, 0.99),
  })
  .map(({ binScores, beatProbability, company, ...fitted }) => ({
    beatProbability,
    distribution: surpriseDistribution(
      { binScores: Float64Array.from(binScores), beatProbability },
      fitted,
      company,
    ),
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

describe("a company's own surprises", () => {
  const scored = { binScores: new Float64Array(SURPRISE_BINS), beatProbability: 0.7 };
  const fitted = { binFactors: Array(SURPRISE_BINS).fill(1), tails: { miss: 1, beat: 1 }, power: 1 };
  const companyOf = (actuals: readonly number[], estimate = 1) =>
    companySurprises(
      frameOf({
        past: actuals.map((epsActual, age) => ({
          reportDate: `20${20 - age}-02-01`,
          isDayKnown: true,
          epsEstimate: 1,
          epsActual,
        })),
        isHistoryMissing: false,
        trend: 0,
        upcoming: { reportDate: "2021-02-01", isDayKnown: true, epsEstimate: estimate },
        isForeign: false,
        sector: null,
        family: "yahoo",
        context: NO_CONTEXT,
        asOf: "2021-01-31",
      }),
    );

  it("count half after four reports, relative to the present consensus", () => {
    const { misses, beats, meetWeight, modelWeight } = companyOf([1.1, 1, 0.9, 1, 1.2], 2);
    expect(beats).toEqual([
      { size: expect.closeTo(0.05, 9), weight: 1 },
      { size: expect.closeTo(0.1, 9), weight: 0.5 },
    ]);
    expect(misses).toEqual([{ size: expect.closeTo(0.05, 9), weight: 0.5 ** 0.5 }]);
    expect(meetWeight).toBeCloseTo(0.5 ** 0.25 + 0.5 ** 0.75, 9);
    expect(modelWeight).toBe(8);
  });

  it("count more where the consensus is small beside the usual EPS", () => {
    expect(companyOf([1, 1, 1, 1], 0.25).modelWeight).toBeCloseTo(4, 9);
    expect(companyOf([1, 1, 1, 1], 0).modelWeight).toBeCloseTo(8 * Math.sqrt(0.1), 9);
  });

  it("narrow the interval of a steady company, and widen that of a wild one", () => {
    const widthOf = (actuals: readonly number[]) => {
      const { low, high } = expectedEpsFrom(surpriseDistribution(scored, fitted, companyOf(actuals)), 1);
      return high - low;
    };
    const steady = widthOf([1.02, 1.02, 0.99, 1.02, 1.01, 1.02, 0.99, 1.02]);
    const unknown = widthOf([]);
    const wild = widthOf([2.5, 2.5, -0.8, 2.5, 2.2, 2.5, -0.5, 2.5]);
    expect(steady).toBeLessThan(0.8 * unknown);
    expect(wild).toBeGreaterThan(1.5 * unknown);
  });

  it("leave the bands alone when the interval is drawn in", () => {
    const [plain, drawnIn] = [1, 0.7].map((power) =>
      surpriseDistribution(scored, { ...fitted, power }, companyOf([1.2, 0.9])),
    ) as [SurpriseDistribution, SurpriseDistribution];
    expect(bandsOf(drawnIn)).toEqual(bandsOf(plain));
    const [wide, narrow] = [plain, drawnIn].map((one) => surpriseQuantile(one, 0.9)) as [number, number];
    expect(narrow).toBeCloseTo(0.05 * (wide / 0.05) ** 0.7, 6);
    expect(surpriseQuantile(drawnIn, 0.35)).toBe(surpriseQuantile(plain, 0.35));
  });
});
