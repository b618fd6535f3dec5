import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beatGeometry } from "#contract/beat-geometry.ts";
import { BUCKET_EDGES, bucketOf, MEET_BUCKET, surpriseBuckets } from "#contract/beat-picture.ts";
import { beatPictureOf } from "#model/beat-picture.ts";
import { shippedReactions } from "#model/reactions.ts";
import { bandsOf, surpriseDistribution, surpriseQuantile } from "#model/surprise-distribution.ts";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const past = fc.array(
  fc.record({
    size: fc.double({ min: 0.001, max: 3, noNaN: true }),
    weight: fc.double({ min: 0.05, max: 1, noNaN: true }),
  }),
  { maxLength: 10 },
);
const distribution = fc
  .record({
    scores: fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 12, maxLength: 12 }),
    beatProbability: share,
    misses: past,
    beats: past,
    meetWeight: fc.double({ min: 0, max: 2, noNaN: true }),
    power: fc.double({ min: 0.6, max: 1.6, noNaN: true }),
    width: fc.double({ min: 0.6, max: 3, noNaN: true }),
    limit: fc.double({ min: 0.05, max: 20, noNaN: true }),
  })
  .map(({ scores, beatProbability, power, width, ...company }) => ({
    beatProbability,
    surprise: surpriseDistribution(
      { binScores: Float64Array.from(scores), beatProbability },
      { binFactors: Array(12).fill(1), tails: { miss: 2, beat: 2 }, power, width },
      { ...company, modelWeight: 5 },
    ),
  }));

describe("the beat picture", () => {
  it("has beats that sum to the number shown, a whole of 1, and those of similar companies sum to the base rate", () => {
    fc.assert(
      fc.property(distribution, share, ({ beatProbability, surprise }, baseRate) => {
        const { shares, baseShares } = beatPictureOf({ beatProbability, baseRate, surprise, history: [] });
        const shown = (value: number) => Math.round(1e4 * value);
        for (const [drawn, number] of [
          [shares ?? [], beatProbability],
          [baseShares, baseRate],
        ] as const) {
          const units = drawn.map(shown);
          expect(
            units.every(
              (unit, i) => unit === 1e4 * (drawn[i] ?? 0) || Math.abs(unit / 1e4 - (drawn[i] ?? 0)) < 1e-12,
            ),
          ).toBe(true);
          expect(sum(units)).toBe(1e4);
          expect(sum(units.slice(MEET_BUCKET + 1))).toBe(shown(number));
        }
      }),
    );
  });

  it("agrees with the bands beside it, and with the interval's quantiles", () => {
    fc.assert(
      fc.property(distribution, ({ beatProbability, surprise }) => {
        const { shares } = beatPictureOf({ beatProbability, baseRate: 0.7, surprise, history: [] });
        const bands = bandsOf(surprise);
        for (const band of Object.keys(bands) as (keyof typeof bands)[]) {
          const drawn = sum((shares ?? []).filter((_, i) => surpriseBuckets[i]?.band === band));
          expect(Math.abs(drawn - bands[band])).toBeLessThan(0.0005);
        }
        for (const chance of [0.1, 0.3, 0.7, 0.9]) {
          const at = bucketOf(surpriseQuantile(surprise, chance));
          const below = sum((shares ?? []).slice(0, at));
          expect(below).toBeLessThan(chance + 0.002);
          expect(below + (shares?.[at] ?? 0)).toBeGreaterThan(chance - 0.002);
        }
      }),
    );
  });

  it("counts the base sizes that shipped reactions have, beats and others apart", () => {
    const { bins, all } = shippedReactions();
    expect(sum(bins)).toBe(sum(Object.values(all).map(({ n }) => n)));
    const beats = all.beat.n + all.beatBy5OrMore.n;
    const { baseShares } = beatPictureOf({
      beatProbability: 0.5,
      surprise: null,
      history: [],
      baseRate: beats / sum(bins),
    });
    const counted = baseShares.map((drawn) => Math.round(drawn * sum(bins)));
    // The outermost rows have two bins each.
    const [low = 0, ...others] = bins;
    const rows = [low + (others[0] ?? 0), ...others.slice(1, -2), sum(others.slice(-2))];
    expect(rows).toHaveLength(counted.length);
    rows.forEach((n, i) => {
      expect(Math.abs((counted[i] ?? 0) - n)).toBeLessThanOrEqual(1);
    });
  });

  it("draws no shares where the past is not known, and the newest 20 quarters, oldest first", () => {
    const history = Array.from({ length: 24 }, (_, i) => ({
      fiscalQuarterEnd: `20${String(i + 1).padStart(2, "0")}-03-31`,
      reportDate: null,
      estimate: i === 22 ? null : 2,
      actual: i === 23 ? 2.1 : 1.9,
    }));
    const { shares, quarters } = beatPictureOf({
      beatProbability: 0.7,
      baseRate: 0.7,
      surprise: null,
      history,
    });
    expect(shares).toBeNull();
    expect(quarters).toHaveLength(20);
    expect(quarters.at(-1)).toEqual({ fiscalQuarterEnd: "2024-03-31", surprise: expect.closeTo(0.05, 12) });
    expect(quarters[0]?.fiscalQuarterEnd).toBe("2004-03-31");
  });
});

