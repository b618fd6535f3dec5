import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { cancelSubscription, changePlan, reactivateSubscription } from "#billing/change-plan.ts";
import { openSandboxStore } from "#billing/sandbox/store.ts";
import { syncCustomer } from "#billing/sync/sync.ts";
import { openDatabase } from "#platform/db/client.ts";
import { aCustomer, aSubscription, aUser, aWorld, START, type World } from "./provider.ts";

async function aSubscriber(world: World) {
  const userId = await aUser();
  const customerId = await aCustomer(userId);
  const subscription = aSubscription(customerId, { planId: "basic" });
  world.provider.subscriptions.set(subscription.id, subscription);
  await syncCustomer(world.billing, customerId);
  return { userId, customerId, subscription };
}

/** Returns how many of the calls succeeded, and what the others were told. */
async function outcomes(calls: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls);
  const refused = settled.filter((one) => one.status === "rejected").map(({ reason }) => reason);
  return { successes: settled.length - refused.length, refused };
}

const busy = {
  code: "conflict",
  message: "Another change to your subscription is being made. Please check again in a moment.",
};

describe("attack: changes of one subscription at the same time", () => {
  it("makes one of four plan changes with alternating targets, and charges once", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world);
    const targets = ["premium", "institutional", "premium", "institutional"] as const;
    const { successes, refused } = await outcomes(
      targets.map((wanted) => changePlan(world.billing, userId, wanted)),
    );
    expect(successes).toBe(1);
    expect(refused).toEqual([busy, busy, busy].map((error) => expect.objectContaining(error)));
    expect(world.provider.written("upgrade")).toHaveLength(1);
  });

  it("does not mix a plan change, a cancellation and a reactivation", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world);
    const cancelled = await outcomes([
      cancelSubscription(world.billing, userId),
      changePlan(world.billing, userId, "premium"),
      cancelSubscription(world.billing, userId),
    ]);
    expect(cancelled.successes).toBe(1);
    const before = world.provider.writes.length;
    await cancelSubscription(world.billing, userId);
    const back = await outcomes([1, 2, 3].map(() => reactivateSubscription(world.billing, userId)));
    expect(back.successes).toBe(1);
    expect(world.provider.written("reactivate")).toHaveLength(1);
    expect(world.provider.writes.length - before).toBeLessThanOrEqual(2);
  });

  it("after a crash in the middle waits for the lease, and the try again is the same write", async () => {
    const world = aWorld();
    const { userId, subscription } = await aSubscriber(world);
    const keys: string[] = [];
    const crash = vi.spyOn(world.provider, "upgrade").mockImplementation(async (_id, _plan, key) => {
      keys.push(key);
      return new Promise(() => undefined);
    });
    void changePlan(world.billing, userId, "premium");
    await vi.waitFor(() => expect(keys).toHaveLength(1));
    crash.mockRestore();
    await expect(changePlan(world.billing, userId, "premium")).rejects.toMatchObject(busy);
    world.setNow(new Date(START.getTime() + 2 * 60_000));
    expect(await changePlan(world.billing, userId, "premium")).toBe("upgraded");
    expect(world.provider.written("upgrade")).toEqual([
      { name: "upgrade", key: keys[0], of: subscription.id },
    ]);
  });

  it("after a crash whose write had happened answers it as done, and the next change is another write", async () => {
    const world = aWorld();
    const { userId, customerId } = await aSubscriber(world);
    const done = Promise.withResolvers<void>();
    const upgrade = world.provider.upgrade.bind(world.provider);
    const crash = vi.spyOn(world.provider, "upgrade").mockImplementation(async (...call) => {
      await upgrade(...call);
      done.resolve();
      return new Promise(() => undefined);
    });
    void changePlan(world.billing, userId, "premium");
    await done.promise;
    crash.mockRestore();
    world.setNow(new Date(START.getTime() + 2 * 60_000));
    await syncCustomer(world.billing, customerId);
    expect(await changePlan(world.billing, userId, "premium")).toBe("upgraded");
    expect(world.provider.written("upgrade")).toHaveLength(1);
    await expect(changePlan(world.billing, userId, "premium")).rejects.toMatchObject({
      message: "You already have the Premium plan.",
    });
  });

  it("looks at the provider before it charges a difference: what is stored may be old", async () => {
    const world = aWorld();
    const { userId, subscription } = await aSubscriber(world);
    world.provider.subscriptions.set(subscription.id, { ...subscription, planId: "premium" });
    await expect(changePlan(world.billing, userId, "premium")).rejects.toMatchObject({ code: "conflict" });
    expect(world.provider.written("upgrade")).toEqual([]);
  });

  it("writes once in the sandbox for one key, also at the same time", async () => {
    const store = openSandboxStore(openDatabase(env.DB));
    let writes = 0;
    const write = () =>
      store.once("one-key", async () => {
        writes += 1;
        return "done";
      });
    expect(await Promise.all([write(), write(), write()])).toEqual(["done", "done", "done"]);
    expect(writes).toBe(1);
  });
});
