import { describe, expect, it } from "vitest";
import { draftProblems } from "#analysis/grounding/narrative.ts";
import { sampleSymbols } from "#market/sample/companies.ts";
import { groundsOf } from "#narrate/port.ts";
import { rulesDraft, rulesNarrative } from "#narrate/rules.ts";
import { sampleBrief } from "../analysis/sample-briefs.ts";

const days = ["2026-01-20T15:00:00Z", "2026-05-04T12:00:00Z", "2026-08-31T20:30:00Z", "2026-11-20T21:00:00Z"];

describe("the rules narrator", () => {
  it("says nothing that the grounding check would reject, of every fourth sample company", async () => {
    const found = [];
    for (const [i, symbol] of sampleSymbols.filter((_, at) => at % 4 === 0).entries()) {
      const brief = await sampleBrief(symbol, new Date(days[i % days.length] ?? ""));
      for (const problem of draftProblems(rulesDraft(brief), groundsOf(brief)))
        found.push({ symbol, asked: days[i % days.length], ...problem });
    }
    expect(found).toEqual([]);
  });

  it("always says that a beat does not mean that the stock rises", async () => {
    const [first] = rulesNarrative(await sampleBrief("AAPL"), new Date(), null).risks;
    expect(first).toMatch(/a beat does not mean that the stock rises/i);
  });
});
