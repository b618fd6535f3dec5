import { describe, expect, it } from "vitest";
import { argumentPlanSchema } from "#argument/plan.ts";
import { renderArgument } from "#argument/render.ts";
import { planByRules } from "#argument/rules-plan.ts";
import { planProblems } from "#argument/validate.ts";
import { sampleSymbols } from "#market/sample/companies.ts";
import { sampleBrief } from "../analysis/sample-briefs.ts";

const days = ["2026-01-20T15:00:00Z", "2026-05-04T12:00:00Z", "2026-08-31T20:30:00Z", "2026-11-20T21:00:00Z"];

describe("the rules' plan", () => {
  it("of every fourth sample company is a plan, has no problem and renders 4 to 9 sentences", async () => {
    for (const [i, symbol] of sampleSymbols.filter((_, at) => at % 4 === 0).entries()) {
      const { facts } = await sampleBrief(symbol, new Date(days[i % days.length] ?? ""));
      const plan = planByRules(facts);
      expect(argumentPlanSchema.parse(plan)).toEqual(plan);
      expect(planProblems(plan, facts), symbol).toEqual([]);
      const { claims } = renderArgument(plan, facts);
      expect(claims.length, symbol).toBeGreaterThanOrEqual(4);
      expect(claims.length, symbol).toBeLessThanOrEqual(9);
    }
  });
});
