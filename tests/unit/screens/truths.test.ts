import { createElement } from "react";
import { StaticRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { guidanceSection } from "#app/pages/stock-page.tsx";
import type { Analysis } from "#contract/analysis.ts";
import { type CompanyGuidance, type GuidanceLine, guidanceHabitOf } from "#contract/company-guidance.ts";
import type { Recap } from "#contract/recap.ts";
import { counted, countedShort, money, perShare } from "#lib/numbers.ts";
import { CompanyGuidanceText } from "#ui/domain/company-guidance.tsx";
import { GuidedText } from "#ui/domain/recap-figures.tsx";
import { StatusBadge } from "../../../src/features/account/billing/current-plan.tsx";
import { ConfidenceBadge } from "../../../src/features/dashboard/prediction/badges.tsx";
import { PredictionTable } from "../../../src/features/dashboard/prediction/prediction-table.tsx";
import { predictionSentence } from "../../../src/features/dashboard/results/answer.tsx";
import { Citations } from "../../../src/features/dashboard/results/transparency-panel.tsx";
import { accuracyLabel, confidenceScore, scoreTone } from "../../../src/features/dashboard/scales.ts";
import { RecordTable } from "../../../src/features/track-record/record-table.tsx";
import { aPrediction } from "./a-prediction.ts";
import { markupOf, textOf } from "./drawn.ts";

/** The table's links need a router around them. */
function RecordTableInRouter(props: Parameters<typeof RecordTable>[0]) {
  return createElement(StaticRouter, { location: "/" }, createElement(RecordTable, props));
}

describe("the badge of a subscription's status", () => {
  it.each([
    ["active", "active", "bg-positive-soft"],
    ["canceled", "cancelled", "bg-danger-soft"],
    ["cancelled", "cancelled", "bg-danger-soft"],
    ["past_due", "past_due", "bg-warn-soft"],
    ["trialing", "trialing", "bg-sunken"],
    [null, "No Subscription", "bg-sunken"],
  ])("%s reads %s in its color", (status, label, color) => {
    expect(textOf(StatusBadge, { status })).toBe(label);
    expect(markupOf(StatusBadge, { status })).toContain(color);
  });
});

describe("confidence", () => {
  it.each([
    ["very_high", 95, "positive"],
    ["high", 80, "positive"],
    ["medium", 65, "info"],
    ["unheard of", 50, "warn"],
    ["low", 40, "warn"],
  ])("%s has the score %i", (level, score, tone) => {
    expect([confidenceScore(level), scoreTone(score)]).toEqual([score, tone]);
  });

  it("stands with its score wherever it stands", () => {
    expect(scoreTone(39)).toBe("danger");
    expect(textOf(ConfidenceBadge, { confidence: "very_high" })).toBe("Very High 95");
    const items = [aPrediction({ confidence: "low" })];
    expect(textOf(PredictionTable, { caption: "x", items })).toContain("Low 40");
  });
});

it("the labels of an accuracy are the specification's", () => {
  expect([75, 74.9, 60, 59.9, 50, 49.9].map(accuracyLabel)).toEqual([
    "Strong",
    "Moderate",
    "Moderate",
    "Baseline",
    "Baseline",
    "Developing",
  ]);
});

describe("a strong likelihood", () => {
  it.each([
    ["very_high", true],
    ["high", true],
    ["medium", false],
    ["low", false],
  ] as const)("is said of a beat with %s confidence: %s", (confidence, isSaid) => {
    const text = predictionSentence({ predictionType: "beat", confidence, beatProbability: 0.7 });
    expect(text.includes("strong likelihood of exceeding expectations")).toBe(isSaid);
    if (!isSaid) expect(text).toContain(`likelier than a miss, with ${confidence} confidence only`);
  });

  it.each([0.45, 0.504, 0.55])("is never said of a toss-up: %d", (beatProbability) => {
    const text = predictionSentence({ predictionType: "beat", confidence: "high", beatProbability });
    expect(text).toContain("toss-up");
  });

  it("is never said of a miss", () => {
    const text = predictionSentence({ predictionType: "miss", confidence: "low", beatProbability: 0.4 });
    expect(text).toBe("The AI predicts a potential shortfall against the analysts' consensus.");
  });
});

describe("one of something is not several", () => {
  it("whatever it is", () => {
    expect([counted(0, "day"), counted(1, "day"), counted(2, "day")]).toEqual(["0 days", "1 day", "2 days"]);
    expect([counted(1, "entry", "entries"), counted(1200, "entry", "entries")]).toEqual([
      "1 entry",
      "1,200 entries",
    ]);
    expect([countedShort(1, "reaction"), countedShort(1234, "reaction")]).toEqual([
      "1 reaction",
      "1.2K reactions",
    ]);
  });

  it("a single source reads '1 verified source', with what verified means", () => {
    const data: Analysis["comprehensiveMarketData"] = {
      citations: [{ title: "A source: price", url: "https://a.example/", verified: true }],
      verifiedSources: 1,
    };
    const text = textOf(Citations, { data });
    expect(text).toContain("1 verified source");
    expect(text).not.toContain("1 verified sources");
    expect(text).toContain("A verified source is one that gave us facts cited here; each is counted once.");
  });
});

describe("money stands in its own currency", () => {
  it.each([
    [1.52, "USD", "$1.52"],
    [-0.08, "EUR", "-€0.08"],
    [12, "JPY", "¥12.00"],
    [1.5, "CAD", "CA$1.50"],
    [45.678, "GBp", "45.68 GBp"],
    [2, null, "2.00"],
    [null, "USD", "—"],
  ] as const)("%s %s a share reads %s", (value, currency, text) => {
    expect(perShare(value, currency)).toBe(text);
  });

  it("payments from the smallest unit, also of currencies without cents", () => {
    expect([money(2900), money(2900, "eur"), money(2900, "jpy")]).toEqual(["$29.00", "€29.00", "¥2,900"]);
  });

  it("in the track record too", () => {
    const item = {
      ...aPrediction({ currency: "EUR", actualEps: 0.61, state: "settled", isCorrect: true }),
      settledAt: "2026-11-02T00:00:00.000Z",
      isSealed: false,
    };
    const text = markupOf(RecordTableInRouter, { caption: "x", kind: "live", items: [item] });
    expect(text).toContain("€0.55");
    expect(text).toContain("€0.61");
    expect(text).not.toContain("$");
  });
});

describe("what the company said", () => {
  const url = "https://www.sec.gov/Archives/edgar/data/1/2/a.htm";
  const line = (place: GuidanceLine["place"], reported: number): GuidanceLine => ({
    metric: "eps",
    basis: "adjusted",
    period: "third quarter",
    periodKind: "next_quarter",
    low: 1.2,
    high: 1.3,
    currency: "USD",
    action: null,
    fiscalQuarterEnd: "2026-09-30",
    filedOn: "2026-07-28",
    quote: "we expect $1.20 to $1.30",
    url,
    consensus: null,
    reported,
    place,
  });
  const past = [line("above", 1.4), { ...line("below", 1.1), filedOn: "2026-04-28" }];
  const guidance: CompanyGuidance = {
    state: "none",
    isSimulated: false,
    releasedOn: "2026-10-27",
    releaseUrl: url,
    latest: [],
    growth: [],
    past,
  };
  const recap = { guided: past[0], guidanceHabit: guidanceHabitOf(past) } as Recap;
  const screens = async (shown: CompanyGuidance) => ({
    result: markupOf(CompanyGuidanceText, { guidance: shown, today: "2026-11-01" }),
    "stock page": String(await guidanceSection(shown, "2026-11-01")),
  });

  it("says on result, stock page and recap how often it beat its own guidance, with words and link", async () => {
    const all = { ...(await screens(guidance)), recap: markupOf(GuidedText, { item: aPrediction(), recap }) };
    for (const [screen, markup] of Object.entries(all)) {
      expect(markup, screen).toContain(
        "Of two quarters that it guided, it reported above the top of its range in one, at or above the middle in one and below the bottom in one.",
      );
      expect(markup, screen).toContain("“we expect $1.20 to $1.30”");
      expect(markup, screen).toContain(`href="${url}"`);
    }
  });

  it.each(["none", "disputed", "unread"] as const)("links the release where it is %s", async (state) => {
    for (const markup of Object.values(await screens({ ...guidance, state, past: [] })))
      expect(markup.split(`href="${url}"`)).toHaveLength(2);
    for (const releaseUrl of [null, "javascript:alert(1)"])
      for (const markup of Object.values(await screens({ ...guidance, state, past: [], releaseUrl })))
        expect(markup).not.toContain("href");
  });
});
