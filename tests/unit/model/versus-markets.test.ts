import { describe, expect, it } from "vitest";
import { meanOfLogOdds } from "#model/combine.ts";
import {
  combinationProgress,
  type ForecastPair,
  pairedDifference,
  versusFiguresOf,
} from "#model/versus-markets.ts";

const pair = (over: Partial<ForecastPair>): ForecastPair => ({
  symbol: "AAA",
  ours: 0.7,
  traders: 0.8,
  combined: 0.75,
  baseRate: 0.72,
  isBeat: true,
  ...over,
});

describe("the mean of log-odds", () => {
  it("lies between both, in the middle for odds that mirror each other", () => {
    expect(meanOfLogOdds(0.8, 0.2)).toBeCloseTo(0.5, 12);
    expect(meanOfLogOdds(0.9, 0.9)).toBeCloseTo(0.9, 12);
    // Odds of 4 and 1 have the geometric mean 2.
    expect(meanOfLogOdds(0.8, 0.5)).toBeCloseTo(2 / 3, 12);
  });

  it("is bounded, so that one certain side cannot silence the other", () => {
    expect(meanOfLogOdds(1, 0.5)).toBeCloseTo(meanOfLogOdds(0.995, 0.5), 12);
    expect(meanOfLogOdds(0, 1)).toBeCloseTo(0.5, 12);
  });
});

describe("the scores of pairs", () => {
  const pairs = [
    pair({}),
    pair({ symbol: "BBB", ours: 0.4, isBeat: false }),
    pair({ symbol: "AAA", ours: 1 }),
  ];

  it("are Brier score and log loss of each forecaster on the same reports", () => {
    const { n, companies, beats, scores } = versusFiguresOf(pairs);
    expect([n, companies, beats]).toEqual([3, 2, 2]);
    expect(scores.ours.brier).toBeCloseTo((0.09 + 0.16 + 0) / 3, 6);
    expect(scores.traders.brier).toBeCloseTo((0.04 + 0.64 + 0.04) / 3, 6);
    expect(scores.traders.logLoss).toBeCloseTo(-(2 * Math.log(0.8) + Math.log(0.2)) / 3, 6);
    expect(scores.ours.bins.map(({ n }) => n)).toEqual([0, 0, 1, 1, 1]);
    expect(scores.ours.bins[3]).toEqual({
      ...{ from: 0.6, to: 0.8, n: 1, predicted: 0.7, observed: 1 },
      // The Wilson interval of one of one: 1 / (1 + z²) to 1.
      ...{ low: expect.closeTo(1 / (1 + 1.959964 ** 2), 6), high: 1 },
    });
    const nothing = { predicted: null, observed: null, low: null, high: null };
    expect(scores.ours.bins[0]).toEqual({ from: 0, to: 0.2, n: 0, ...nothing });
  });

  it("differ with an error that is clustered by company", () => {
    // The differences are 0.05, -0.48 and -0.04; those of AAA count together.
    const mean = (0.05 - 0.48 - 0.04) / 3;
    const [ofAaa, ofBbb] = [0.05 - 0.04 - 2 * mean, -0.48 - mean];
    const error = Math.sqrt((2 / 1) * (ofAaa ** 2 + ofBbb ** 2)) / 3;
    const { brier, logLoss } = pairedDifference(pairs, "ours", "traders");
    const { standardError, low, high } = brier;
    expect(brier.mean).toBeCloseTo(mean, 6);
    expect(standardError).toBeCloseTo(error, 6);
    expect([low, high]).toEqual([
      expect.closeTo(mean - 1.959964 * error, 5),
      expect.closeTo(mean + 1.959964 * error, 5),
    ]);
    // Ours lost 0.357 and 0.511 where the traders lost 0.223 and 1.609, and nothing where they lost 0.223.
    const [p7, p8, p6, p2] = [0.7, 0.8, 0.6, 0.2].map((p) => -Math.log(p)) as [
      number,
      number,
      number,
      number,
    ];
    expect(logLoss.mean).toBeCloseTo((p7 - p8 + (p6 - p2) - p8) / 3, 5);
    const alone = pairedDifference([pair({})], "ours", "traders");
    expect(alone.brier).toMatchObject({ standardError: null, low: null });
    expect(alone.logLoss).toMatchObject({ standardError: null, high: null });
  });

  it("need at least one pair", () => {
    expect(() => versusFiguresOf([])).toThrow(RangeError);
  });
});

describe("the rule for the combined forecast", () => {
  const progress = (n: number, brier: number, standardError: number | null) => {
    const difference = { mean: brier, standardError, low: null, high: null };
    return combinationProgress({ n, combinedAgainstOurs: { brier: difference, logLoss: difference } });
  };

  it("is met with 300 pairs and more than two standard errors, and not a moment earlier", () => {
    expect(progress(300, -0.0201, 0.01)).toEqual({ pairs: 300, standardErrors: 2.01, isMet: true });
    expect(progress(299, -0.0201, 0.01).isMet).toBe(false);
    expect(progress(300, -0.02, 0.01).isMet).toBe(false);
    expect(progress(300, 0.05, 0.01)).toMatchObject({ standardErrors: -5, isMet: false });
    expect(progress(300, -0.02, null)).toMatchObject({ standardErrors: null, isMet: false });
    expect(combinationProgress(null)).toEqual({ pairs: 0, standardErrors: null, isMet: false });
  });
});
