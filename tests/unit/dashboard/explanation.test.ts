import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { AiAnalysis, Author } from "#contract/analysis.ts";
import type { Argument, ArgumentSentence, Evidence } from "#contract/evidence.ts";
import { EvidenceProvider } from "#ui/domain/evidence/evidence-chip.tsx";
import { Explanation } from "#ui/domain/explanation.tsx";
import { strongestReasons } from "../../../src/features/dashboard/results/reasons.ts";

const sentence = (statement: string, given: Partial<ArgumentSentence> = {}): ArgumentSentence => ({
  statement,
  text: `${statement} holds.`,
  side: "for",
  points: null,
  evidenceIds: ["F1"],
  ...given,
});
const argument: Argument = {
  thesis: sentence("A beat is likely", { evidenceIds: ["F1"] }),
  sections: [
    {
      group: "moves",
      sentences: [
        sentence("The record", { points: 13.6, evidenceIds: ["F2", "F3"] }),
        sentence("The trend", { points: 0.9, evidenceIds: ["F4"] }),
      ],
    },
    {
      group: "against",
      sentences: [sentence("A loose consensus", { side: "against", points: -3.2, evidenceIds: ["F5"] })],
    },
    {
      group: "context",
      sentences: [sentence("The options' price", { side: "context", evidenceIds: ["F6"] })],
    },
    { group: "record", sentences: [sentence("Such predictions", { side: "context", evidenceIds: ["F9"] })] },
  ],
};
const author: Author = {
  kind: "rules",
  model: null,
  writtenAt: "2026-11-23T10:00:00.000Z",
  wasRepaired: false,
  fallbackReason: null,
};
const anExplanation = (given: Partial<AiAnalysis> = {}) =>
  ({
    argument,
    claims: [{ text: "An old sentence.", evidenceIds: ["F2"] }],
    keyFactors: ["Beat 8 of the last 8 reports: +14 points [F2][F3]", "An old factor [F4]"],
    risks: ["A beat is no rise. [F1]"],
    author,
    ...given,
  }) as AiAnalysis;
const facts = ["F1", "F2", "F3", "F4", "F5", "F6"].map(
  (id) => ({ id, label: `fact ${id}`, value: 1, unit: null }) as Evidence,
);
const drawn = (aiAnalysis: AiAnalysis) =>
  renderToStaticMarkup(
    createElement(
      EvidenceProvider,
      { value: facts },
      createElement(Explanation, { aiAnalysis, headingLevel: 4 }),
    ),
  );
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ")
    .trim();

describe("the explanation", () => {
  it("has its thesis, then its sections in order with the points of what is in the number", () => {
    expect(textOf(drawn(anExplanation()))).toMatch(
      /^A beat is likely holds\. 1 What moves this number \+14 The record holds\. 2 \+1 The trend holds\. 3 What speaks against −3 A loose consensus holds\. 4 Worth knowing, not in the number The options' price holds\. 5 How such predictions ended Such predictions holds\. Argument arranged/,
    );
  });

  it("cites once a sentence, by a small number that names the facts behind it; none where no fact is known", () => {
    const html = drawn(anExplanation({ risks: [] }));
    const names = [...html.matchAll(/aria-label="(Facts [^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      "Facts 1: fact F1",
      "Facts 2: fact F2; fact F3",
      "Facts 3: fact F4",
      "Facts 4: fact F5",
      "Facts 5: fact F6",
    ]);
    expect(textOf(html)).not.toMatch(/\[?F\d/);
  });

  it("numbers the risks on, with the facts behind each and none of their ids", () => {
    const html = drawn(anExplanation({ risks: ["A beat is no rise. [F1]", "Moves vary. [F5][F6]"] }));
    expect(textOf(html)).toMatch(/Risks A beat is no rise\. 7 Moves vary\. 8$/);
    expect(html).toContain('aria-label="Facts 8: fact F5; fact F6"');
  });

  it("says who arranged it, and why the rules did", () => {
    expect(textOf(drawn(anExplanation()))).toContain(
      "Argument arranged by fixed rules; every sentence is computed from the facts. Key Factors",
    );
    const byModel = { ...author, kind: "workers_ai", model: "llama-4" } as const;
    expect(textOf(drawn(anExplanation({ author: byModel })))).toMatch(
      /Argument arranged by the language model llama-4 on Nov 23, 2026 .*; every sentence is computed from the facts\./,
    );
    const fallback = { ...author, fallbackReason: "The language model did not answer in time." };
    expect(textOf(drawn(anExplanation({ author: fallback })))).toContain("did not answer in time.");
  });
});

describe("the strongest reasons of an analysis with an argument", () => {
  const contributions = {
    start: 60,
    historicalAccuracy: 12,
    trend: null,
    epsTrends: null,
    analystRatings: -2,
    marketSentiment: null,
  };
  const reasonsOf = (given: Argument) =>
    strongestReasons({
      aiAnalysis: anExplanation({ argument: given }),
      model: { baseRate: 0.6, contributions },
      prediction: { beatProbability: 0.7 },
      evidence: [],
    });

  it("are its sentences, in the few words of a key factor where there are, with its number", () => {
    expect(reasonsOf(argument)).toEqual({
      raising: [
        {
          label: "Beat 8 of the last 8 reports",
          points: 13.6,
          isRaising: true,
          citation: { number: 2, evidenceIds: ["F2", "F3"] },
          fact: null,
        },
        {
          label: "An old factor",
          points: 0.9,
          isRaising: true,
          citation: { number: 3, evidenceIds: ["F4"] },
          fact: null,
        },
      ],
      lowering: [
        {
          label: "A loose consensus holds.",
          points: -3.2,
          isRaising: false,
          citation: { number: 4, evidenceIds: ["F5"] },
          fact: null,
        },
      ],
      // Together with the steps of 12 and −2 points these make the edge of 10 points, and the sentences account for
      // 11.3 of them.
      rest: { start: { label: "Model's starting point", points: 0 }, others: -1.3 },
    });
  });

  it("are the model's steps on a side of which the argument says nothing", () => {
    const sections = argument.sections.filter(({ group }) => group !== "against");
    const { lowering } = reasonsOf({ ...argument, sections });
    expect(lowering.map(({ label }) => label)).toEqual(
      ["Analyst ratings", "Overlap of the groups"].slice(0, lowering.length),
    );
    expect(lowering.length).toBeGreaterThan(0);
  });
});
