import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { figuresSchema } from "#contract/figures.ts";
import { figuresOf } from "#record/figures/figures.ts";
import { aPrediction, aSeason } from "./a-prediction.ts";

describe("figures of settled predictions", () => {
  it("are counts alone below a hundred", () => {
    const figures = figuresOf(aSeason(99, 20));
    expect(figures).toMatchObject({ n: 99, score: null, overTime: [] });
    expect(figures.discrimination).toMatchObject({ meanOfBeats: null, meanOfMisses: null, ranking: null });
    expect(figures.groups.every(({ groups }) => groups.every(({ score }) => score === null))).toBe(true);
  });

  it("are exact: 100 at 80% against a base rate of 60%, of which 80 beat", () => {
    const predictions = Array.from({ length: 100 }, (_, i) =>
      aPrediction({
        probability: 8_000,
        baseRate: 6_000,
        isBeat: i % 5 > 0,
        day: `2026-11-${10 + (i % 10)}`,
      }),
    );
    const { n, correct, beats, score, bins } = figuresOf(predictions);
    expect({ n, correct, beats }).toEqual({ n: 100, correct: 80, beats: 80 });
    // The figures are 0.8 · 0.2² + 0.2 · 0.8², 0.8 · 0.4² + 0.2 · 0.6², and the share of misses.
    expect(score).toMatchObject({ brier: 0.16, baseBrier: 0.2, alwaysBeatBrier: 0.2 });
    expect(score?.skill).toBeCloseTo(0.2, 12);
    expect(bins[8]).toMatchObject({ n: 100, beats: 80, shares: { predicted: 0.8, observed: 0.8 } });
    expect(bins[7]).toEqual({ from: 0.7, to: 0.8, n: 0, beats: 0, shares: null });
  });

  it("count the toss-ups among all, from 45% to 55%, ends included", () => {
    const predictions = [4_499, 4_500, 5_000, 5_500, 5_501].flatMap((probability) => [
      aPrediction({ probability, isBeat: true }),
      aPrediction({ probability, isBeat: false }),
      aPrediction({ probability, isBeat: true }),
    ]);
    const { n, correct, tossUps } = figuresOf(predictions);
    expect({ n, correct, tossUps }).toEqual({ n: 15, correct: 8, tossUps: { n: 9, correct: 5 } });
  });

  it("of a season of 1,000 are always these", () => {
    const { score, discrimination, bins, overTime } = figuresOf(aSeason(1_000, 60));
    expect(score).toMatchInlineSnapshot(`
      {
        "alwaysBeatBrier": 0.359,
        "baseBrier": 0.2302,
        "beatSkill": 0.49207311955431754,
        "beatSkillInterval": {
          "high": 0.5292999965482234,
          "low": 0.44979989102639295,
        },
        "brier": 0.18234575008,
        "skill": 0.20788118992180715,
        "skillInterval": {
          "high": 0.2460698589241408,
          "low": 0.1688177987503665,
        },
      }
    `);
    expect(discrimination.ranking).toMatchInlineSnapshot(`
      {
        "interval": {
          "high": 0.7996926580371208,
          "low": 0.749257962166083,
        },
        "value": 0.7747773977811481,
      }
    `);
    expect(bins[6]).toMatchInlineSnapshot(`
      {
        "beats": 81,
        "from": 0.6,
        "n": 117,
        "shares": {
          "bandHigh": 0.7350427350427351,
          "bandLow": 0.5555555555555556,
          "high": 0.7687113217286652,
          "low": 0.6036774297527616,
          "observed": 0.6923076923076923,
          "predicted": 0.6472418803418803,
        },
        "to": 0.7,
      }
    `);
    expect(overTime.at(-1)).toMatchInlineSnapshot(`
      {
        "interval": {
          "high": 0.25538614116143166,
          "low": 0.10364283683853459,
        },
        "n": 250,
        "skill": 0.18044493417836127,
        "week": "2026-03-08",
      }
    `);
  });

  it("have no interval with reports of nine days, and one with ten", () => {
    expect(figuresOf(aSeason(200, 9)).score?.skillInterval).toBeNull();
    expect(figuresOf(aSeason(200, 10)).score?.skillInterval).not.toBeNull();
  });

  it("have no skill over always predicting a beat where every report was one", () => {
    const predictions = aSeason(200, 20).map((one) => ({ ...one, isBeat: true }));
    expect(figuresOf(predictions).score).toMatchObject({ beatSkill: null, beatSkillInterval: null });
    expect(figuresOf(predictions).discrimination.ranking).toBeNull();
  });

  it("do not depend on the order of the predictions, and fit the contract", () => {
    const season = aSeason(397, 37);
    fc.assert(
      fc.property(fc.shuffledSubarray(season, { minLength: 397 }), (shuffled) => {
        const figures = figuresOf(shuffled);
        expect(figures).toEqual(figuresOf(season));
        expect(figuresSchema.parse(figures)).toEqual(figures);
      }),
      { numRuns: 3 },
    );
  });

  it("of groups add up to the whole, and a Brier score lies between 0 and 1", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 1, max: 50 }), (n, days) => {
        const { groups, score, bins } = figuresOf(aSeason(n, days));
        for (const { groups: members } of groups)
          expect(members.reduce((sum, group) => sum + group.n, 0)).toBe(n);
        expect(bins.reduce((sum, bin) => sum + bin.n, 0)).toBe(n);
        if (score) expect(score.brier).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 20 },
    );
  });

  it("by days before the report know the day itself, the day before, and what is not known", () => {
    const days = [0, 1, 2, 7, 8, 30, 31, 400, null];
    const { groups } = figuresOf(days.map((daysBefore) => aPrediction({ daysBefore })));
    const found = groups.find(({ by }) => by === "daysBefore")?.groups.map(({ key, n }) => [key, n]);
    expect(found).toEqual([
      ["0", 1],
      ["1", 1],
      ["2-7", 2],
      ["8-30", 2],
      ["31+", 2],
      ["Unknown", 1],
    ]);
  });
});
