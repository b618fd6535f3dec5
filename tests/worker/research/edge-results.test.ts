import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#db/client.ts";
import { readRun } from "#research/analysis-runner.ts";
import { openEdgeResults } from "#research/edge-results.ts";
import { analyzeForUser } from "#research/user-analysis.ts";
import { openDeps } from "#worker/deps.ts";
import { researchOf, userAnalysisOf } from "#worker/wiring/research.ts";
import { aConfirmedPerson, call, origin } from "../api.ts";

const deps = openDeps(env, origin);
const silent = { onStage: () => undefined, onText: () => undefined };
const untilMs = () => Date.now() + 60_000;

const first = async (stream: ReadableStream<Uint8Array> | null) => {
  for await (const event of readRun(stream ?? new ReadableStream())) return event;
  return null;
};

describe("results at the edge", () => {
  const edge = openEdgeResults(true, () => Date.now());
  const result = async (symbol: string) => ({
    ...(await researchOf(env)(symbol, silent)),
    isCached: false,
    untilMs: untilMs(),
  });

  it("are read as the runner would stream them, by everybody who asks after the first", async () => {
    const left = await result("AAPL");
    expect(await edge?.find("market AAPL")).toBeNull();
    await edge?.leave("market AAPL", left);
    for (const _ of [1, 2])
      expect(await first((await edge?.find("market AAPL")) ?? null)).toEqual({
        event: "result",
        data: { ...left, isCached: true },
      });
    expect(await edge?.find("another market AAPL")).toBeNull();
  });

  it("are not left once the runner has forgotten them, and there are none in a development run", async () => {
    await edge?.leave("market KO", { ...(await result("KO")), untilMs: Date.now() });
    expect(await edge?.find("market KO")).toBeNull();
    expect(openEdgeResults(false, () => Date.now())).toBeNull();
  });

  it("leave quota and prediction exact, and the ticker's runner in peace", async () => {
    const { token, user } = await aConfirmedPerson();
    const who = await deps.signedIn(new Request(origin, { headers: { authorization: `Bearer ${token}` } }));
    if (!who) throw new Error("no session");
    let opened = 0;
    const parts = {
      ...{ db: openDatabase(env.DB), edge, files: env.FILES, rates: deps, record: deps.record },
      quota: deps.quotaOf(who),
      runnerName: (symbol: string) => `hot ${symbol}`,
      analysisRunner: (symbol: string) => {
        opened++;
        return deps.analysisRunner(symbol);
      },
    };
    const listener = { onReserved: () => undefined, hasLeft: () => false, send: () => undefined };
    const answers = [];
    for (let i = 0; i < 3; i++) {
      answers.push(await analyzeForUser(userAnalysisOf(parts, user.id, "NVDA", null), listener));
      await expect.poll(() => edge?.find("hot NVDA")).not.toBeNull();
    }
    expect(opened).toBe(1);
    expect(answers.map(({ isCached, quota }) => [isCached, quota.used])).toEqual([
      [false, 1],
      [true, 2],
      [true, 3],
    ]);
    const { total, items } = (
      await call<{ total: number; items: { isLocked: boolean }[] }>("GET", "/api/predictions", { token })
    ).body;
    expect([total, items.every(({ isLocked }) => isLocked)]).toEqual([3, true]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });
});
