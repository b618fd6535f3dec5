import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";

const rule = { capacity: 3, perSeconds: 60 };
const now = Date.UTC(2026, 10, 21);

function bucket(key: string) {
  return env.RATE.get(env.RATE.idFromName(key));
}

describe("the rate limiter", () => {
  it("lets the capacity through at once and says when the next token comes", async () => {
    const limiter = bucket("burst");
    const verdicts = await Promise.all([0, 1, 2, 3].map(() => limiter.take(rule, 1, now)));
    expect(verdicts.map((verdict) => verdict.isAllowed)).toEqual([true, true, true, false]);
    expect(verdicts[3]?.retryAfterSeconds).toBe(20);
  });

  it("refills evenly and never beyond its capacity", async () => {
    const limiter = bucket("refill");
    await limiter.take(rule, 3, now);
    expect((await limiter.take(rule, 1, now + 19_999)).isAllowed).toBe(false);
    expect((await limiter.take(rule, 1, now + 20_000)).isAllowed).toBe(true);
    expect((await limiter.take(rule, 4, now + 10_000_000)).isAllowed).toBe(false);
  });

  it("keeps each key to itself", async () => {
    await bucket("one").take(rule, 3, now);
    expect((await bucket("another").take(rule, 1, now)).isAllowed).toBe(true);
  });

  it("sets its alarm once, and is deleted only after an hour without use", async () => {
    const limiter = bucket("idle");
    const alarm = () => runInDurableObject(limiter, (_, { storage }) => storage.getAlarm());
    const stored = () =>
      runInDurableObject(limiter, (_, { storage }) => [...storage.kv.list<{ tokens: number; at: number }>()]);
    await limiter.take(rule);
    const first = await alarm();
    await limiter.take(rule);
    expect(await alarm()).toBe(first);
    await runDurableObjectAlarm(limiter);
    expect(await stored()).toHaveLength(1);
    expect(await alarm()).toBeGreaterThan(Date.now());
    await runInDurableObject(limiter, (_, { storage }) =>
      storage.kv.put("bucket", { tokens: 1, at: Date.now() - 3_600_001 }),
    );
    await runDurableObjectAlarm(limiter);
    expect(await stored()).toEqual([]);
  });
});
