import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { cancelSubscription, changePlan, reactivateSubscription } from "#billing/change-plan.ts";
import { openGuestCheckout, openUserCheckout } from "#billing/checkout/checkout.ts";
import { acceptGuestSubscription } from "#billing/checkout/claim-guest-subscription.ts";
import { confirmCheckout } from "#billing/checkout/confirm.ts";
import { deleteBillingData } from "#billing/delete-billing-data.ts";
import type { RemoteSubscription } from "#billing/gateway.ts";
import { entitlementOf } from "#billing/subscription/ownership.ts";
import { presentSubscription } from "#billing/subscription/status.ts";
import { applyPaymentEvent } from "#billing/sync/events.ts";
import { reconcileSubscriptions } from "#billing/sync/reconcile.ts";
import { syncCustomer } from "#billing/sync/sync.ts";
import type { PlanId } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";
import {
  aCustomer,
  anEvent,
  aSubscription,
  aUser,
  aWorld,
  DAY,
  START,
  unique,
  type World,
} from "./provider.ts";

/** Creates a user with a subscription at the provider that we have synced. */
async function aSubscriber(world: World, overrides: Partial<RemoteSubscription> = {}) {
  const userId = await aUser();
  const customerId = await aCustomer(userId);
  const subscription = aSubscription(customerId, overrides);
  world.provider.subscriptions.set(subscription.id, subscription);
  await syncCustomer(world.billing, customerId);
  return { userId, customerId, subscription };
}

/** Adds a user's second subscription, as when both were paid for in two tabs. */
async function aSecondSubscription(world: World, userId: string, planId: PlanId = "premium") {
  const customerId = await aCustomer(userId);
  const createdAt = new Date(START.getTime() + 60_000);
  const subscription = aSubscription(customerId, { planId, createdAt });
  world.provider.subscriptions.set(subscription.id, subscription);
  await syncCustomer(world.billing, customerId);
  return { customerId, subscription };
}

/** Creates a guest who has paid in a browser that holds the secret. */
async function aPaidGuest(
  world: World,
  email = `${unique("guest")}@example.com`,
  planId: PlanId = "premium",
) {
  const { provider, billing } = world;
  const { id: checkoutId, secret } = await openGuestCheckout(billing, planId);
  const customerId = unique("cus");
  const subscription = aSubscription(customerId, { planId });
  provider.subscriptions.set(subscription.id, subscription);
  provider.checkouts.set(checkoutId, {
    id: checkoutId,
    state: "complete",
    isPaid: true,
    customerId,
    email,
    payerName: "Ada Lovelace",
  });
  return { secret, checkoutId, customerId, subscription, email };
}

const set = (world: World, subscription: RemoteSubscription, change: Partial<RemoteSubscription>) =>
  world.provider.subscriptions.set(subscription.id, { ...subscription, ...change });
const allowed = async (world: World, userId: string) => {
  const { tier, callLimit } = await entitlementOf(world.billing.db, userId, world.billing.now());
  return [tier, callLimit];
};
const stored = async (customerId: string) =>
  (
    await env.DB.prepare("SELECT * FROM subscriptions WHERE customer_id = ? ORDER BY id")
      .bind(customerId)
      .all()
  ).results;
