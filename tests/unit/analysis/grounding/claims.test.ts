import { describe, expect, it } from "vitest";
import { claimProblems } from "#analysis/grounding/claim.ts";
import { groundsOf } from "#narrate/port.ts";
import { sampleBrief } from "../sample-briefs.ts";
import { falseClaims, trueClaims } from "./claims.ts";

const MAX_LENGTH = 320;

const brief = await sampleBrief("AAPL");

describe("the grounding check of one sentence", () => {
  const factOf = (key: string) => brief.facts.find((fact) => fact.key === key);
  const figureOf = (key: string) => {
    const value = factOf(key)?.value;
    if (typeof value !== "number") throw new Error(`The brief has no figure "${key}".`);
    return value.toLocaleString("en-US");
  };
  const check = (told: string, keys: readonly string[]) => {
    const text = told.replace(/\{(\w+)\}/g, (_, key) => figureOf(key));
    const evidenceIds = keys.map((key) => factOf(key)?.id ?? "F999");
    return claimProblems({ text, evidenceIds }, groundsOf(brief), MAX_LENGTH);
  };

  it.each(trueClaims)("accepts %j", (text, ...keys) => {
    expect(check(text, keys)).toEqual([]);
  });

  it.each(falseClaims)("rejects %j", (text, ...keys) => {
    expect(check(text, keys)).not.toEqual([]);
  });

  it("says what is wrong in words that a repair can follow", () => {
    expect(check("The consensus stands at $2.07.", ["consensus"])).toEqual([
      'The figure "$2.07" is not in the cited evidence.',
    ]);
    expect(check("The mean target is $163.70.", ["meanTarget", "highestTarget"])).toEqual([
      expect.stringContaining("but the sentence gives it to something else"),
      expect.stringMatching(/cites F\d+ but does not name it \(say "highest price target"/),
    ]);
  });
});
