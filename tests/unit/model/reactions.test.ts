import { describe, expect, it } from "vitest";
import { type ReactionCounts, reactionAfter, shippedReactions } from "#model/reactions.ts";

const moves = (n: number, rose: number, sum: number, sumOfSizes: number) => ({ n, rose, sum, sumOfSizes });
const none = moves(0, 0, 0, 0);
const bands = (beat: ReturnType<typeof moves>) => ({
  missBy5OrMore: none,
  miss: none,
  meet: none,
  beat,
  beatBy5OrMore: none,
});
const counts: ReactionCounts = {
  from: "2016-01-01",
  to: "2023-12-31",
  all: bands(moves(1000, 600, 10, 40)),
  bins: Array(12).fill(0),
  sectors: { Technology: bands(moves(100, 80, 3, 6)), Utilities: bands(moves(5, 5, 1, 1)) },
};

describe("what shares did after a surprise", () => {
  it("is counted over all sectors where the own one is not known", () => {
    expect(reactionAfter("beat", null, counts)).toMatchObject({
      n: 1000,
      shareRose: 0.6,
      meanMovePercent: 1,
      meanSizePercent: 4,
    });
  });

  it("of a sector is drawn towards that of all, and says the sector's own number", () => {
    const own = reactionAfter("beat", "Technology", counts);
    expect(own?.n).toBe(100);
    expect(own?.shareRose).toBeCloseTo(0.7, 9);
    expect(own?.meanMovePercent).toBeCloseTo(2, 9);
    expect(own?.low).toBeLessThan(0.7);
  });

  it("is that of all for a sector of few reports, and nothing without reports", () => {
    expect(reactionAfter("beat", "Utilities", counts)).toEqual(reactionAfter("beat", null, counts));
    expect(reactionAfter("miss", "Technology", counts)).toBeNull();
  });

  it("in the shipped counts is better the better the surprise, and holds no row of a source", () => {
    const shipped = shippedReactions();
    const rose = (["missBy5OrMore", "miss", "meet", "beat", "beatBy5OrMore"] as const).map(
      (band) => reactionAfter(band, null)?.shareRose ?? Number.NaN,
    );
    expect(rose[0]).toBeLessThan(0.4);
    expect(rose[4]).toBeGreaterThan(0.6);
    expect(rose.slice(1)).toEqual(rose.slice(1).toSorted((a, b) => a - b));
    const reports = Object.values(shipped.all).reduce((sum, { n }) => sum + n, 0);
    expect(reports).toBeGreaterThan(10_000);
    expect(shipped.bins.reduce((sum, n) => sum + n, 0)).toBe(reports);
  });
});
