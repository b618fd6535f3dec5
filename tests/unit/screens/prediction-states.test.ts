import { describe, expect, it } from "vitest";
import { MetricsView } from "../../../src/features/dashboard/metrics/metrics-view.tsx";
import { quarterCounts, quarterText } from "../../../src/features/dashboard/metrics/result-charts.tsx";
import { RecentPredictions } from "../../../src/features/dashboard/prediction/prediction-table.tsx";
import { RecentActivity } from "../../../src/features/dashboard/welcome/welcome-view.tsx";
import { aDashboard, aPrediction } from "./a-prediction.ts";
import { textOf } from "./drawn.ts";

const states = [
  [{ state: "pending" }, "Pending Awaiting report"],
  [
    { state: "review", stateReason: "A reports 1, B 2: they disagree." },
    "In review Under review A reports 1",
  ],
  [{ state: "void", stateReason: "No source gave a reported figure." }, "No result Void No source gave a"],
  [
    { state: "unlocked", isLocked: false, stateReason: "No report date is known." },
    "Never settled Not on the record No report date is known.",
  ],
  [{ state: "settled", actualResult: "beat", isCorrect: true }, "Beat ✓ Correct"],
  [{ state: "settled", actualResult: "miss", isCorrect: false }, "Miss ✗ Missed"],
] as const;

describe("a prediction is listed with its true state", () => {
  it.each(states)("%o in Recent Predictions", (changes, text) => {
    const dashboard = aDashboard([aPrediction(changes)]);
    expect(textOf(RecentPredictions, { dashboard })).toContain(text);
  });

  it("in Recent Activity too", () => {
    const items = states.slice(1, 4).map(([changes], i) => aPrediction({ id: `prd_${i}`, ...changes }));
    const text = textOf(RecentActivity, { predictions: aDashboard(items).recentPredictions });
    expect(text.match(/Under review|Void|Not on the record/g)).toEqual([
      "Under review",
      "Void",
      "Not on the record",
    ]);
  });
});

describe("the metrics of somebody without a settled prediction", () => {
  it("draw the first prediction, which awaits its report", () => {
    const dashboard = aDashboard([aPrediction()], {
      unsettled: [{ quarter: "2026-Q4", pending: 1, review: 0, void: 0, unlocked: 0 }],
    });
    const text = textOf(MetricsView, { dashboard, onOpen: () => undefined });
    expect(text).toContain("Results by quarter");
    expect(text).toContain("2026-Q4 1 awaiting");
    expect(text).not.toContain("No Performance Data Yet");
  });

  it("say nothing of figures that could not be loaded", () => {
    const text = textOf(MetricsView, { dashboard: null, onOpen: () => undefined });
    expect(text).not.toMatch(/No Performance Data Yet|Accuracy|\b0\b/);
  });
});

it("a quarter's counts keep what counts apart from what never will", () => {
  const settled = [{ key: "2026-Q3", n: 3, correct: 2, accuracy: null, brier: null, skill: null }];
  const quarters = quarterCounts(settled, [
    { quarter: "2026-Q3", pending: 0, review: 1, void: 1, unlocked: 0 },
    { quarter: "2026-Q4", pending: 2, review: 0, void: 0, unlocked: 0 },
    { quarter: null, pending: 0, review: 0, void: 0, unlocked: 3 },
  ]);
  expect(quarters.map((quarter) => [quarter.name, quarterText(quarter)])).toEqual([
    ["2026-Q3", "2 right, 1 wrong, 1 awaiting, 1 not counted"],
    ["2026-Q4", "2 awaiting"],
    ["No date", "3 not counted"],
  ]);
});
