import { describe, expect, it } from "vitest";
import { rulesNarrator } from "#explanation/narrator/narrator.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { AppError } from "#platform/errors.ts";
import { requireValidAnalysis } from "#research/answer.ts";
import { runAnalysis } from "#research/run.ts";

describe("attack: a finished analysis that its page would refuse", () => {
  it("is the source's failure, named in the log, before anybody is charged", async () => {
    const run = {
      market: sampleMarket(),
      narrator: rulesNarrator,
      now: () => new Date("2026-03-10T15:00:00Z"),
      newId: () => "ana_1",
    };
    const analysis = await runAnalysis("AAPL", run, { onStage: () => undefined, onText: () => undefined });
    const issues: string[] = [];
    expect(requireValidAnalysis(analysis, (text) => issues.push(text))).toBe(analysis);
    const name = "A".repeat(201);
    const broken = { ...analysis, stock: { ...analysis.stock, name, price: Number.POSITIVE_INFINITY } };
    expect(() => requireValidAnalysis(broken, (text) => issues.push(text))).toThrow(AppError);
    expect(issues).toEqual([expect.stringMatching(/^stock\.name: .+; stock\.price: .+$/)]);
  });
});
