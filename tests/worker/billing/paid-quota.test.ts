import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cancelSubscription, changePlan, reactivateSubscription } from "#billing/change-plan.ts";
import type { RemoteSubscription } from "#billing/gateway.ts";
import { entitlementOf } from "#billing/subscription/ownership.ts";
import { presentSubscription } from "#billing/subscription/status.ts";
import { syncCustomer } from "#billing/sync/sync.ts";
import { type PlanId, planIds, planTerms } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";
import { aCustomer, aSubscription, aUser, aWorld, DAY, START, unique, type World } from "./provider.ts";

const MONTH = 31 * DAY;

/**
 * Creates a person whose subscriptions are at the provider and who makes calls as the analysis route allows them.
 */
async function aPayer(world: World) {
  const { provider, billing, used } = world;
  const userId = await aUser();
  const mine = () => [...provider.subscriptions.values()].filter(({ id }) => bought.has(id));
  const bought = new Set<string>();
  /** The number of calls that money was taken for, by subscription. */
  const paidCalls = new Map<string, number>();
  let paidTierCalls = 0;
  const paid = (id: string, calls: number | null) =>
    paidCalls.set(id, (paidCalls.get(id) ?? 0) + (calls ?? Number.POSITIVE_INFINITY));
  const change = (id: string, to: Partial<RemoteSubscription>) => {
    const held = provider.subscriptions.get(id);
    if (held) provider.subscriptions.set(id, { ...held, ...to });
  };
  const upgrade = provider.upgrade.bind(provider);
  provider.upgrade = async (id, planId, key) => {
    const held = provider.subscriptions.get(id);
    if (held?.planId && !provider.isCardDeclined) {
      const left = (held.periodEnd.getTime() - billing.now().getTime()) / MONTH;
      const [from, to] = [planTerms[held.planId].callLimit, planTerms[planId].callLimit];
      paid(id, from === null || to === null ? to : Math.round((to - from) * Math.max(0, left)));
    }
    await upgrade(id, planId, key);
  };
  const payer = {
    userId,
    mine,
    paidCalls,
    change,
    paidTierCalls: () => paidTierCalls,
    entitlement: () => entitlementOf(billing.db, userId, billing.now()),
    sync: async () => {
      for (const { customerId } of mine()) await syncCustomer(billing, customerId);
    },
    /** Buys with a separate customer, as a guest does whose payment is claimed by the account. */
    async buy(planId: PlanId) {
      const now = billing.now();
      const subscription = aSubscription(await aCustomer(userId), {
        planId,
        createdAt: now,
        periodStart: now,
        periodEnd: new Date(now.getTime() + MONTH),
        periodInvoice: { id: unique("in"), isPaid: true },
      });
      provider.subscriptions.set(subscription.id, subscription);
      bought.add(subscription.id);
      paid(subscription.id, planTerms[planId].callLimit);
      await syncCustomer(billing, subscription.customerId);
      return subscription;
    },
    /** Makes as many of these calls as the quota grants. */
    async call(wanted: number) {
      const { tier, callLimit, period } = await payer.entitlement();
      const count = used.get(period.id) ?? 0;
      const calls = callLimit === null ? wanted : Math.max(0, Math.min(wanted, callLimit - count));
      used.set(period.id, count + calls);
      if (tier !== "free") paidTierCalls += calls;
    },
    /** Does what the provider does at the end of a period: it renews, fails to renew, or ends the subscription. */
    renewDue() {
      for (const { id, periodEnd, endsAt, status, retained, planId } of mine()) {
        if (status === "canceled" || periodEnd > billing.now()) continue;
        if (endsAt || status === "past_due") {
          change(id, { status: "canceled", endedAt: periodEnd });
          continue;
        }
        const isPaid = !provider.isCardDeclined;
        change(id, {
          status: isPaid ? "active" : "past_due",
          periodStart: periodEnd,
          periodEnd: new Date(periodEnd.getTime() + MONTH),
          periodInvoice: { id: unique("in"), isPaid },
          lastPayment: isPaid ? { id: unique("pi"), amountCents: 2900, currency: "usd" } : null,
          retained: retained && retained.until > periodEnd ? retained : null,
        });
        if (isPaid) paid(id, planId && planTerms[planId].callLimit);
      }
    },
    payOpen() {
      for (const { id, status, periodInvoice, planId } of mine()) {
        if (status !== "past_due" || !periodInvoice) continue;
        const lastPayment = { id: unique("pi"), amountCents: 2900, currency: "usd" };
        change(id, { status: "active", periodInvoice: { ...periodInvoice, isPaid: true }, lastPayment });
        paid(id, planId && planTerms[planId].callLimit);
      }
    },
  };
  return payer;
}