const rowsOf = async (table: string) =>
  (await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table}`).first<{ n: number }>())?.n;

describe("events", () => {
  it("rule 1: the same event twice changes once, and is fine both times", async () => {
    const world = aWorld();
    const { customerId, subscription, userId } = await aSubscriber(world, { planId: "basic" });
    const event = anEvent(customerId);
    set(world, subscription, { planId: "premium" });
    expect(await applyPaymentEvent(world.billing, event)).toBe("applied");
    set(world, subscription, { planId: "institutional" });
    expect(await applyPaymentEvent(world.billing, event)).toBe("known");
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
  });

  it("rule 2: the subscription's event before the checkout's ends as in order", async () => {
    const ends = [];
    for (const types of [
      ["checkout.session.completed", "customer.subscription.updated"],
      ["customer.subscription.updated", "checkout.session.completed"],
    ]) {
      const world = aWorld();
      const userId = await aUser();
      const customerId = await aCustomer(userId);
      const subscription = aSubscription(customerId);
      world.provider.subscriptions.set(subscription.id, subscription);
      for (const type of types) await applyPaymentEvent(world.billing, anEvent(customerId, { type }));
      const [row] = await stored(customerId);
      ends.push({ ...row, id: "", customer_id: "" });
      expect(await allowed(world, userId)).toEqual(["premium", 500]);
    }
    expect(ends[0]).toEqual(ends[1]);
  });

  it("rule 3: an older event after a newer one does not bring the old state back", async () => {
    const world = aWorld();
    const { customerId, subscription, userId } = await aSubscriber(world, { planId: "basic" });
    const older = anEvent(customerId, { createdAt: START });
    set(world, subscription, { planId: "institutional" });
    await applyPaymentEvent(
      world.billing,
      anEvent(customerId, { createdAt: new Date(START.getTime() + DAY) }),
    );
    await applyPaymentEvent(world.billing, older);
    expect(await allowed(world, userId)).toEqual(["institutional", null]);
  });

  it("rule 3: an answer that was asked for earlier and comes later is dropped", async () => {
    const world = aWorld();
    const { customerId, subscription, userId } = await aSubscriber(world, { planId: "basic" });
    const gate = Promise.withResolvers<void>();
    world.provider.delay = () => gate.promise;
    const slow = applyPaymentEvent(world.billing, anEvent(customerId));
    await vi.waitFor(async () => {
      const row = await env.DB.prepare("SELECT sync_started FROM customers WHERE id = ?")
        .bind(customerId)
        .first<{ sync_started: number }>();
      expect(row?.sync_started).toBe(2);
    });
    world.provider.delay = async () => undefined;
    set(world, subscription, { planId: "premium" });
    await applyPaymentEvent(world.billing, anEvent(customerId));
    gate.resolve();
    await slow;
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
  });

  it("rule 18: a failure midway writes nothing, and the event is taken when it comes again", async () => {
    const world = aWorld();
    const { customerId, subscription, userId } = await aSubscriber(world, { planId: "basic" });
    const event = anEvent(customerId);
    set(world, subscription, { planId: "premium" });
    world.provider.isAway = true;
    await expect(applyPaymentEvent(world.billing, event)).rejects.toThrow("away");
    expect(await allowed(world, userId)).toEqual(["basic", 100]);
    expect(
      await env.DB.prepare("SELECT * FROM payment_events WHERE id = ?").bind(event.id).first(),
    ).toBeNull();
    world.provider.isAway = false;
    expect(await applyPaymentEvent(world.billing, event)).toBe("applied");
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
  });

  it("rule 25: the event's id and its effect are one batch", async () => {
    const world = aWorld();
    const { customerId, subscription } = await aSubscriber(world);
    const event = anEvent(customerId);
    // An amount that SQLite cannot store makes the write of the effect fail.
    set(world, subscription, { currency: null as never });
    await expect(applyPaymentEvent(world.billing, event)).rejects.toThrow();
    expect(
      await env.DB.prepare("SELECT * FROM payment_events WHERE id = ?").bind(event.id).first(),
    ).toBeNull();
  });

  it("rule 21: a price that is none of ours is reported and gives no plan", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const world = aWorld();
    const { userId } = await aSubscriber(world, { planId: null, priceId: "price_elsewhere" });
    expect(await allowed(world, userId)).toEqual(["free", 10]);
    expect(reported.mock.calls.flat().join()).toContain("price_elsewhere");
    reported.mockRestore();
  });

  it("rule 29: a dispute suspends until it is won, in whatever order its events come", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const world = aWorld();
    const { userId, subscription } = await aSubscriber(world);
    const dispute = {
      id: unique("du"),
      paymentId: subscription.lastPayment?.id ?? "",
      status: "needs_response",
    };
    const tell = (type: string, status: string, day: number) =>
      applyPaymentEvent(
        world.billing,
        anEvent(null, {
          type,
          createdAt: new Date(START.getTime() + day * DAY),
          dispute: { ...dispute, status },
        }),
      );
    await tell("charge.dispute.created", "warning_needs_response", 0);
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
    await tell("charge.dispute.updated", "needs_response", 1);
    expect(await allowed(world, userId)).toEqual(["free", 10]);
    await tell("charge.dispute.closed", "won", 3);
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
    await tell("charge.dispute.updated", "under_review", 2);
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
    reported.mockRestore();
  });
});

describe("coming back from the checkout", () => {
  it("rule 4: the redirect before the webhook syncs by itself", async () => {
    const world = aWorld();
    const { secret, checkoutId, customerId, email } = await aPaidGuest(world);
    const confirmed = await confirmCheckout(world.billing, checkoutId, { secret, user: null });
    expect(confirmed).toEqual({ outcome: "ready", email });
    expect(await stored(customerId)).toMatchObject([{ status: "active", plan_id: "premium" }]);
  });

  it("rule 5: without webhook and redirect the reconciliation brings the state", async () => {
    const world = aWorld();
    const { customerId } = await aPaidGuest(world);
    const { failed } = await reconcileSubscriptions(world.billing);
    expect(failed).toBe(0);
    expect(await stored(customerId)).toMatchObject([{ status: "active" }]);
  });

  it("rule 5: a renewal nobody told of is found within a day", async () => {
    const world = aWorld();
    const { customerId, subscription } = await aSubscriber(world);
    set(world, subscription, { status: "past_due" });
    world.setNow(new Date(START.getTime() + DAY + 1));
    await reconcileSubscriptions(world.billing);
    expect(await stored(customerId)).toMatchObject([{ status: "past_due" }]);
  });

  it("rule 6: after the webhook the redirect finds everything", async () => {
    const world = aWorld();
    const { secret, checkoutId, customerId, email } = await aPaidGuest(world);
    await applyPaymentEvent(world.billing, anEvent(customerId, { type: "checkout.session.completed" }));
    const confirmed = await confirmCheckout(world.billing, checkoutId, { secret, user: null });
    expect(confirmed).toEqual({ outcome: "ready", email });
    expect(await stored(customerId)).toHaveLength(1);
  });

  it("rule 7: a guest with an account's e-mail is linked only once that account signs in and accepts", async () => {
    const world = aWorld();
    const email = `${unique("owner")}@example.com`;
    const userId = await aUser(email);
    const { secret, checkoutId } = await aPaidGuest(world, email);
    await confirmCheckout(world.billing, checkoutId, { secret, user: null });
    expect(await allowed(world, userId)).toEqual(["free", 10]);
    const user = { id: userId, email, isEmailVerified: false };
    expect(await confirmCheckout(world.billing, checkoutId, { secret, user })).toEqual({
      outcome: "asks",
      email,
      planId: "premium",
    });
    expect(await allowed(world, userId)).toEqual(["free", 10]);
    await acceptGuestSubscription(world.billing, user, checkoutId, secret);
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
    expect(await confirmCheckout(world.billing, checkoutId, { secret, user })).toEqual({
      outcome: "linked",
      email,
    });
  });

  it("rule 8: paying twice keeps one subscription; the other is cancelled and refunded", async () => {
    const world = aWorld();
    const { userId, subscription } = await aSubscriber(world);
    const second = await aSecondSubscription(world, userId);
    expect(world.provider.written("cancelNow").map(({ of }) => of)).toEqual([second.subscription.id]);
    expect(world.provider.written("refund").map(({ of }) => of)).toEqual([
      second.subscription.lastPayment?.id,
    ]);
    expect(await stored(second.customerId)).toMatchObject([{ status: "canceled" }]);
    expect(world.provider.subscriptions.get(subscription.id)?.status).toBe("active");
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
  });

  it("rule 8: the newer of two is paid back also where it is the dearer one", async () => {
    const world = aWorld();
    const { userId, subscription } = await aSubscriber(world, { planId: "basic" });
    const second = await aSecondSubscription(world, userId, "institutional");
    expect(world.provider.written("cancelNow").map(({ of }) => of)).toEqual([second.subscription.id]);
    expect(world.provider.subscriptions.get(subscription.id)?.status).toBe("active");
    expect(await allowed(world, userId)).toEqual(["basic", 100]);
  });

  it("rule 8: one that is set to end is no duplicate: it runs out, and the other goes on", async () => {
    const world = aWorld();
    const { userId, subscription } = await aSubscriber(world);
    await cancelSubscription(world.billing, userId);
    await aSecondSubscription(world, userId, "basic");
    expect([...world.provider.written("cancelNow"), ...world.provider.written("refund")]).toEqual([]);
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
    world.setNow(subscription.periodEnd);
    expect(await allowed(world, userId)).toEqual(["basic", 100]);
  });

  it("rule 23: an unpaid or unfinished checkout opens nothing", async () => {
    const world = aWorld();
    for (const change of [{ isPaid: false }, { state: "open" as const }, { state: "expired" as const }]) {
      const { secret, checkoutId, customerId } = await aPaidGuest(world);
      const checkout = world.provider.checkouts.get(checkoutId);
      if (checkout) world.provider.checkouts.set(checkoutId, { ...checkout, ...change });
      const answer = await confirmCheckout(world.billing, checkoutId, { secret, user: null });
      expect(answer.outcome).toBe("refused");
      expect(await stored(customerId)).toEqual([]);
    }
  });

  it("mails a guest the second way in once, whoever sees the payment first", async () => {
    const world = aWorld();
    const { secret, checkoutId, customerId, email } = await aPaidGuest(world);
    const event = () => anEvent(customerId, { type: "checkout.session.completed", checkoutId });
    await applyPaymentEvent(world.billing, event());
    await confirmCheckout(world.billing, checkoutId, { secret, user: null });
    await applyPaymentEvent(world.billing, event());
    await reconcileSubscriptions(world.billing);
    expect(world.mails).toEqual([
      {
        to: email,
        url: expect.stringMatching(/^https:\/\/beatcast\.test\/auth\/set-up#[\w-]{43}$/),
      },
    ]);
    expect(world.mails[0]?.url).not.toContain(secret);
  });

  it("rule 30: without the browser's secret only a verified address is asked", async () => {
    const world = aWorld();
    const { checkoutId, email } = await aPaidGuest(world);
    const userId = await aUser(email);
    const ask = (user: { id: string; email: string; isEmailVerified: boolean } | null) =>
      confirmCheckout(world.billing, checkoutId, { secret: null, user });
    const stranger = await ask(null);
    expect(stranger.outcome).toBe("refused");
    expect(JSON.stringify(stranger)).not.toContain(email);
    expect(JSON.stringify(stranger)).toContain(`${email[0]}•••@example.com`);
    expect((await ask({ id: userId, email, isEmailVerified: false })).outcome).toBe("refused");
    const owner = { id: userId, email, isEmailVerified: true };
    expect((await ask(owner)).outcome).toBe("asks");
    await acceptGuestSubscription(world.billing, owner, checkoutId, null);
    expect((await ask(owner)).outcome).toBe("linked");
    const other = await aUser();
    const late = { id: other, email, isEmailVerified: true };
    expect(await ask(late)).toMatchObject({
      outcome: "refused",
      reason: "This subscription belongs to another account.",
    });
  });
});

describe("checking out while signed in", () => {
  it("rule 9: one customer a user, however often", async () => {
    const world = aWorld();
    const userId = await aUser();
    const person = { userId, email: "a@example.com", name: "Ada" };
    await openUserCheckout(world.billing, "basic", person);
    await openUserCheckout(world.billing, "premium", person);
    expect(world.provider.written("createCustomer")).toHaveLength(1);
    const customers = [...world.provider.checkouts.values()].map(({ customerId }) => customerId);
    expect(new Set(customers).size).toBe(1);
  });

  it("rule 9: a living subscription is changed, never doubled", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world);
    const again = openUserCheckout(world.billing, "premium", { userId, email: "a@example.com", name: null });
    await expect(again).rejects.toMatchObject({ code: "conflict" });
  });

  it("rule 26: a retry goes out under the key of the first try; another plan, or a later one, under a new one", async () => {
    const world = aWorld();
    const { userId, subscription } = await aSubscriber(world);
    const keys: string[] = [];
    const failing = vi.spyOn(world.provider, "cancelAtPeriodEnd").mockImplementation(async (_id, key) => {
      keys.push(key);
      throw new Error("the answer was lost");
    });
    await expect(cancelSubscription(world.billing, userId)).rejects.toThrow("lost");
    await expect(cancelSubscription(world.billing, userId)).rejects.toThrow("lost");
    failing.mockRestore();
    await cancelSubscription(world.billing, userId);
    await reactivateSubscription(world.billing, userId);
    await cancelSubscription(world.billing, userId);
    const [third = "", fourth = ""] = world.provider.written("cancelAtPeriodEnd").map(({ key }) => key);
    expect(keys[0]).toBe(keys[1]);
    expect(third).toBe(keys[0]);
    expect(fourth).not.toBe(third);
    expect(subscription.id).toBe(world.provider.written("reactivate")[0]?.of);
  });
});

describe("the key of a write", () => {
  const upgradeWith = (world: World, failure: Error) => {
    const keys: string[] = [];
    vi.spyOn(world.provider, "upgrade").mockImplementation(async (_id, _plan, key) => {
      keys.push(key);
      throw failure;
    });
    return keys;
  };

  it("rule 26: after a declined card the next try is another write", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world, { planId: "basic" });
    const keys = upgradeWith(world, new AppError("payment_declined", "declined"));
    for (let i = 0; i < 2; i++)
      await expect(changePlan(world.billing, userId, "premium")).rejects.toThrow("declined");
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("rule 26: while the provider is away the next try is the same write, for ten minutes", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world, { planId: "basic" });
    const keys = upgradeWith(world, new AppError("not_available", "away"));
    for (const minutes of [0, 9, 11]) {
      world.setNow(new Date(START.getTime() + minutes * 60_000));
      await expect(changePlan(world.billing, userId, "premium")).rejects.toThrow("away");
    }
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe("another plan", () => {
  it("rule 10: an upgrade changes the same subscription and raises the limit at once", async () => {
    const world = aWorld();
    const { userId, customerId, subscription } = await aSubscriber(world, { planId: "basic" });
    const before = await entitlementOf(world.billing.db, userId, START);
    expect(await changePlan(world.billing, userId, "premium")).toBe("upgraded");
    const after = await entitlementOf(world.billing.db, userId, START);
    expect([before.callLimit, after.callLimit]).toEqual([100, 500]);
    expect(after.period).toEqual(before.period);
    expect((await stored(customerId)).map(({ id }) => id)).toEqual([subscription.id]);
  });

  it("rule 27: an upgrade whose payment fails keeps the old plan and says so", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world, { planId: "basic" });
    world.provider.isCardDeclined = true;
    await expect(changePlan(world.billing, userId, "premium")).rejects.toMatchObject({
      code: "payment_declined",
    });
    expect(await allowed(world, userId)).toEqual(["basic", 100]);
  });

  it("rule 11: a downgrade waits for the period's end, and the page can say so", async () => {
    const world = aWorld();
    const { userId, customerId, subscription } = await aSubscriber(world);
    expect(await changePlan(world.billing, userId, "basic")).toBe("downgrade_waits");
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
    expect(await presentSubscription(world.billing, userId)).toMatchObject({
      subscription_tier: "premium",
      pending_tier: "basic",
      subscription_status: "active",
    });
    const held = world.provider.subscriptions.get(subscription.id) ?? subscription;
    const { periodEnd } = held;
    set(world, held, { periodStart: periodEnd, periodEnd: new Date(periodEnd.getTime() + 30 * DAY) });
    world.setNow(new Date(periodEnd.getTime() + 1000));
    await syncCustomer(world.billing, customerId);
    expect(await allowed(world, userId)).toEqual(["basic", 100]);
    expect((await presentSubscription(world.billing, userId)).pending_tier).toBeNull();
  });

  it("rule 11: a waiting downgrade can be taken back", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world);
    await changePlan(world.billing, userId, "basic");
    expect(await changePlan(world.billing, userId, "premium")).toBe("downgrade_undone");
    expect((await presentSubscription(world.billing, userId)).pending_tier).toBeNull();
    expect(world.provider.written("upgrade")).toEqual([]);
  });

  it("is refused when it is the plan one has, and without a subscription", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world);
    await expect(changePlan(world.billing, userId, "premium")).rejects.toMatchObject({ code: "conflict" });
    await expect(changePlan(world.billing, await aUser(), "premium")).rejects.toMatchObject({
      code: "subscribe_again",
    });
  });
});

describe("leaving", () => {
  it("rule 12: a cancelled subscription keeps its access and reads canceled, until it is reactivated", async () => {
    const world = aWorld();
    const { userId, subscription } = await aSubscriber(world);
    await cancelSubscription(world.billing, userId);
    await cancelSubscription(world.billing, userId);
    expect(world.provider.written("cancelAtPeriodEnd")).toHaveLength(1);
    expect(await presentSubscription(world.billing, userId)).toMatchObject({
      subscribed: true,
      subscription_status: "canceled",
      subscription_end: subscription.periodEnd.toISOString(),
    });
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
    await reactivateSubscription(world.billing, userId);
    expect(await presentSubscription(world.billing, userId)).toMatchObject({
      subscribed: true,
      subscription_status: "active",
    });
  });

  it("rule 12: an ended subscription cannot be reactivated", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world, { status: "canceled", endedAt: START });
    await expect(reactivateSubscription(world.billing, userId)).rejects.toMatchObject({
      code: "subscribe_again",
      message: "Your subscription has ended. Please subscribe again.",
    });
  });

  it("rule 13: once the period of a cancelled one has passed the limit is the free one, told of or not", async () => {
    const world = aWorld();
    const { userId, subscription } = await aSubscriber(world);
    await cancelSubscription(world.billing, userId);
    world.setNow(subscription.periodEnd);
    expect(await allowed(world, userId)).toEqual(["free", 10]);
    expect(await presentSubscription(world.billing, userId)).toMatchObject({
      subscribed: false,
      subscription_status: "canceled",
      subscription_tier: "free",
    });
    expect(await rowsOf(`users WHERE id = '${userId}'`)).toBe(1);
  });

  it("rule 19: a deleted account's subscription is cancelled at the provider first; while it is away, nothing goes", async () => {
    const world = aWorld();
    const { userId, customerId, subscription } = await aSubscriber(world);
    world.provider.isAway = true;
    await expect(deleteBillingData(world.billing, userId)).rejects.toMatchObject({ code: "not_available" });
    expect(await stored(customerId)).toHaveLength(1);
    world.provider.isAway = false;
    await deleteBillingData(world.billing, userId);
    expect(world.provider.written("cancelNow").map(({ of }) => of)).toEqual([subscription.id]);
    expect(world.provider.written("deleteCustomer").map(({ of }) => of)).toEqual([customerId]);
    expect(await stored(customerId)).toEqual([]);
  });
});

describe("what a state allows", () => {
  it("rule 14: past due keeps its access for seven days from the renewal, then falls to the free limit", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world, { status: "past_due" });
    world.setNow(new Date(START.getTime() + 7 * DAY - 1));
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
    expect(await presentSubscription(world.billing, userId)).toMatchObject({
      subscription_status: "past_due",
      grace_end: "2026-03-08T12:00:00.000Z",
    });
    world.setNow(new Date(START.getTime() + 7 * DAY));
    expect(await allowed(world, userId)).toEqual(["free", 10]);
  });

  it.each(["incomplete", "incomplete_expired", "unpaid", "paused", "a_word_of_tomorrow"])(
    "rule 15: %s is not active",
    async (status) => {
      const world = aWorld();
      const { userId } = await aSubscriber(world, { status });
      expect(await allowed(world, userId)).toEqual(["free", 10]);
      expect((await presentSubscription(world.billing, userId)).subscribed).toBe(false);
    },
  );

  it("trialing is active", async () => {
    const world = aWorld();
    const { userId } = await aSubscriber(world, { status: "trialing" });
    expect(await allowed(world, userId)).toEqual(["premium", 500]);
  });

  it("rule 16: a renewal starts the count anew exactly once, told twice or late", async () => {
    const world = aWorld();
    const { userId, customerId, subscription } = await aSubscriber(world);
    const period = async () => (await entitlementOf(world.billing.db, userId, world.billing.now())).period.id;
    const first = await period();
    const { periodEnd } = subscription;
    world.setNow(new Date(periodEnd.getTime() + DAY));
    expect(await period()).toBe(first);
    set(world, subscription, { periodStart: periodEnd, periodEnd: new Date(periodEnd.getTime() + 30 * DAY) });
    await applyPaymentEvent(world.billing, anEvent(customerId, { type: "invoice.paid" }));
    const second = await period();
    await applyPaymentEvent(world.billing, anEvent(customerId, { type: "invoice.paid" }));
    expect(second).not.toBe(first);
    expect(await period()).toBe(second);
  });
});
