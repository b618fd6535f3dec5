import { expect, it } from "vitest";
import { riskOf } from "#model/predict.ts";

it.each([
  ["low", null, "high"],
  ["low", 1, "high"],
  ["medium", 8, "high"],
  ["very_high", 8, "high"],
  ["very_high", 7.9, "medium"],
  ["very_high", 4, "medium"],
  ["very_high", 3.9, "low"],
  ["very_high", null, "medium"],
  ["high", 3.9, "medium"],
  ["medium", null, "medium"],
] as const)(
  "confidence %s and an expected move of %s percent are a risk that is %s",
  (confidence, move, risk) => {
    expect(riskOf({ confidence }, move)).toBe(risk);
  },
);
