import { describe, expect, it } from "vitest";
import {
  MIN_MOVE_REPORTS,
  type MoveCounts,
  moveCountsFrom,
  type SettledMove,
  typicalMoveOf,
} from "#model/typical-move.ts";

const dayOf = (n: number) => new Date(Date.UTC(2026, 10, 20) - n * 864e5).toISOString().slice(0, 10);

/** Moves of as many companies, newest first. */
const moves = (n: number, given: (i: number) => Partial<SettledMove> = () => ({})): SettledMove[] =>
  Array.from({ length: n }, (_, i) => ({
    symbol: `S${i}`,
    day: dayOf(i),
    percent: i % 2 === 0 ? 4 : -4,
    size: "large",
    sector: "Technology",
    ...given(i),
  }));
const counted = (given: readonly SettledMove[]) => moveCountsFrom(given) as MoveCounts;
const large = { size: "large", sector: "Technology" } as const;

describe("the typical move", () => {
  it("is not counted from too few settled reports", () => {
    expect(moveCountsFrom(moves(MIN_MOVE_REPORTS - 1))).toBeNull();
    expect(moveCountsFrom(moves(MIN_MOVE_REPORTS))).not.toBeNull();
    expect(moveCountsFrom(moves(MIN_MOVE_REPORTS, () => ({ percent: 0 })))).toBeNull();
  });

  it("counts the newest 500 reports of each class, so that older ones leave", () => {
    const { classes } = counted(moves(700, (i) => ({ percent: i < 500 ? 4 : 40 })));
    const newest = { n: 500, sum: 2000, from: dayOf(499), to: dayOf(0) };
    expect(classes).toEqual({
      all: newest,
      large: newest,
      "large Technology": newest,
      "any Technology": newest,
    });
  });

  it("shrinks a sector toward its size, and a size toward all, by 100 reports each", () => {
    const counts = counted(
      moves(500, (i) => (i < 100 ? { sector: "Utilities", percent: 2 } : { percent: 4 })),
    );
    const ofAll = (100 * 2 + 400 * 4) / 500;
    const utilities = (100 * 2 + 100 * ofAll) / 200;
    const said = typicalMoveOf({ size: "large", sector: "Utilities" }, [], { ...counts, meanFactor: 1 });
    expect(said.percent).toBeCloseTo(utilities, 2);
    expect(said).toMatchObject({ reports: 100, from: dayOf(99), to: dayOf(0), own: 0 });
    // The store has no small company, so those of all sizes and sectors count.
    const small = typicalMoveOf({ size: "small", sector: null }, [], { ...counts, meanFactor: 1 });
    expect(small).toMatchObject({ reports: 500, size: null, sector: null });
    expect(small.percent).toBeCloseTo(ofAll, 2);
  });

  it("mixes in the company's own newest eight moves, as many as its class counts", () => {
    const counts = { ...counted(moves(500)), meanFactor: 1 };
    const own = [-10, 10, 10, 10, -10, 10, 10, 10, 70, 70];
    expect(typicalMoveOf(large, own, counts)).toMatchObject({ percent: 7, own: 8 });
    expect(typicalMoveOf(large, [10], counts).percent).toBeCloseTo((10 + 8 * 4) / 9, 2);
    // A move of more than 80% is a split or an error.
    expect(typicalMoveOf(large, [-95, 10], counts)).toMatchObject({ own: 1 });
  });

  it("has a band that holds 80% of the newest reports, and a mean that is theirs", () => {
    const sizes = (i: number) => 1 + (i % 10);
    const given = moves(500, (i) => ({ percent: sizes(i) }));
    const counts = counted(given);
    const said = typicalMoveOf(large, [], counts);
    expect(said.percent).toBe(5.5);
    const held = given.filter(({ percent }) => percent <= said.bandPercent).length;
    expect(held / given.length).toBeGreaterThanOrEqual(0.8);
    expect(said.bandPercent).toBeCloseTo(9, 2);
  });

  it("follows the season: when the newest moves are twice as large, so is what it says of every class", () => {
    // Companies of two sectors take turns, and the 500 newest of all move twice as far as those before.
    const given = moves(1500, (i) => ({
      sector: i % 2 === 0 ? "Technology" : "Utilities",
      percent: i < 500 ? 8 : 4,
    }));
    const counts = counted(given);
    expect(typicalMoveOf(large, [], counts).percent).toBeCloseTo(8, 1);
  });
});
