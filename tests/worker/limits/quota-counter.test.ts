import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";

const november = { id: "2026-11", endsAt: "2026-12-01T00:00:00.000Z" };
const december = { id: "2026-12", endsAt: "2027-01-01T00:00:00.000Z" };
const now = Date.UTC(2026, 10, 21);

function counter(userId: string) {
  return env.QUOTA.get(env.QUOTA.idFromName(userId));
}

describe("the quota counter", () => {
  it("grants exactly the limit out of 200 parallel calls", async () => {
    const quota = counter("parallel");
    const calls = Array.from({ length: 200 }, (_, i) => quota.reserve(`call-${i}`, november, 10, now));
    const granted = (await Promise.all(calls)).filter((call) => call.isGranted);
    expect(granted).toHaveLength(10);
    expect(await quota.used(november.id, now)).toBe(10);
  });

  it("counts an operation once, however often it is repeated", async () => {
    const quota = counter("repeated");
    await quota.reserve("same", november, 10, now);
    await quota.reserve("same", november, 10, now);
    await quota.commit("same", november.id, now);
    await quota.commit("same", november.id, now);
    expect(await quota.used(november.id, now)).toBe(1);
  });

  it("gives a failed call back, and keeps a committed one", async () => {
    const quota = counter("released");
    await quota.reserve("failed", november, 1, now);
    await quota.release("failed", november.id, now);
    expect(await quota.reserve("next", november, 1, now)).toEqual({ isGranted: true, used: 1, limit: 1 });
    await quota.commit("next", november.id, now);
    await quota.release("next", november.id, now);
    expect(await quota.used(november.id, now)).toBe(1);
  });

  it("gives a call back whose run never ended", async () => {
    const quota = counter("lost");
    await quota.reserve("lost", november, 1, now);
    expect((await quota.reserve("early", november, 1, now + 119_000)).isGranted).toBe(false);
    expect((await quota.reserve("later", november, 1, now + 121_000)).isGranted).toBe(true);
  });

  it("starts anew with the next period", async () => {
    const quota = counter("periods");
    await quota.reserve("a", november, 1, now);
    expect(await quota.reserve("b", december, 1, now)).toEqual({ isGranted: true, used: 1, limit: 1 });
  });

  it("attack: a period that comes back has the count it was left with", async () => {
    const quota = counter("back");
    const paid = { id: "sub_1:2026-11-02T00:00:00.000Z", endsAt: "2026-12-02T00:00:00.000Z" };
    await quota.reserve("a", paid, 1, now);
    await quota.reserve("b", november, 10, now);
    expect((await quota.reserve("c", paid, 1, now)).isGranted).toBe(false);
    expect(await quota.used(november.id, now)).toBe(1);
  });

  it("forgets a period two months after its last call", async () => {
    const quota = counter("old");
    await quota.reserve("a", november, 10, now);
    await quota.reserve("b", december, 10, now + 63 * 86_400_000);
    expect(await quota.used(november.id, now)).toBe(0);
  });

  it("has no bound when the limit is null", async () => {
    const quota = counter("unlimited");
    for (let i = 0; i < 30; i++) await quota.reserve(`call-${i}`, november, null, now);
    expect(await quota.reserve("one more", november, null, now)).toEqual({
      isGranted: true,
      used: 31,
      limit: null,
    });
  });

  it("keeps the count when the object is evicted from memory", async () => {
    const quota = counter("evicted");
    await quota.reserve("a", november, 10, now);
    await quota.commit("a", november.id, now);
    await evictDurableObject(quota);
    expect(await counter("evicted").used(november.id, now)).toBe(1);
  });

  it("holds nothing of a user once forgotten", async () => {
    const quota = counter("forgotten");
    await quota.reserve("a", november, 10, now);
    await quota.forget();
    const rows = await runInDurableObject(quota, (_, state) =>
      state.storage.sql.exec("SELECT * FROM calls").toArray(),
    );
    expect(rows).toEqual([]);
  });
});
