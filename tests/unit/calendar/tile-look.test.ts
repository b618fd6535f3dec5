import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CalendarRow } from "#contract/calendar.ts";
import { edgeVerdictOf } from "#contract/rules.ts";
import { forecastDueText, tileSizeOf, tileToneOf } from "../../../src/ui/domain/board/tile-look.ts";

const base = {
  state: "upcoming",
  isCorrect: null,
  beatProbability: null,
  baseRate: null,
  edge: null,
  edgeVerdict: null,
  needsPlan: false,
  reportDate: "2026-12-09",
} as CalendarRow;

describe("a tile's color", () => {
  it("never depends on the side alone: what has no edge has one color at every probability", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (p, b) => {
          const edge = p - b;
          const tone = tileToneOf({
            ...base,
            beatProbability: p,
            baseRate: b,
            edge,
            edgeVerdict: edgeVerdictOf(edge),
          });
          if (edgeVerdictOf(edge) === "no_edge") expect(tone).toBe("no-edge");
          else expect(tone.startsWith(edge > 0 ? "up-" : "down-")).toBe(true);
        },
      ),
    );
  });

  it.each([
    [0.04, "up-1"],
    [0.07, "up-2"],
    [0.2, "up-3"],
    [-0.04, "down-1"],
    [-0.3, "down-3"],
  ])("an edge of %f is %s", (edge, tone) => {
    expect(tileToneOf({ ...base, edge, edgeVerdict: edgeVerdictOf(edge) })).toBe(tone);
  });

  it("turns to the verdict, which is a toss-up from 45 to 55%", () => {
    const out = { ...base, state: "reported" as const, edge: 0.1, edgeVerdict: "edge_up" as const };
    expect(tileToneOf({ ...out, isCorrect: true, beatProbability: 0.8 })).toBe("right");
    expect(tileToneOf({ ...out, isCorrect: false, beatProbability: 0.2 })).toBe("wrong");
    expect(tileToneOf({ ...out, isCorrect: true, beatProbability: 0.55 })).toBe("toss");
    expect(tileToneOf({ ...out, beatProbability: null, edge: null })).toBe("reported");
  });

  it("tells what a plan opens from what has no number yet", () => {
    expect(tileToneOf({ ...base, needsPlan: true })).toBe("closed");
    expect(tileToneOf(base)).toBe("unscored");
  });
});

it("a report without a number says from when it can have one: fourteen days ahead", () => {
  expect(forecastDueText(base, "2026-11-23")).toBe("Scored from Nov 25");
  expect(forecastDueText(base, "2026-11-25")).toBe("Scored hourly, once four past reports are known");
  expect(forecastDueText({ ...base, needsPlan: true }, "2026-11-23")).toBeNull();
  expect(forecastDueText({ ...base, state: "reported" }, "2026-11-23")).toBeNull();
});

it("a tile is sized by market value, and an unknown one is small", () => {
  expect([3e12, 50e9, 5e9, 1e9, null].map((marketCap) => tileSizeOf({ marketCap }))).toEqual([
    ...["giant", "large", "medium", "small", "small"],
  ]);
});
