import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { CountedCall } from "#platform/limits/quota-counter.ts";

const november = { id: "2026-11", endsAt: "2026-12-01T00:00:00.000Z" };
const december = { id: "2026-12", endsAt: "2027-01-01T00:00:00.000Z" };
const now = Date.UTC(2026, 10, 21);

const counter = (name: string) => env.QUOTA.get(env.QUOTA.idFromName(name));

/** Each call is for another ticker, as one person's calls that each count are. */
const aCall = (key: string, over: Partial<CountedCall> = {}): CountedCall => ({
  key,
  person: "",
  symbol: `of ${key}`,
  period: november,
  limit: 10,
  rate: { capacity: 1000, perSeconds: 60 },
  deletedAtMs: null,
  ...over,
});

describe("the quota counter", () => {
  it("grants exactly the limit out of 200 parallel calls", async () => {
    const quota = counter("parallel");
    const calls = Array.from({ length: 200 }, (_, i) => quota.reserve(aCall(`call-${i}`), now));
    const granted = (await Promise.all(calls)).filter(({ outcome }) => outcome === "granted");
    expect(granted).toHaveLength(10);
    expect(await quota.used(november.id, now)).toBe(10);
  });

  it("counts an operation once, however often it is repeated", async () => {
    const quota = counter("repeated");
    const same = aCall("same");
    for (let i = 0; i < 2; i++) await quota.reserve(same, now);
    for (let i = 0; i < 2; i++) await quota.commit(same, now);
    for (let i = 0; i < 2; i++) await quota.complete(same, now);
    expect(await quota.used(november.id, now)).toBe(1);
    expect(await quota.reserve(same, now)).toEqual({
      outcome: "granted",
      key: expect.any(String),
      used: 1,
      isCompleted: true,
    });
  });

  it("answers again without a call, as often as the rate allows, and remembers nothing of a call it never knew", async () => {
    const quota = counter("once more");
    const call = aCall("of a lost counter", { rate: { capacity: 2, perSeconds: 60 } });
    const again = { outcome: "granted", key: call.key, used: 0, isCompleted: true };
    for (let i = 0; i < 2; i++) expect(await quota.repeat(call, now)).toEqual(again);
    expect(await quota.repeat(call, now)).toEqual({ outcome: "limited", retryAfterSeconds: 30 });
    expect(await quota.reserve(aCall("a new one", { rate: call.rate }), now)).toMatchObject({
      outcome: "limited",
    });
    expect(await quota.repeat(call, now + 30_000)).toEqual(again);
    expect(await quota.hasCalls(november.id, call.key)).toBe(false);
  });

  it("is one for a person who asks for the ticker again while it is on its way", async () => {
    const quota = counter("again");
    const asked = (key: string, over: Partial<CountedCall> = {}) =>
      aCall(key, { symbol: "AAPL", person: "usr_1 ", limit: 3, ...over });
    const outcomes = await Promise.all(
      ["usr_1 a", "usr_1 b", "usr_1 c"].map((key) => quota.reserve(asked(key), now)),
    );
    expect(outcomes).toEqual(
      Array(3).fill({ outcome: "granted", key: "usr_1 a", used: 1, isCompleted: false }),
    );
    await quota.commit(asked("usr_1 a"), now);
    await quota.complete(asked("usr_1 a"), now + 5_000);
    expect(await quota.take(asked("usr_1 d", { limit: 1 }), now + 6_000)).toEqual({
      outcome: "granted",
      key: "usr_1 a",
      used: 1,
      isCompleted: true,
    });
    // These calls are for another ticker, by another person of the mailbox, one that was given up, and one of two
    // minutes ago.
    expect(await quota.take(asked("usr_1 e", { symbol: "KO" }), now)).toMatchObject({ used: 2 });
    expect(await quota.reserve(asked("usr_2 a", { person: "usr_2 " }), now)).toMatchObject({ used: 3 });
    await quota.abandon("usr_2 a", now);
    const other = asked("usr_2 b", { person: "usr_2 " });
    expect(await quota.reserve(other, now)).toMatchObject({ key: "usr_2 b", used: 3 });
    expect(await quota.reserve(asked("usr_1 f"), now + 126_000)).toMatchObject({ key: "usr_1 f", used: 3 });
  });

  it("counts stored calls again after it was lost, each once, and knows their requests", async () => {
    const quota = counter("restored");
    const calls = ["one", "two"].map((key) => ({ key, symbol: `of ${key}`, atMs: now - 1_000 }));
    await quota.take(aCall("two"), now);
    for (let i = 0; i < 2; i++) await quota.restore(calls, { period: november, deletedAtMs: null });
    expect(await quota.used(november.id, now)).toBe(2);
    expect(await quota.reserve(aCall("one", { limit: 2 }), now)).toEqual({
      outcome: "granted",
      key: expect.any(String),
      used: 2,
      isCompleted: true,
    });
    expect(await quota.reserve(aCall("three", { limit: 2 }), now)).toEqual({ outcome: "spent", used: 2 });
  });

  it("takes a call whose answer is at hand in one row, once, within the limit", async () => {
    const quota = counter("taken");
    const [first, second] = [aCall("first", { limit: 1 }), aCall("second", { limit: 1 })];
    for (let i = 0; i < 2; i++)
      expect(await quota.take(first, now)).toEqual({
        outcome: "granted",
        key: expect.any(String),
        used: 1,
        isCompleted: false,
      });
    expect(await quota.take(second, now)).toEqual({ outcome: "spent", used: 1 });
    expect(await quota.take(aCall("first", { symbol: "KO" }), now)).toEqual({ outcome: "conflict" });
    await quota.abandon("first", now);
    expect(await quota.used(november.id, now)).toBe(1);
    await quota.release("first", now);
    expect((await quota.take(second, now)).outcome).toBe("granted");
    await quota.reserve(aCall("third"), now);
    await quota.take(aCall("third"), now);
    await quota.abandon("third", now);
    expect(await quota.used(november.id, now)).toBe(2);
    const indexes = await runInDurableObject(quota, (_, { storage: { sql } }) =>
      sql.exec("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").toArray(),
    );
    expect(indexes).toEqual([]);
  });

  it("refuses calls that come too fast, whatever became of those before, also in a new object", async () => {
    const quota = counter("fast");
    const rate = { capacity: 3, perSeconds: 60 };
    for (const key of ["a", "b", "c"]) await quota.take(aCall(key, { rate, limit: 2 }), now);
    const refused = { outcome: "limited", retryAfterSeconds: 20 };
    expect(await quota.reserve(aCall("d", { rate }), now)).toEqual(refused);
    await quota.release("a", now);
    expect(await quota.take(aCall("d", { rate }), now)).toEqual(refused);
    expect(await quota.used(november.id, now)).toBe(1);
    expect(await quota.take(aCall("d", { rate }), now + 20_000)).toMatchObject({ outcome: "granted" });
    await evictDurableObject(quota);
    expect(await quota.take(aCall("e", { rate }), now + 20_000)).toEqual(refused);
    expect(await quota.take(aCall("e", { rate }), now + 61_000)).toMatchObject({ outcome: "granted" });
  });

  it("does not count a failed call, and counts one whose prediction is stored", async () => {
    const quota = counter("released");
    const [failed, next] = [aCall("failed", { limit: 1 }), aCall("next", { limit: 1 })];
    await quota.reserve(failed, now);
    await quota.commit(failed, now);
    await quota.release("failed", now);
    expect(await quota.reserve(next, now)).toEqual({
      outcome: "granted",
      key: expect.any(String),
      used: 1,
      isCompleted: false,
    });
    await quota.commit(next, now);
    await quota.complete(next, now);
    await quota.release("next", now);
    expect(await quota.used(november.id, now)).toBe(1);
  });

  it("does not count a call that is left before it is committed, and counts one left after", async () => {
    const quota = counter("left");
    await quota.reserve(aCall("early"), now);
    await quota.abandon("early", now);
    await quota.reserve(aCall("late"), now);
    await quota.commit(aCall("late"), now);
    await quota.abandon("late", now);
    expect(await quota.used(november.id, now)).toBe(1);
  });

  it("commits a call that was released meanwhile only where it still fits", async () => {
    const quota = counter("squeezed");
    const [first, second] = [aCall("first", { limit: 1 }), aCall("second", { limit: 1 })];
    await quota.reserve(first, now);
    await quota.release("first", now);
    await quota.reserve(second, now);
    expect(await quota.commit(first, now)).toEqual({ outcome: "spent", used: 1 });
    await quota.release("second", now);
    expect((await quota.commit(first, now)).outcome).toBe("granted");
  });

  it("frees a call whose run never ended", async () => {
    const quota = counter("lost");
    await quota.reserve(aCall("lost", { limit: 1 }), now);
    expect((await quota.reserve(aCall("early", { limit: 1 }), now + 119_000)).outcome).toBe("spent");
    expect((await quota.reserve(aCall("later", { limit: 1 }), now + 121_000)).outcome).toBe("granted");
  });

  it("starts anew with the next period, and counts a call that crosses its end once", async () => {
    const quota = counter("periods");
    await quota.reserve(aCall("a", { limit: 1 }), now);
    expect(await quota.reserve(aCall("b", { limit: 1, period: december }), now)).toEqual({
      outcome: "granted",
      key: expect.any(String),
      used: 1,
      isCompleted: false,
    });
    await quota.reserve(aCall("a", { limit: 1, period: december }), now);
    await quota.commit(aCall("a", { limit: 1, period: december }), now);
    expect(await quota.used(december.id, now)).toBe(1);
    expect(await quota.used(november.id, now)).toBe(1);
  });

  it("attack: a period that comes back has the count it was left with", async () => {
    const quota = counter("back");
    const paid = { id: "sub_1:2026-11-02T00:00:00.000Z", endsAt: "2026-12-02T00:00:00.000Z" };
    await quota.reserve(aCall("a", { period: paid, limit: 1 }), now);
    await quota.commit(aCall("a", { period: paid, limit: 1 }), now);
    await quota.reserve(aCall("b"), now);
    const back = await quota.reserve(aCall("c", { period: paid, limit: 1 }), now + 30 * 86_400_000);
    expect(back).toEqual({ outcome: "spent", used: 1 });
  });

  it("forgets a period two months after its last call, a mailbox's a day after it", async () => {
    const [account, mailbox] = [counter("old account"), counter("old mailbox")];
    const inDecember = (deletedAtMs: number | null) => aCall("b", { period: december, deletedAtMs });
    for (const quota of [account, mailbox]) {
      await quota.reserve(aCall("a"), now);
      await quota.commit(aCall("a"), now);
    }
    await account.reserve(inDecember(null), now + 61 * 86_400_000);
    expect(await account.used(november.id, now)).toBe(1);
    await account.reserve(inDecember(null), now + 63 * 86_400_000);
    expect(await account.used(november.id, now)).toBe(0);
    await mailbox.reserve(inDecember(Date.now() + 86_400_000), now + 2 * 86_400_000);
    expect(await mailbox.used(november.id, now)).toBe(0);
  });

  it("has no bound when the limit is null", async () => {
    const quota = counter("unlimited");
    for (let i = 0; i < 30; i++) await quota.reserve(aCall(`call-${i}`, { limit: null }), now);
    expect(await quota.reserve(aCall("one more", { limit: null }), now)).toEqual({
      outcome: "granted",
      key: expect.any(String),
      used: 31,
      isCompleted: false,
    });
  });

  it("keeps the count when the object is evicted from memory", async () => {
    const quota = counter("evicted");
    await quota.reserve(aCall("a"), now);
    await quota.commit(aCall("a"), now);
    await evictDurableObject(quota);
    expect(await counter("evicted").used(november.id, now)).toBe(1);
  });

  it("holds nothing of a user once forgotten, and a commit on its way brings nothing back", async () => {
    const quota = counter("forgotten");
    await quota.reserve(aCall("a"), now);
    await quota.clear();
    expect(await quota.commit(aCall("a"), now)).toEqual({ outcome: "gone" });
    const tables = await runInDurableObject(quota, (_, state) =>
      state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '_cf_%'").toArray(),
    );
    expect(tables).toEqual([]);
  });

  it("keeps the count of an account that is gone, but neither whose nor what its calls were", async () => {
    const quota = counter("disowned");
    for (const key of ["usr_1 one", "usr_1 two", "usr_2 one"]) await quota.reserve(aCall(key), now);
    await quota.anonymize("usr_1 ");
    expect(await quota.used(november.id, now)).toBe(3);
    const rows = await runInDurableObject(quota, (_, state) =>
      state.storage.sql.exec<{ key: string; symbol: string }>("SELECT key, symbol FROM calls").toArray(),
    );
    const named = rows.filter(({ symbol }) => symbol !== "");
    expect(named).toEqual([{ key: "usr_2 one", symbol: "of usr_2 one" }]);
    expect(JSON.stringify(rows)).not.toContain("usr_1");
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  });

  it.each([
    ["a mailbox's, at its month's end", Date.parse(november.endsAt) + 3_600_000],
    ["an account's, two months after its last period", null],
  ])("is deleted: %s", async (name, deletedAtMs) => {
    const quota = counter(name);
    await quota.reserve(aCall("a", { deletedAtMs }), now);
    const at = await runInDurableObject(quota, (_, { storage }) => storage.getAlarm());
    expect(at).toBe(deletedAtMs ?? Date.parse(november.endsAt) + 62 * 86_400_000);
    expect(await runDurableObjectAlarm(quota)).toBe(true);
    expect(await quota.used(november.id, now)).toBe(0);
  });
});

describe("attack: one key for many tickers, at the counter", () => {
  it("belongs to the first ticker, in every state and from every period", async () => {
    const quota = counter("keys");
    const other = { symbol: "MSFT" };
    await quota.reserve(aCall("key"), now);
    expect(await quota.reserve(aCall("key", other), now)).toEqual({ outcome: "conflict" });
    await quota.commit(aCall("key"), now);
    expect(await quota.reserve(aCall("key", other), now)).toEqual({ outcome: "conflict" });
    await quota.complete(aCall("key"), now);
    expect(await quota.reserve(aCall("key", other), now)).toEqual({ outcome: "conflict" });
    expect(await quota.reserve(aCall("key", { ...other, period: december }), now)).toEqual({
      outcome: "conflict",
    });
    expect(await quota.used(november.id, now)).toBe(1);
  });
});
