import { abortAllDurableObjects, env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDeps } from "#app/deps.ts";
import type { User } from "#contract/account.ts";
import type { AnalysisResponse } from "#contract/analysis.ts";
import { durableObjectStub } from "#platform/objects.ts";
import { aConfirmedPerson, call, origin } from "../worker/api.ts";
import { aStagedRunner, aStream } from "../worker/research/staged-run.ts";

const quietly = () => vi.spyOn(console, "error").mockImplementation(() => undefined);
const analyze = (symbol: string, token: string, key: string) =>
  call<AnalysisResponse & { code: string; message: string }>("POST", `/api/analyze/${symbol}`, {
    token,
    headers: { "idempotency-key": key },
  });
const usedBy = async (token: string) =>
  (await call<{ user: User }>("GET", "/api/auth/profile", { token })).body.user.apiCallsUsed;

afterEach(() => vi.restoreAllMocks());

const INTERRUPTED = "The analysis was interrupted. Nothing was counted; please try again.";

describe("objects that are reset", () => {
  it("in the middle of a run cost nobody a call, say so, and the next try is whole", async () => {
    quietly();
    const { token } = await aConfirmedPerson();
    const runner = await aStagedRunner("HD");
    const waiting = analyze("HD", token, "reset-in-the-run");
    await expect.poll(runner.runs).toBe(1);
    await abortAllDurableObjects();
    const { status, body } = await waiting;
    expect([status, body.code, body.message]).toEqual([503, "upstream_unavailable", INTERRUPTED]);
    expect(await usedBy(token)).toBe(0);
    const again = await analyze("HD", token, "reset-in-the-run");
    expect([again.status, await usedBy(token)]).toEqual([200, 1]);
  });

  it("after the first words of a run have left give the call back, and the stream says so", async () => {
    quietly();
    const { token } = await aConfirmedPerson();
    const runner = await aStagedRunner("LOW");
    const stream = await aStream("LOW", token, { "idempotency-key": "reset-after-text" });
    for (const step of ["model", "text"] as const) runner.goOn(step);
    await stream.until("consensus stands");
    expect(await usedBy(token)).toBe(1);
    await abortAllDurableObjects();
    expect(await stream.until(INTERRUPTED)).toContain("event: error");
    await expect.poll(() => usedBy(token)).toBe(0);
  });

  it("between two steps of a call are found again: the count goes on, and the ledger with its entries", async () => {
    const { token, user } = await aConfirmedPerson();
    const deps = openDeps(env, origin);
    const counted = deps.quotaOf(await deps.user(user.id)).call("reset-between", "AAPL");
    const { ledger } = deps.record("sample");
    const before = await ledger.head();
    for (const step of ["reserve", "commit", "complete"] as const) {
      await counted[step]();
      await abortAllDurableObjects();
    }
    expect(await usedBy(token)).toBe(1);
    expect(await ledger.head()).toEqual(before);
  });

  it("are asked once more and no more: what they throw themselves is thrown at once", async () => {
    let asked = 0;
    const objectOf = (error: object) => {
      const take = () => {
        asked += 1;
        return Promise.reject(Object.assign(new Error("no"), error));
      };
      const namespace = { idFromName: (name: string) => name, get: () => ({ take }) };
      return durableObjectStub(namespace as never, "it") as unknown as { take(): Promise<void> };
    };
    for (const [error, times] of [
      [{ retryable: true }, 2],
      [{ remote: true }, 1],
      [{ overloaded: true, retryable: true }, 1],
    ] as const) {
      asked = 0;
      await expect(objectOf(error).take()).rejects.toThrow("no");
      expect(asked).toBe(times);
    }
  });
});
