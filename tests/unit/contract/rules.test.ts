import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import {
  confidenceLevels,
  confidenceNames,
  edgeVerdictOf,
  NO_EDGE_POINTS,
  settlementDays,
} from "#contract/rules.ts";
import { ProbabilityBar } from "#ui/domain/probability-bar.tsx";

const readPage = (file: string) => readFileSync(join(import.meta.dirname, "..", "..", "..", file), "utf8");

describe("the edge", () => {
  it("needs more than three points, on either side", () => {
    expect([-0.031, -0.03, 0, 0.03, 0.031].map(edgeVerdictOf)).toEqual([
      "edge_down",
      "no_edge",
      "no_edge",
      "no_edge",
      "edge_up",
    ]);
    // The landing page and the glossary write this number out in words.
    expect(NO_EDGE_POINTS).toBe(3);
  });

  it("of a stored prediction is read out as its own day judged it, whatever today's rule would say", () => {
    const readOut = (edgeVerdict: "edge_up" | "no_edge" | null) =>
      renderToStaticMarkup(
        createElement(ProbabilityBar, { label: "A beat", probability: 0.66, baseRate: 0.64, edgeVerdict }),
      ).match(/aria-label="([^"]*)"/)?.[1];
    expect(edgeVerdictOf(0.66 - 0.64)).toBe("no_edge");
    expect(readOut("edge_up")).toBe("A beat: 66%, base rate 64%, +2 points");
    expect(readOut("no_edge")).toBe("A beat: 66%, base rate 64%, no edge");
    expect(readOut(null)).toBe("A beat: 66%, base rate 64%");
  });
});

it("the written rule of settlement names the days that the code counts", () => {
  const rule = readPage("docs/settlement.md").replace(/\s+/g, " ");
  const { deadline, maxMove, review } = settlementDays;
  expect(rule).toContain(`must be available within ${deadline} days of the report's day.`);
  expect(rule).toContain(`the ${deadline} days count from its new day, up to ${maxMove} days after`);
  expect(rule).toContain(`and void ${review} days after the deadline`);
  expect([deadline, maxMove, review]).toEqual([10, 60, 20]);
});

it("levels have one order and one name each", () => {
  expect(confidenceLevels.map((level) => confidenceNames[level])).toEqual([
    "low",
    "medium",
    "high",
    "very high",
  ]);
});
