import { createElement } from "react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { RecordKind } from "#contract/figures.ts";
import { OutcomeBadge } from "../../../src/features/dashboard/prediction/badges.tsx";
import { RecordTable, ResultBadge } from "../../../src/features/track-record/record-table.tsx";
import { aPrediction } from "./a-prediction.ts";
import { markupOf } from "./drawn.ts";

const item = (isCorrect: boolean) => ({
  ...aPrediction({ state: "settled", actualResult: isCorrect ? "beat" : "miss", isCorrect, actualEps: 0.6 }),
  settledAt: "2026-11-30T12:00:00.000Z",
  isSealed: false,
});

const words = { right: [true, 0.7], wrong: [false, 0.3], tossUp: [false, 0.504] } as const;

it.each([
  ["right", "✓", "Right", "Correct", "positive"],
  ["wrong", "✗", "Wrong", "Missed", "negative"],
  ["tossUp", "≈", "Toss-up", "Toss-up", "bg-sunken"],
] as const)("a %s prediction has its sign, word and color in every list", (kind, sign, word, own, color) => {
  const [isCorrect, beatProbability] = words[kind];
  const given = { ...item(isCorrect), beatProbability };
  const children = createElement(RecordTable, { caption: "Record", kind: "simulated", items: [given] });
  const result = markupOf(ResultBadge, { item: given });
  for (const part of [sign, word, color]) expect(result).toContain(part);
  expect(markupOf(MemoryRouter, { children })).toContain(result);
  const outcome = markupOf(OutcomeBadge, { state: "settled", isCorrect, beatProbability });
  for (const part of [sign, own, color]) expect(outcome).toContain(part);
});

it("a row says whether it was locked, rehearsed or replayed, and a toss-up that it is one", () => {
  const rowOf = (kind: RecordKind, beatProbability: number) => {
    const items = [{ ...item(true), beatProbability, baseRate: 0.7 }];
    return markupOf(MemoryRouter, {
      children: createElement(RecordTable, { caption: "Record", kind, items }),
    }).replaceAll("<!-- -->", "");
  };
  expect(rowOf("live", 0.7)).toContain("base rate 70.0%, locked<");
  expect(rowOf("simulated", 0.7)).toContain(", locked<");
  expect(rowOf("rehearsed", 0.7)).toContain(", rehearsed<");
  expect(rowOf("replayed", 0.52)).toContain(", replayed, a toss-up<");
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
  const children = createElement(RecordTable, { caption: "Record", kind: "live", items: [sealed] });
  const table = markupOf(MemoryRouter, { children });
  expect(table).toContain("Sealed");
  expect(table).not.toMatch(/null|beat \d|miss \d/);
});
