import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statementOptionsOf } from "#explanation/narrator/answer.ts";
import { chooseNarrator } from "#explanation/narrator/language-model.ts";
import { sampleBrief } from "../sample-briefs.ts";
import { faultsOf, goodAnswer } from "./plans.ts";

const now = new Date("2026-03-10T15:00:00Z");
const brief = await sampleBrief("AAPL");
const ids = statementOptionsOf(brief.facts).options.map(({ id }) => id);
const good = goodAnswer(brief.facts);

const choice = fc.record({
  id: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, fc.constantFrom("S0", "S999", "F1", "")),
  wording: fc.nat(2),
});
const part = fc.array(choice, { maxLength: 4 });
const any = fc.record({
  thesis: choice,
  moves: part,
  against: part,
  context: part,
  record: part,
  risks: part,
});
/** Generates the good plan with some parts replaced by anything. Some results are valid plans and most are not. */
const answer = fc
  .tuple(any, fc.subarray(["thesis", "moves", "against", "context", "record", "risks"] as const))
  .map(([replaced, parts]) =>
    JSON.stringify({ ...good, ...Object.fromEntries(parts.map((name) => [name, replaced[name]])) }),
  );

function narratorOf(text: string) {
  const binding = { run: async () => ({ response: text }) } as never;
  return chooseNarrator({}, binding, () => undefined);
}

describe("whatever ids a language model answers", () => {
  it("each sentence is one of the catalog's that is true of its facts, and none is there twice", async () => {
    const authors = new Set<string>();
    await fc.assert(
      fc.asyncProperty(answer, async (text) => {
        const narrative = await narratorOf(text).write(brief, now);
        authors.add(narrative.author.kind);
        expect(faultsOf(narrative, brief.facts)).toEqual([]);
      }),
      { numRuns: 100 },
    );
    expect([...authors].toSorted()).toEqual(["rules", "workers_ai"]);
  });

  // Shorter texts occur in our own words by chance.
  it("no text of its answer is read", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 12, maxLength: 300 }), async (text) => {
        const { author, claims } = await narratorOf(text).write(brief, now);
        expect(author.kind).toBe("rules");
        expect(claims.some((claim) => claim.text.includes(text))).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});
