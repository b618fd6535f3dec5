import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openDeps } from "#app/deps.ts";
import { researchOf } from "#app/wiring/research.ts";
import type { RateLimitName } from "#contract/rules.ts";
import { openDatabase } from "#platform/db/client.ts";
import { openEdgeResults } from "#research/edge-results.ts";
import { analyzeForUser } from "#research/user-analysis.ts";
import { aConfirmedPerson, call, origin } from "../api.ts";

const deps = openDeps(env, origin);
const silent = { onStage: () => undefined, onText: () => undefined };
const aListener = () => ({
  left: new AbortController().signal,
  onReserved: () => undefined,
  send: () => undefined,
});
const untilMs = () => Date.now() + 60_000;

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
    for (const _ of [1, 2]) expect(await edge?.find("market AAPL")).toEqual({ ...left, isCached: true });
    expect(await edge?.find("another market AAPL")).toBeNull();
  });

  it("are not left once the runner has forgotten them, and there are none in a development run", async () => {
    await edge?.leave("market KO", { ...(await result("KO")), untilMs: Date.now() });
    expect(await edge?.find("market KO")).toBeNull();
    expect(openEdgeResults(false, () => Date.now())).toBeNull();
  });

  it("leave quota and prediction exact, and the ticker's runner in peace", async () => {
    let opened = 0;
    const taken: string[] = [];
    const parts = {
      db: openDatabase(env.DB),
      edge,
      files: env.FILES,
      record: deps.record,
      ledgerId: async () => "sample" as const,
      accountExists: async () => true,
      // Only a run can go unpaid.
      rates: {
        ...deps,
        enforceRateLimit: async (rule: RateLimitName, key: string) => {
          taken.push(rule);
          await deps.enforceRateLimit(rule, key);
        },
      },
      now: deps.now,
      marketNow: deps.marketNow,
      runnerName: (symbol: string) => `hot ${symbol}`,
      openRun: (symbol: string) => {
        opened++;
        return deps.analysisRunner(symbol).open(symbol);
      },
    };
    const answers = [];
    for (let i = 0; i < 3; i++) {
      const { token, user } = await aConfirmedPerson();
      const quota = deps.quotaOf(await deps.user(user.id));
      const request = { ...aListener(), userId: user.id, symbol: "NVDA", key: null };
      answers.push(await analyzeForUser({ ...parts, quota }, request));
      await expect.poll(() => edge?.find("hot NVDA")).not.toBeNull();
      const { items } = (await call<{ items: { isLocked: boolean }[] }>("GET", "/api/predictions", { token }))
        .body;
      expect(items).toMatchObject([{ isLocked: true }]);
    }
    expect(opened).toBe(1);
    expect(taken).toEqual(["uncountedAnalysis"]);
    expect(answers.map(({ isCached, quota }) => [isCached, quota.used])).toEqual([
      [false, 1],
      [true, 1],
      [true, 1],
    ]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it("cost nothing where the store fails, and nothing twice under one key", async () => {
    const { token, user } = await aConfirmedPerson();
    const who = await deps.signedIn(new Request(origin, { headers: { authorization: `Bearer ${token}` } }));
    if (!who) throw new Error("no session");
    await edge?.leave("near KO", await result("KO"));
    const quota = deps.quotaOf(who);
    const parts = {
      db: openDatabase(env.DB),
      edge,
      files: env.FILES,
      rates: deps,
      record: deps.record,
      quota,
      runnerName: (symbol: string) => `near ${symbol}`,
      openRun: (symbol: string) => deps.analysisRunner(symbol).open(symbol),
      ledgerId: async () => "sample" as const,
      accountExists: async () => true,
      now: deps.now,
      marketNow: deps.marketNow,
    };
    const request = { ...aListener(), userId: user.id, symbol: "KO", key: "a-key-of-its-own" };
    const failing = {
      ...parts,
      record: () => {
        throw new Error("no store");
      },
    };
    await expect(analyzeForUser(failing, request)).rejects.toThrow("no store");
    expect(await quota.used()).toBe(0);
    const answers = await Promise.all([1, 2, 3].map(() => analyzeForUser(parts, request)));
    expect(new Set(answers.map(({ predictionId }) => predictionId)).size).toBe(1);
    // What is stored and locked is answered again without the store, and its call is not returned.
    const again = await analyzeForUser(failing, request);
    expect(again).toEqual({ ...answers[0], isCached: true });
    expect(again.prediction.isLocked).toBe(true);
    expect(await quota.used()).toBe(1);
    await edge?.leave("near PEP", await result("PEP"));
    const left = {
      ...request,
      symbol: "PEP",
      key: null,
      left: AbortSignal.abort(new Error("The listener has left.")),
    };
    await expect(analyzeForUser(parts, left)).rejects.toThrow("has left");
    expect(await quota.used()).toBe(1);
  });
});
