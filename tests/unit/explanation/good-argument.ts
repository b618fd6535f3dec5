import { expect } from "vitest";
import type { Argument } from "#contract/evidence.ts";
import type { Fact } from "#explanation/evidence.ts";
import { renderArgument } from "#explanation/render.ts";
import { planByRules } from "#explanation/rules-plan.ts";

/** Asserts what must hold of every explanation, and returns it. */
export function expectGoodArgument(symbol: string, facts: readonly Fact[]): Argument {
  const { argument, claims, keyFactors, risks } = renderArgument(planByRules(facts), facts);
  const texts = claims.map(({ text }) => text);
  expect(texts.length, symbol).toBeGreaterThanOrEqual(4);
  expect(texts.length, symbol).toBeLessThanOrEqual(9);
  const [first] = argument.sections;
  if (argument.sections.some(({ sentences }) => sentences.some(({ points }) => points !== null)))
    expect(first?.group, symbol).toBe("moves");
  const cited = [...claims, ...risks].flatMap(({ evidenceIds }) => evidenceIds);
  expect(new Set(cited).size, symbol).toBe(cited.length);
  const ids = new Set(facts.map(({ id }) => id));
  for (const id of cited) expect(ids).toContain(id);
  const wordings = [...texts, ...risks.map(({ text }) => text)].map((text) =>
    text.replaceAll(/[\d.,$%]+/g, "#"),
  );
  expect(new Set(wordings).size, symbol).toBe(wordings.length);
  for (const { text } of [...claims, ...risks]) expect(text).toMatch(/^[\p{Lu}\d].*[.”]$/u);
  expect(keyFactors.length, symbol).toBeLessThanOrEqual(8);
  expect(risks[0]?.text).toMatch(/a beat does not mean that the stock rises/i);
  return argument;
}
