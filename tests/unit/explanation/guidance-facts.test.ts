import { describe, expect, it } from "vitest";
import { type CompanyGuidance, type GuidanceLine, NO_RELEASES } from "#contract/company-guidance.ts";
import { planByRules, statementCandidatesOf } from "#explanation/rules-plan.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { readingArchive } from "#research/archive.ts";
import { computeAnalysis } from "#research/compute.ts";
import { describeAnalysis } from "#research/describe.ts";
import { gatherMarketSnapshot } from "#research/gather.ts";

const now = new Date("2026-03-10T15:00:00Z");
const gathered = await gatherMarketSnapshot(sampleMarket(), "AAPL", now);
const computed = computeAnalysis(gathered, await readingArchive().request(gathered.company, now));
const estimate = gathered.company.estimate;
if (estimate.state === "missing") throw new Error("The sample market has an estimate");
const { fiscalQuarterEnd, consensusEps } = estimate.data;

const line: GuidanceLine = {
  metric: "eps",
  basis: "adjusted",
  period: "second quarter",
  periodKind: "next_quarter",
  low: 1.9,
  high: 2,
  currency: "USD",
  action: null,
  fiscalQuarterEnd,
  filedOn: "2026-01-29",
  quote: "we expect",
  url: "https://www.sec.gov/a.htm",
  consensus: consensusEps,
  reported: null,
  place: null,
};
const past = (place: GuidanceLine["place"]): GuidanceLine => ({ ...line, place, reported: 1 });

function analyzed(guidance: Partial<CompanyGuidance>) {
  return describeAnalysis(gathered, computed, { ...NO_RELEASES, ...guidance });
}
const saidOf = (guidance: Partial<CompanyGuidance>) =>
  statementCandidatesOf(analyzed(guidance).brief.facts)
    .filter(({ statement }) => /guidance|growth-guided/.test(statement))
    .map(({ texts }) => texts[0]);

describe("what the company guided, in the argument", () => {
  it("is compared with the consensus", () => {
    expect(saidOf({ latest: [line] })).toEqual([
      "The company guided $1.90 to $2.00 for this quarter on January 29, 2026; analysts expect more, $2.09.",
    ]);
  });

  it.each([
    ["another quarter", { fiscalQuarterEnd: "2020-03-31" }],
    ["another basis or currency", { consensus: null }],
    ["no top", { high: null }],
    ["revenue", { metric: "revenue" }],
  ] as const)("is left out for %s", (_, given) => {
    expect(saidOf({ latest: [{ ...line, ...given }] })).toEqual([]);
  });

  it("tells how often its own range was beaten, from two quarters on", () => {
    expect(saidOf({ past: [past("above"), past("above"), past("lower")] })).toEqual([
      "Of 3 quarters that it guided, it reported above the top of its range in 2 and below the bottom in none.",
    ]);
    expect(saidOf({ past: [past("above")] })).toEqual([]);
  });

  it("tells what happened to the full year's guidance", () => {
    const year = { ...line, periodKind: "full_year", fiscalQuarterEnd: null, consensus: null } as const;
    expect(saidOf({ latest: [{ ...year, action: "lowered" }] })).toEqual([
      "The company lowered its full-year EPS guidance on January 29, 2026.",
    ]);
    expect(saidOf({ latest: [{ ...year, action: null }] })).toEqual([]);
  });

  it("tells the growth that it guided for the year, and is silent where it may also be a decline", () => {
    const growth = {
      metric: "eps",
      basis: "adjusted",
      period: "fiscal 2026",
      periodKind: "full_year",
      low: 5,
      high: 6,
      base: 2.88,
      currency: "USD",
      action: null,
      filedOn: "2026-01-29",
      quote: "growth of 5% to 6%",
      url: null,
    } as const;
    expect(saidOf({ growth: [growth] })).toEqual([
      "The company guided growth of 5% to 6% in its full-year EPS on January 29, 2026.",
    ]);
    expect(saidOf({ growth: [{ ...growth, low: -4, high: -2 }] })).toEqual([
      "The company guided a decline of 2% to 4% in its full-year EPS on January 29, 2026.",
    ]);
    for (const given of [{ low: -1, high: 1 }, { high: null }, { metric: "revenue" }] as const)
      expect(saidOf({ growth: [{ ...growth, ...given }] })).toEqual([]);
  });

  it("is chosen by the rules among what is not in the number, and moves nothing of it", () => {
    const [without, with_] = [
      analyzed({}),
      analyzed({ latest: [line], past: [past("above"), past("above")] }),
    ];
    const { against, context, moves } = planByRules(with_.brief.facts);
    const named = [...against, ...context].map(({ statement }) => statement);
    expect(named).toContain("consensus-above-guidance");
    expect(moves.map(({ statement }) => statement).join()).not.toContain("guidance");
    expect(with_.analysis.prediction).toEqual(without.analysis.prediction);
    expect(with_.analysis.aiAnalysis).toEqual(without.analysis.aiAnalysis);
    const facts = with_.brief.facts.filter(({ kind }) => kind === "guidance");
    expect(new Set(facts.map(({ note }) => note))).toEqual(
      new Set(["Nothing here moves our number: the model has not learned from guidance yet."]),
    );
  });
});
