import { describe, expect, it } from "vitest";
import { MIN_SETTLED_FOR_PERCENTAGE, MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import { figuresOf } from "#record/figures/figures.ts";
import { GroupTable } from "#ui/domain/record-figures/group-table.tsx";
import { AccuracyCards } from "../../../src/features/dashboard/metrics/accuracy-cards.tsx";
import { AccuracyPanel } from "../../../src/features/dashboard/metrics/metrics-view.tsx";
import { RecordHeadline } from "../../../src/features/track-record/headline.tsx";
import { aSeason } from "../record/figures/a-prediction.ts";
import { aDashboard, aPrediction, aRate } from "./a-prediction.ts";
import { textOf } from "./drawn.ts";

const dashboardWith = (hits: number, n: number) =>
  aDashboard(
    [aPrediction()],
    {},
    {
      settled: n,
      correct: hits,
      wrong: n - hits,
      accuracy: aRate(hits, n),
      beatRate: aRate(n, n),
      beatCalls: aRate(hits, n),
    },
  );

describe("a percentage and its label need enough settled predictions, and the same number everywhere", () => {
  it("below it the counts stand alone", () => {
    const dashboard = dashboardWith(2, 2);
    const [panel, cards] = [textOf(AccuracyPanel, { dashboard }), textOf(AccuracyCards, { dashboard })];
    expect(panel).toContain("All predictions 2 of 2, too few for a percentage");
    expect(panel).toContain("2 of 2 reports were beats.");
    expect(cards).toContain("Pattern Recognition 2 of 2 right; too few for a percentage");
    expect(cards).toContain("Miss Analysis — none settled yet");
    expect((panel + cards).replace("beat 72.4%", "")).not.toMatch(/%|Strong|Moderate|Baseline|Developing/);
  });

  it.each([
    [MIN_SETTLED_FOR_PERCENTAGE - 1, false],
    [MIN_SETTLED_FOR_PERCENTAGE, true],
  ])("with %i it is %s", (n, isShown) => {
    const dashboard = dashboardWith(n - 4, n);
    const hasLabel = (text: string) => text.includes("Strong");
    expect(hasLabel(textOf(AccuracyPanel, { dashboard }))).toBe(isShown);
    expect(hasLabel(textOf(AccuracyCards, { dashboard }))).toBe(isShown);
  });

  it.each([
    [MIN_SETTLED_FOR_SKILL - 1, false],
    [MIN_SETTLED_FOR_SKILL, true],
  ])("the public record with %i settled has a percentage and a skill: %s", (n, isShown) => {
    const counts = { settled: n, pending: 3, review: 0, void: 0 };
    const text = textOf(RecordHeadline, { figures: figuresOf(aSeason(n, 20)), counts });
    expect(text).toContain(`${n} settled predictions`);
    expect(text.includes("No percentage yet: that takes at least 100 settled predictions.")).toBe(!isShown);
    expect(/\d%/.test(text)).toBe(isShown);
    expect(/95% interval [+−]\d+% to [+−]\d+%/.test(text)).toBe(isShown);
  });
});

describe("groups of the record", () => {
  const { groups } = figuresOf(aSeason(250, 25));

  it("under a hundred settled are counted, and their scores withheld", () => {
    const text = textOf(GroupTable, { groups });
    expect(text).toMatch(/Technology 166 \d+ 0\.\d{3} [+−]\d+%/);
    expect(text).toMatch(/Energy 84 \d+ — — withheld under 100/);
  });
});