describe("its geometry", () => {
  const box = { x: 10, y: 20, width: 500, height: 200 };
  const surprise = fc.double({ min: -5, max: 5, noNaN: true });
  const picture = (surprises: readonly number[]) => ({
    shares: Array(10).fill(0.1),
    baseShares: Array(10).fill(0.1),
    quarters: surprises.map((one) => ({ fiscalQuarterEnd: "2026-09-30", surprise: one })),
  });

  it("puts a quarter into the row of its bucket, beats above the consensus", () => {
    fc.assert(
      fc.property(surprise, (one) => {
        const { dots, rows, consensusY } = beatGeometry(picture([one]), null, box, 40);
        const y = dots[0]?.at[1] ?? Number.NaN;
        const row = rows[bucketOf(one)]?.box;
        expect(y).toBeGreaterThanOrEqual((row?.y ?? 0) - 0.05);
        expect(y).toBeLessThanOrEqual((row?.y ?? 0) + (row?.height ?? 0) + 0.05);
        if (Math.abs(one) > 1e-4) expect(y < consensusY).toBe(one > 0);
      }),
    );
  });

  it("has larger surprises higher, and every edge between its rows", () => {
    fc.assert(
      fc.property(surprise, surprise, (a, b) => {
        const { dots } = beatGeometry(picture([Math.min(a, b), Math.max(a, b)]), null, box, 40);
        expect(dots[0]?.at[1] ?? 0).toBeGreaterThanOrEqual((dots[1]?.at[1] ?? 0) - 1e-9);
      }),
    );
    const { edges, rows } = beatGeometry(picture([]), null, box, 40);
    expect(edges).toHaveLength(BUCKET_EDGES.length - 1);
    for (const { y } of edges) expect(rows.some(({ box: row }) => Math.abs(row.y - y) < 1e-9)).toBe(true);
  });

  it("draws bars as long as their shares, nothing outside the box, and the cone around the price", () => {
    const shares = [0, 0.02, 0.03, 0.15, 0.1, 0.3, 0.2, 0.1, 0.06, 0.04];
    const cone = { percent: 4, pastMoves: [0, 4, -4, 40] };
    const {
      rows,
      baseEnds,
      cone: drawn,
      consensusY,
    } = beatGeometry({ ...picture([9, -9]), shares }, cone, box, 40);
    for (const [i, { bar }] of rows.entries())
      expect(bar?.width ?? 0).toBeCloseTo(((rows[5]?.bar?.width ?? 0) * (shares[i] ?? 0)) / 0.3, 9);
    const ends = baseEnds.map((x) => [x, box.y] as const);
    const points = [...ends, ...(drawn?.past ?? []), ...(drawn ? [drawn.apex, drawn.up, drawn.down] : [])];
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(box.x);
      expect(x).toBeLessThanOrEqual(box.x + box.width);
      expect(y).toBeGreaterThanOrEqual(box.y - 1e-9);
      expect(y).toBeLessThanOrEqual(box.y + box.height + 1e-9);
    }
    expect(drawn?.past.map(([, y]) => y).slice(0, 3)).toEqual([consensusY, drawn?.up[1], drawn?.down[1]]);
  });
});