const later = (world: World, days: number) =>
  world.setNow(new Date(world.billing.now().getTime() + days * DAY));
const written = ({ provider }: World) => [...provider.written("refund"), ...provider.written("cancelNow")];

describe("attack: a perpetual subscription by buying again as a guest", () => {
  it("refunds nothing of a used one that was cancelled, and the count goes on", async () => {
    const world = aWorld();
    const payer = await aPayer(world);
    await payer.buy("basic");
    await payer.call(100);
    for (let round = 0; round < 5; round++) {
      await cancelSubscription(world.billing, payer.userId);
      later(world, 1);
      await payer.buy("basic");
      await payer.call(100);
    }
    expect(written(world)).toEqual([]);
    expect(payer.paidTierCalls()).toBe(100);
  });

  it("gives the second one's calls when the first has run out", async () => {
    const world = aWorld();
    const payer = await aPayer(world);
    const first = await payer.buy("basic");
    await payer.call(80);
    await cancelSubscription(world.billing, payer.userId);
    later(world, 10);
    await payer.buy("basic");
    await payer.call(50);
    expect(payer.paidTierCalls()).toBe(100);
    world.setNow(first.periodEnd);
    await payer.call(500);
    expect(payer.paidTierCalls()).toBe(200);
  });

  it("raises the limit for a dearer second one, and counts on in its first period", async () => {
    const world = aWorld();
    const payer = await aPayer(world);
    const first = await payer.buy("basic");
    await payer.call(100);
    await cancelSubscription(world.billing, payer.userId);
    later(world, 10);
    await payer.buy("premium");
    expect(await payer.entitlement()).toMatchObject({ tier: "premium", callLimit: 500 });
    await payer.call(1000);
    world.setNow(first.periodEnd);
    await payer.call(1000);
    expect(payer.paidTierCalls()).toBe(500);
  });

  it("pays back the newer and unused of two that go on, and never one that was used", async () => {
    const world = aWorld();
    const payer = await aPayer(world);
    await payer.buy("basic");
    await payer.call(60);
    later(world, 1);
    const second = await payer.buy("institutional");
    expect(world.provider.written("refund").map(({ of }) => of)).toEqual([second.lastPayment?.id]);
    expect(world.provider.written("cancelNow").map(({ of }) => of)).toEqual([second.id]);
    expect(await payer.entitlement()).toMatchObject({ tier: "basic", callLimit: 100 });
    await payer.call(100);
    expect(payer.paidTierCalls()).toBe(100);
  });

  it("lets a newer one that was used run out without paying it back", async () => {
    const world = aWorld();
    const payer = await aPayer(world);
    const first = await payer.buy("basic");
    payer.change(first.id, { endsAt: first.periodEnd });
    await payer.sync();
    later(world, 1);
    const second = await payer.buy("premium");
    await payer.call(300);
    // Only somebody at the provider can resume the first one beside the second.
    payer.change(first.id, { endsAt: null });
    await payer.sync();
    expect(written(world)).toEqual([]);
    expect(world.provider.written("cancelAtPeriodEnd").map(({ of }) => of)).toEqual([second.id]);
  });

  it("shows the plan that holds, and the one that follows when it has run out", async () => {
    const world = aWorld();
    const payer = await aPayer(world);
    await payer.buy("premium");
    await cancelSubscription(world.billing, payer.userId);
    later(world, 1);
    await payer.buy("basic");
    expect(await presentSubscription(world.billing, payer.userId)).toMatchObject({
      subscribed: true,
      subscription_status: "active",
      subscription_tier: "premium",
      pending_tier: "basic",
    });
  });
});

