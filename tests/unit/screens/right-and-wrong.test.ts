import { createElement } from "react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { OutcomeBadge } from "../../../src/features/dashboard/prediction/badges.tsx";
import { RecordTable, ResultBadge } from "../../../src/features/track-record/record-table.tsx";
import { aPrediction } from "./a-prediction.ts";
import { markupOf } from "./drawn.ts";

const item = (isCorrect: boolean) => ({
  ...aPrediction({ state: "settled", actualResult: isCorrect ? "beat" : "miss", isCorrect, actualEps: 0.6 }),
  settledAt: "2026-11-30T12:00:00.000Z",
  isSealed: false,
});

it("a wrong prediction looks exactly like a right one: the word alone differs", () => {
  const result = (isCorrect: boolean) => markupOf(ResultBadge, { item: item(isCorrect) });
  expect(result(true)).toContain("Right");
  expect(result(false)).toBe(result(true).replace("Right", "Wrong"));
  const outcome = (isCorrect: boolean) => markupOf(OutcomeBadge, { state: "settled", isCorrect });
  expect(outcome(false)).toBe(outcome(true).replace("Correct", "Missed"));
});

it("the track record's table has no colour of good or bad", () => {
  const items = [item(true), { ...item(false), id: "prd_2", predictionType: "miss" as const }];
  const children = createElement(RecordTable, { caption: "Record", items });
  const table = markupOf(MemoryRouter, { children });
  expect(table).not.toMatch(/positive|negative|danger|success/);
});

it("a sealed prediction is called sealed, and shows neither a direction nor a number", () => {
  const open = { ...aPrediction({ state: "pending" }), settledAt: null, isSealed: true };
  const sealed = {
    ...open,
    predictionType: null,
    probability: null,
    beatProbability: null,
    confidence: null,
  };
  const children = createElement(RecordTable, { caption: "Record", items: [sealed] });
  const table = markupOf(MemoryRouter, { children });
  expect(table).toContain("Sealed");
  expect(table).not.toMatch(/null|beat \d|miss \d/);
});
