import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import { type AnalysisRunner, type Research, readRun } from "#research/analysis-runner.ts";

const analysis = { id: "ana_1" } as Analysis;

/** Returns what a listener hears of a run in the runner of a ticker. */
async function heardIn(symbol: string, research: Research): Promise<unknown[]> {
  const runner = env.RESEARCH.get(env.RESEARCH.idFromName(symbol));
  await runInDurableObject(runner, (instance: AnalysisRunner) => Object.assign(instance, { research }));
  const heard: unknown[] = [];
  for await (const event of readRun(await runner.open(symbol))) heard.push([event.event, event.data]);
  return heard;
}

describe("the runner of a ticker", () => {
  it("passes the stages and the narrative on as they come, and ends with the result", async () => {
    const stage = { stage: "narrative", status: "running", detail: null, elapsedMs: 0 } as const;
    const heard = await heardIn("TEXT", async (_, watcher) => {
      watcher.onStage(stage);
      watcher.onText("The consensus stands at $1.07. ");
      watcher.onText("It rose by 1.2%. ");
      return { analysis, evidenceHash: "ab" };
    });
    expect(heard).toEqual([
      ["stage", stage],
      ["text", { delta: "The consensus stands at $1.07. " }],
      ["text", { delta: "It rose by 1.2%. " }],
      ["result", { analysis, evidenceHash: "ab", isCached: false, untilMs: expect.any(Number) }],
    ]);
  });
});