describe("attack: a fresh quota for a renewal that is not paid", () => {
  it("counts on through the grace of a failed renewal, and starts anew once it is paid", async () => {
    const world = aWorld();
    const payer = await aPayer(world);
    const { periodEnd } = await payer.buy("basic");
    await payer.call(70);
    world.provider.isCardDeclined = true;
    world.setNow(periodEnd);
    payer.renewDue();
    await payer.sync();
    expect(await payer.entitlement()).toMatchObject({ tier: "basic", callLimit: 100, status: "past_due" });
    await payer.call(100);
    expect(payer.paidTierCalls()).toBe(100);
    payer.payOpen();
    for (let i = 0; i < 3; i++) await payer.sync();
    await payer.call(500);
    expect(payer.paidTierCalls()).toBe(200);
  });

  it("counts on while the renewal's invoice still waits for its charge, and changes no plan in that hour", async () => {
    const world = aWorld();
    const payer = await aPayer(world);
    const { id, periodEnd } = await payer.buy("basic");
    await payer.call(100);
    world.setNow(periodEnd);
    world.provider.isCardDeclined = true;
    payer.renewDue();
    payer.change(id, { status: "active" });
    await payer.sync();
    await payer.call(100);
    expect(payer.paidTierCalls()).toBe(100);
    world.provider.isCardDeclined = false;
    await expect(changePlan(world.billing, payer.userId, "premium")).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("counts on when the provider moves the period's dates", async () => {
    const world = aWorld();
    const payer = await aPayer(world);
    const { id, periodStart, periodEnd } = await payer.buy("basic");
    await payer.call(100);
    for (const days of [-3, 5, 40]) {
      const moved = (date: Date) => new Date(date.getTime() + days * DAY);
      payer.change(id, { periodStart: moved(periodStart), periodEnd: moved(periodEnd) });
      await payer.sync();
      await payer.call(100);
    }
    expect(payer.paidTierCalls()).toBe(100);
  });

  it("gives a dearer plan's calls by the share of the period that is paid for", async () => {
    const world = aWorld();
    const payer = await aPayer(world);
    const { periodEnd } = await payer.buy("basic");
    await payer.call(100);
    world.setNow(new Date(periodEnd.getTime() - MONTH / 4));
    await changePlan(world.billing, payer.userId, "premium");
    expect(await payer.entitlement()).toMatchObject({ tier: "premium", callLimit: 200 });
    await changePlan(world.billing, payer.userId, "basic");
    await changePlan(world.billing, payer.userId, "premium");
    expect((await payer.entitlement()).callLimit).toBe(200);
  });
});

type Step =
  | { kind: "buy" | "change"; plan: PlanId }
  | { kind: "cancel" | "reactivate" | "pay" | "sync" }
  | { kind: "card"; isDeclined: boolean }
  | { kind: "wait"; days: number }
  | { kind: "call"; times: number };

const plan = fc.constantFrom(...planIds);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("buy" as const, "change" as const), plan }),
  fc.record({
    kind: fc.constantFrom("cancel" as const, "reactivate" as const, "pay" as const, "sync" as const),
  }),
  fc.record({ kind: fc.constant("card" as const), isDeclined: fc.boolean() }),
  fc.record({ kind: fc.constant("wait" as const), days: fc.constantFrom(0.02, 3, 10, 20, 31) }),
  fc.record({ kind: fc.constant("call" as const), times: fc.constantFrom(40, 1000, 1000) }),
);

/** Lets one thing happen. Whatever the product refuses does not happen. */
async function take(world: World, payer: Awaited<ReturnType<typeof aPayer>>, next: Step): Promise<void> {
  const { billing, provider } = world;
  const unlessRefused = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  if (next.kind === "buy") await payer.buy(next.plan);
  else if (next.kind === "change") await unlessRefused(changePlan(billing, payer.userId, next.plan));
  else if (next.kind === "cancel") await unlessRefused(cancelSubscription(billing, payer.userId));
  else if (next.kind === "reactivate") await unlessRefused(reactivateSubscription(billing, payer.userId));
  else if (next.kind === "pay") payer.payOpen();
  else if (next.kind === "card") provider.isCardDeclined = next.isDeclined;
  else if (next.kind === "call") await payer.call(next.times);
  else if (next.kind === "sync") await payer.sync();
  else if (next.kind === "wait") {
    later(world, next.days);
    payer.renewDue();
  }
}

it("attack: no history of buying, leaving and paying late gives a call that was not paid for", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (history) => {
      const world = aWorld();
      const payer = await aPayer(world);
      for (const next of history) await take(world, payer, next);
      await payer.sync();
      const refunded = new Set(world.provider.written("refund").map(({ of }) => of.replace(/^pi_/, "")));
      const paidFor = [...payer.paidCalls].filter(([id]) => !refunded.has(id)).map(([, calls]) => calls);
      expect(payer.paidTierCalls()).toBeLessThanOrEqual(paidFor.reduce((sum, calls) => sum + calls, 0));
      const goingOn = payer.mine().filter(({ status, endsAt }) => status !== "canceled" && endsAt === null);
      expect(goingOn.length).toBeLessThanOrEqual(1);
      // Only first payments are refunded, when they were never used, and each of them once.
      const firstPayments = [...payer.paidCalls.keys()].map((id) => `pi_${id}`);
      const refunds = world.provider.written("refund").map(({ of }) => of);
      expect(refunds.every((id) => firstPayments.includes(id))).toBe(true);
      expect(new Set(refunds).size).toBe(refunds.length);
      for (const id of refunded) expect(world.used.get(`${id}:${START.toISOString()}`) ?? 0).toBe(0);
    }),
    { numRuns: 40 },
  );
}, 180_000);
