import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { openGuestCheckout } from "#billing/checkout/checkout.ts";
import type { RemoteCheckout } from "#billing/gateway.ts";
import { reconcileSubscriptions } from "#billing/sync/reconcile.ts";
import { deleteExpired } from "#platform/personal-data/rows.ts";
import { aSubscription, aWorld, DAY, START, unique, type World } from "./provider.ts";

const later = (world: World, ms: number) => world.setNow(new Date(world.billing.now().getTime() + ms));
const HOUR = DAY / 24;

/** Makes a guest's checkout that nobody has paid yet. */
const aCheckout = async (world: World) => (await openGuestCheckout(world.billing, "basic")).id;

/** Makes older checkouts that stay open, as a script leaves them. */
async function unpaidCheckouts({ provider }: World, count: number): Promise<void> {
  const row = env.DB.prepare("INSERT INTO checkouts (id, plan_id, created_at) VALUES (?, 'basic', ?)");
  const ids = Array.from({ length: count }, () => unique("cs"));
  await env.DB.batch(ids.map((id) => row.bind(id, START.getTime())));
  const unpaid = { state: "open", isPaid: false, customerId: null, email: null, payerName: null } as const;
  for (const id of ids) provider.checkouts.set(id, { id, ...unpaid });
}

function set(world: World, id: string, change: Partial<RemoteCheckout>): void {
  const held = world.provider.checkouts.get(id);
  if (held) world.provider.checkouts.set(id, { ...held, ...change });
}

/** Pays it at the provider, while the webhook is lost and the browser closed. */
function pay(world: World, id: string): string {
  const customerId = unique("cus");
  const subscription = aSubscription(customerId, { planId: "basic" });
  world.provider.subscriptions.set(subscription.id, subscription);
  const paid = { state: "complete", isPaid: true, customerId, email: "payer@example.com" } as const;
  set(world, id, paid);
  return customerId;
}

/** Runs the hourly tick as the jobs do. */
async function tick(world: World) {
  const tally = await reconcileSubscriptions(world.billing);
  await deleteExpired(world.billing.db, world.billing.now());
  later(world, HOUR);
  return tally;
}

const find = (id: string) =>
  env.DB.prepare("SELECT confirmed_at, expired_at FROM checkouts WHERE id = ?").bind(id).first();

describe("attack: a paid checkout hidden behind unpaid ones", () => {
  it("is found behind 230 that are never paid, a few ticks later", async () => {
    const world = aWorld();
    await unpaidCheckouts(world, 230);
    const id = await aCheckout(world);
    await tick(world);
    const customerId = pay(world, id);
    for (let i = 0; i < 2; i++) await tick(world);
    expect(await find(id)).toMatchObject({ confirmed_at: expect.any(Number) });
    expect(
      await env.DB.prepare("SELECT status FROM subscriptions WHERE customer_id = ?").bind(customerId).first(),
    ).toEqual({ status: "active" });
    expect(world.mails.map(({ to }) => to)).toEqual(["payer@example.com"]);
  });

  it("is not deleted while the provider is away, however long, and found when it is back", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const world = aWorld();
    const id = await aCheckout(world);
    pay(world, id);
    world.provider.isAway = true;
    for (let day = 0; day < 5; day++) {
      expect(await tick(world)).toEqual({ synced: 0, failed: expect.any(Number) });
      later(world, DAY);
    }
    expect(await find(id)).toMatchObject({ confirmed_at: null, expired_at: null });
    world.provider.isAway = false;
    for (let i = 0; i < 4; i++) await tick(world);
    expect(await find(id)).toMatchObject({ confirmed_at: expect.any(Number) });
    reported.mockRestore();
  });

  it("is deleted only when the provider says that it can be paid no more", async () => {
    const world = aWorld();
    const [open, expired, gone, pending] = [
      await aCheckout(world),
      await aCheckout(world),
      await aCheckout(world),
      await aCheckout(world),
    ];
    set(world, expired, { state: "expired" });
    set(world, pending, { state: "complete" });
    world.provider.checkouts.delete(gone);
    world.setNow(new Date(START.getTime() + 3 * DAY));
    for (let i = 0; i < 4; i++) await tick(world);
    expect([await find(expired), await find(gone)]).toEqual([null, null]);
    expect([await find(open), await find(pending)]).toEqual([
      { confirmed_at: null, expired_at: null },
      { confirmed_at: null, expired_at: null },
    ]);
    set(world, pending, { isPaid: true, customerId: unique("cus"), email: "late@example.com" });
    for (let i = 0; i < 4; i++) await tick(world);
    expect(await find(pending)).toMatchObject({ confirmed_at: expect.any(Number) });
  });
});
