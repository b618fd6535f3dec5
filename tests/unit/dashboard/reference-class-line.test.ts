import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ModelSummary } from "#contract/prediction.ts";
import { ReferenceClassLine } from "../../../src/features/dashboard/results/current-prediction.tsx";

const referenceClass = {
  label: "large, profitable, technology",
  n: 1240,
  low: 0.59,
  high: 0.65,
  fittedReports: null,
};

const read = (model: Partial<ModelSummary>) =>
  renderToStaticMarkup(
    createElement(ReferenceClassLine, { baseRate: 0.62, referenceClass, featureTier: "full", ...model }),
  ).replaceAll(/<[^>]*>/g, "");

describe("the line of comparable companies", () => {
  it("says which companies the base rate is of, with their number and interval", () => {
    expect(read({})).toBe(
      "62 of 100 comparable companies beat: large, profitable, technology; 1,240 reports in the last four seasons; 95% interval 59% to 65%.",
    );
  });

  it("says where few are stored and those of the fitting data count too", () => {
    const young = { ...referenceClass, n: 1, fittedReports: 756 };
    expect(read({ referenceClass: young })).toContain(
      "1 report in the last four seasons, and 756 that the model was fitted on; 95% interval",
    );
    expect(read({ referenceClass: { ...young, n: 0 } })).toContain(
      "; none stored of the last four seasons, 756 that the model was fitted on; 95% interval",
    );
  });

  it("says when the model saw four quarters only, and nothing of it where it saw more", () => {
    const four =
      "Based on four quarters: no more of the company&#x27;s past is known here, so the confidence and the record are those of predictions tested with four.";
    expect(read({ featureTier: "four_quarters" })).toContain(four);
    expect(read({ featureTier: "four_quarters_with_context" })).toContain(four);
    expect(read({ featureTier: "forty_quarters" })).not.toContain("four quarters");
  });
});
