import { describe, expect, it } from "vitest";
import { rulesNarrative, rulesNarrator } from "#explanation/narrator/narrator.ts";
import { sampleBrief } from "../sample-briefs.ts";

const now = new Date("2026-03-10T15:00:00Z");
const brief = await sampleBrief("AAPL");

describe("the rules narrator", () => {
  it("always says that a beat does not mean that the stock rises", () => {
    const [first] = rulesNarrative(brief, now, null).risks;
    expect(first).toMatch(/a beat does not mean that the stock rises/i);
  });

  it("has the argument's sentences as its claims, each with its marks, and says that rules arranged it", async () => {
    const { argument, claims, keyFactors, author } = await rulesNarrator.write(brief, now);
    const sentences = [argument.thesis, ...argument.sections.flatMap((section) => section.sentences)];
    expect(claims).toEqual(sentences.map(({ text, evidenceIds }) => ({ text, evidenceIds })));
    for (const factor of keyFactors) expect(factor).toMatch(/ (\[F\d+\])+$/);
    expect(author).toEqual({
      kind: "rules",
      model: null,
      writtenAt: "2026-03-10T15:00:00.000Z",
      wasRepaired: false,
      fallbackReason: null,
    });
  });
});
