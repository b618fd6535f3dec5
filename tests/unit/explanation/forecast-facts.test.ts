import { describe, expect, it } from "vitest";
import { openEvidenceSet } from "#explanation/evidence.ts";
import { addForecastFacts } from "#explanation/facts/forecast.ts";
import { ablationOf } from "#model/contributions.ts";
import { NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH } from "#model/interval-width.ts";
import { type ForecastRequest, forecast, predictionOf } from "#model/predict.ts";
import type { ReferenceClass } from "#model/reference-class.ts";

const comparable: ReferenceClass = {
  traits: { size: "large", isProfitable: true, sector: "Technology" },
  beatRate: 0.62,
  n: 1240,
  low: 0.59,
  high: 0.65,
  fittedReports: null,
};

/** Returns the facts about a company with this number of past quarters. */
function factsOf(quarters: number, referenceClass: ReferenceClass = comparable) {
  const asOf = "2024-07-01T12:00:00.000Z";
  const evidence = openEvidenceSet(asOf);
  const request: ForecastRequest = {
    past: Array.from({ length: quarters }, (_, age) => ({
      reportDate: `${2023 - Math.floor(age / 4)}-0${1 + 2 * (3 - (age % 4))}-20`,
      isDayKnown: true,
      epsEstimate: 1,
      epsActual: 1.05,
    })),
    isHistoryMissing: false,
    trend: 0,
    upcoming: { reportDate: "2024-07-25", isDayKnown: true, epsEstimate: 1 },
    isForeign: false,
    sector: "Technology",
    family: "yahoo",
    context: NO_CONTEXT,
    referenceClass,
    width: FITTED_WIDTH,
    asOf: "2024-07-01",
  };
  const result = forecast(request);
  const effects = { ablation: ablationOf(request), contributions: null };
  addForecastFacts(evidence, result, predictionOf(result, null), { asOf, state: "live" }, effects);
  return new Map(evidence.facts.map((fact) => [fact.key, fact]));
}

describe("the evidence of a forecast", () => {
  it("has the comparable companies behind the base rate: which, how many, and the interval", () => {
    const facts = factsOf(8);
    expect(facts.get("baseRate")).toMatchObject({
      value: 62,
      note: "Comparable companies: large, profitable, technology.",
    });
    expect(facts.get("classCount")).toMatchObject({ value: 1240, unit: "reports", computedBy: "classOf" });
    expect([facts.get("classLow")?.value, facts.get("classHigh")?.value]).toEqual([59, 65]);
    const traits = ["classSize", "classEarnings", "classSector"].map((key) => facts.get(key)?.value);
    expect(traits).toEqual(["large", "profitable", "Technology"]);
    const young = factsOf(8, { ...comparable, n: 3, fittedReports: 1756 });
    expect(young.get("classCount")?.note).toBe(
      "Comparable companies: large, profitable, technology. Few of their reports are stored, so the base rate also uses 1,756 that the model was fitted on.",
    );
  });

  it("says with how much of the company's past the model saw it", () => {
    expect(factsOf(4).get("featureTier")?.value).toBe(
      "at most four past quarters, without the market around them",
    );
    expect(factsOf(8).get("featureTier")?.value).toBe(
      "up to 40 past quarters, without the market around them",
    );
  });
});
