import { describe, expect, it } from "vitest";
import type { Stage } from "#contract/analysis.ts";
import { rulesNarrator } from "#explanation/narrator/narrator.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { runAnalysis } from "#research/run.ts";

const now = () => new Date("2026-03-10T15:00:00Z");

/** Returns the stages that a watcher hears of in a run on the sample market with these calls replaced. */
async function stagesOf(replaced: Partial<MarketData>, symbol = "AAPL") {
  const told: Stage[] = [];
  const deps = {
    market: { ...sampleMarket(), ...replaced },
    narrator: rulesNarrator,
    now,
    newId: () => "ana_1",
  };
  const outcome = await runAnalysis(symbol, deps, {
    onStage: (stage) => told.push(stage),
    onText: () => undefined,
  }).then(
    (analysis) => analysis,
    (error: unknown) => error,
  );
  return {
    outcome,
    ended: told.filter(({ status }) => status !== "running").map(({ elapsedMs: _, ...stage }) => stage),
  };
}

describe("the stages of a run", () => {
  it("tell what came of each, and how long it took", async () => {
    const { outcome, ended } = await stagesOf({});
    expect(ended.map(({ stage, status }) => `${stage} ${status}`).sort()).toEqual([
      "company done",
      "estimates done",
      "model done",
      "narrative done",
      "news done",
      "prices done",
    ]);
    expect(ended.find(({ stage }) => stage === "model")?.detail).toMatch(/^\d+\.\d% (beat|miss)$/);
    expect(ended.find(({ stage }) => stage === "narrative")?.detail).toBe("Arranged by fixed rules");
    expect(outcome).toMatchObject({ stages: ended });
  });

  it("say why a part is missing, and the run goes on without it", async () => {
    const { outcome, ended } = await stagesOf({
      prices: async () => ({
        state: "missing",
        reason: "upstream",
        detail: "closed for the night",
        source: "Sample market",
      }),
      news: () => Promise.reject(new Error("a defect")),
    });
    expect(ended).toContainEqual({ stage: "prices", status: "missing", detail: "closed for the night" });
    expect(ended).toContainEqual({ stage: "news", status: "missing", detail: "the source failed" });
    expect(outcome).toMatchObject({ technicalIndicators: null, newsAnalysis: null });
  });

  it("end as failed where the run ends, with the reason that a person is told", async () => {
    const unknown = new MarketError("unknown_symbol", "No company is listed as NOPE.");
    const { outcome, ended } = await stagesOf({ company: () => Promise.reject(unknown) });
    expect(ended).toEqual([{ stage: "company", status: "failed", detail: "No company is listed as NOPE." }]);
    expect(outcome).toBe(unknown);
  });
});
