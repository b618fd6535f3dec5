import { describe, expect, it } from "vitest";
import { claimProblems } from "#analysis/grounding/claim.ts";
import type { Claim } from "#contract/analysis.ts";
import { groundsOf } from "#narrate/port.ts";
import { rulesDraft } from "#narrate/rules.ts";
import { sampleBrief } from "../sample-briefs.ts";

const MAX_LENGTH = 320;
const briefs = await Promise.all(["AAPL", "TSLA", "ZZZZ", "XOM"].map((symbol) => sampleBrief(symbol)));
const texts = briefs.map((brief) => ({
  brief,
  grounds: groundsOf(brief),
  claims: Object.values(rulesDraft(brief)).flat(),
}));

/** The mutants of true claims that the check lets through, by what a mutation makes of one claim. */
function survivors(mutate: (claim: Claim, ids: readonly string[]) => Claim[]): string[] {
  return texts.flatMap(({ brief, grounds, claims }) =>
    claims
      .flatMap((claim) =>
        mutate(
          claim,
          brief.facts.map(({ id }) => id),
        ),
      )
      .filter((mutant) => claimProblems(mutant, grounds, MAX_LENGTH).length === 0)
      .map((mutant) => `${brief.symbol}: ${mutant.text} ${mutant.evidenceIds}`),
  );
}

/** The claim with each match of a pattern replaced, one at a time. */
const replacing = (pattern: RegExp, change: (match: string) => string) => (claim: Claim) =>
  [...claim.text.matchAll(pattern)].map((match) => ({
    ...claim,
    text:
      claim.text.slice(0, match.index) + change(match[0]) + claim.text.slice(match.index + match[0].length),
  }));

const opposites = Object.entries({
  above: "below",
  rose: "fell",
  up: "down",
  raised: "lowered",
  bullish: "bearish",
  beat: "missed",
  high: "low",
  highest: "lowest",
  overbought: "oversold",
  neutral: "bullish",
  buy: "sell",
  hold: "buy",
}).flatMap(([one, other]) => [
  [one, other],
  [other, one],
]);

describe("a true sentence that is changed is rejected", () => {
  it("when a figure in it is another", () => {
    const figures = /\d[\d,]*(\.\d+)?/g;
    const more = replacing(figures, (figure) => {
      const decimals = figure.split(".")[1]?.length ?? 0;
      return (Number(figure.replaceAll(",", "")) + 3 / 10 ** decimals).toFixed(decimals);
    });
    expect(survivors(more)).toEqual([]);
    expect(survivors(replacing(figures, (figure) => `1${figure}`))).toEqual([]);
  });

  it("when a figure in it has another sign or unit", () => {
    expect(survivors(replacing(/\$\d/g, (start) => `-${start}`))).toEqual([]);
    expect(survivors(replacing(/\$(?=\d)/g, () => "€"))).toEqual([]);
    expect(survivors(replacing(/(?<=\d)%/g, () => " points"))).toEqual([]);
  });

  it("when a word of direction in it is its opposite", () => {
    const swapped = opposites.flatMap(([word, other]) =>
      survivors(replacing(new RegExp(`\\b${word}\\b`, "g"), () => other ?? "")),
    );
    expect(swapped).toEqual([]);
  });

  it("when it cites one row less, or another row", () => {
    expect(
      survivors(({ text, evidenceIds }) =>
        evidenceIds.map((_, at) => ({ text, evidenceIds: evidenceIds.filter((_, i) => i !== at) })),
      ),
    ).toEqual([]);
    expect(
      survivors(({ text, evidenceIds }, ids) => {
        const shifted = evidenceIds.map((id) => ids[(ids.indexOf(id) + 1) % ids.length] ?? id);
        return [{ text, evidenceIds: shifted }];
      }),
    ).toEqual([]);
  });

  it("when a word of negation, certainty or advice stands in it", () => {
    const words = [
      "not",
      "certainly",
      "always",
      "never",
      "guaranteed",
      "because",
      "should",
      "buy",
      "only 99%",
    ];
    const added = words.flatMap((word) =>
      survivors(({ text, evidenceIds }) => [
        { text: text.replace(/^(\S+ \S+ )/, `$1${word} `), evidenceIds },
      ]),
    );
    expect(added).toEqual([]);
  });
});
