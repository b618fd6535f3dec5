import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArgumentSentence } from "#contract/evidence.ts";
import { catalog } from "#explanation/catalog.ts";
import type { Fact } from "#explanation/evidence.ts";
import { planProblems } from "#explanation/plan.ts";
import { renderUse } from "#explanation/render.ts";
import { factIndexOf, type Statement } from "#explanation/statement.ts";
import { factsFor, idsOf } from "./build-facts.ts";
import { figuresIn, figuresOf } from "./figures-in.ts";
import { truths } from "./truth.ts";

/** The long tests ask for a thousand cases. */
const CASES = Number(process.env.STATEMENT_CASES ?? 50);

/** Returns the sentences that the statement makes of these facts, or null when the check refuses them. */
function made({ name, wordings }: Statement, facts: Record<string, Fact>): ArgumentSentence[] | null {
  const use = { statement: name, facts: idsOf(facts), wording: 0 };
  const all = Object.values(facts);
  const plan = { thesis: use, moves: [], against: [], context: [], record: [], risks: [] };
  const problems = planProblems(plan, all).filter(
    ({ at, problem }) => at === "thesis" && problem !== "wrong_part",
  );
  if (problems.length > 0) return null;
  return wordings.map((_, wording) => renderUse({ ...use, wording }, factIndexOf(all)));
}

const valuesOf = (facts: Record<string, Fact>) =>
  Object.fromEntries(Object.entries(facts).map(([slot, { value }]) => [slot, value]));

describe("the catalog", () => {
  it("has at least 80 statements, each with a name of its own and two or three wordings", () => {
    expect(catalog.length).toBeGreaterThanOrEqual(80);
    expect(new Set(catalog.map(({ name }) => name)).size).toBe(catalog.length);
    for (const { name, wordings } of catalog) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect([2, 3]).toContain(wordings.length);
    }
    expect(catalog.map(({ name }) => name).sort()).toEqual(Object.keys(truths).sort());
  });
});

describe.each(catalog.map((statement) => [statement.name, statement] as const))("%s", (name, statement) => {
  it("is rendered exactly of facts that make it true", () => {
    const counts = { true: 0, false: 0 };
    fc.assert(
      fc.property(factsFor(statement), (facts) => {
        const isTrue = truths[name]?.(valuesOf(facts)) ?? false;
        counts[`${isTrue}`] += 1;
        expect(made(statement, facts) !== null, JSON.stringify(valuesOf(facts))).toBe(isTrue);
      }),
      { numRuns: CASES, seed: 16 },
    );
    // A condition that few facts meet is searched for longer, so that every statement is tested.
    const meets = (facts: Record<string, Fact>) => truths[name]?.(valuesOf(facts)) === true;
    const example =
      counts.true > 0 || fc.sample(factsFor(statement), { numRuns: 20_000, seed: 16 }).find(meets);
    expect(example === true || (example && made(statement, example))).toBeTruthy();
  });

  it("names no figure that its facts do not have, and cites each of them once", () => {
    fc.assert(
      fc.property(factsFor(statement), (facts) => {
        const sentences = made(statement, facts) ?? [];
        const known = sentences.length > 0 ? figuresOf(facts) : [];
        for (const { text, evidenceIds } of sentences) {
          expect([...evidenceIds].sort()).toEqual(Object.values(idsOf(facts)).sort());
          expect(text.length).toBeLessThanOrEqual(400);
          for (const figure of figuresIn(text)) expect(known, `${figure} in “${text}”`).toContain(figure);
        }
      }),
      { numRuns: CASES, seed: 61 },
    );
  });
});
