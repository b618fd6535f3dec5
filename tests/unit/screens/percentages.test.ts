import { describe, expect, it } from "vitest";
import { MIN_SETTLED_FOR_PERCENTAGE } from "#contract/rules.ts";
import { AccuracyCards } from "../../../src/features/dashboard/metrics/accuracy-cards.tsx";
import { AccuracyPanel } from "../../../src/features/dashboard/metrics/metrics-view.tsx";
import { Headline } from "../../../src/features/track-record/headline.tsx";
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

  it("the public record names the number", () => {
    const { scorecard } = dashboardWith(2, 2);
    const record = {
      dataMode: "sample",
      replayed: 0,
      counts: { settled: 2, pending: 0, review: 0, void: 0 },
      hasHeadline: false,
      scorecard,
      latestCorrect: [],
      latestWrong: [],
      ledger: { seq: 0, hash: "", time: null },
    } as unknown as Parameters<typeof Headline>[0]["record"];
    const text = textOf(Headline, { record });
    expect(text).toContain(`that takes at least ${MIN_SETTLED_FOR_PERCENTAGE} settled predictions`);
    expect(text).not.toContain("%");
  });
});
