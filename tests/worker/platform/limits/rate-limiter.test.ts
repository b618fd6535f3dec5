import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
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

  it("allows a daily limit once a day, however long its key rests in between", async () => {
    const limiter = bucket("daily");
    const daily = { capacity: 1, perSeconds: 86_400 };
    const start = Date.now() - 7_200_000;
    expect((await limiter.take(daily, 1, start)).isAllowed).toBe(true);
    await runDurableObjectAlarm(limiter);
    expect((await limiter.take(daily, 1, start + 7_200_000)).isAllowed).toBe(false);
  });

  it("sets its alarm once, and is deleted only after the rule's period without use", async () => {
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
      storage.kv.put("bucket", { tokens: 1, at: Date.now() - 60_001, perSeconds: 60 }),
    );
    await runDurableObjectAlarm(limiter);
    expect(await stored()).toEqual([]);
  });
});

describe("a budget of uses within spans", () => {
  const limits = [
    { capacity: 4, perSeconds: 3600 },
    { capacity: 8, perSeconds: 86_400 },
  ];

  it("never lets more through in any span than its limits say, and says when the next one fits", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 7200 }), { maxLength: 60 }), async (gaps) => {
        const limiter = bucket(crypto.randomUUID());
        const allowed: number[] = [];
        let at = now;
        for (const gap of gaps) {
          at += gap * 1000;
          const { isAllowed, retryAfterSeconds } = await limiter.takeWithin(limits, at);
          if (isAllowed) allowed.push(at);
          else {
            at += retryAfterSeconds * 1000;
            expect((await limiter.takeWithin(limits, at)).isAllowed).toBe(true);
            allowed.push(at);
          }
        }
        for (const { capacity, perSeconds } of limits)
          for (const end of allowed) {
            const inSpan = allowed.filter((use) => use > end - perSeconds * 1000 && use <= end);
            expect(inSpan.length).toBeLessThanOrEqual(capacity);
          }
      }),
      { numRuns: 30 },
    );
  });

  it("lets exactly four of twenty parallel uses through", async () => {
    const limiter = bucket("parallel");
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => limiter.takeWithin(limits, now)));
    expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(4);
    expect(verdicts.at(-1)?.retryAfterSeconds).toBe(3600);
  });
});
