import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { acceptGuestSubscription } from "#billing/checkout/claim-guest-subscription.ts";
import { entitlementOf, linkCustomer } from "#billing/subscription/ownership.ts";
import { presentSubscription } from "#billing/subscription/status.ts";
import { applyPaymentEvent } from "#billing/sync/events.ts";
import { syncCustomer } from "#billing/sync/sync.ts";
import { aPerson, call } from "../api.ts";
import { aPaidGuest, Browser, confirmAddress, mailedSecret, offersTo, pay, userOf } from "./guest.ts";
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

/** Creates a person with a confirmed address and a subscription of their own. */
async function aSubscriber(planId = "basic") {
  const guest = await aPaidGuest(undefined, planId);
  const { body } = await guest.browser.setUp(guest.email);
  await confirmAddress(guest.email);
  return { email: guest.email, token: body.token, userId: body.user.id };
}

const subscriptionsOf = async (userId: string) =>
  (
    await env.DB.prepare(
      "SELECT s.id, s.status, s.plan_id, s.ends_at, s.ended_at FROM subscriptions s JOIN customers c ON c.id = s.customer_id WHERE c.user_id = ?",
    )
      .bind(userId)
      .all()
  ).results;

describe("attack: a stranger pays as a guest with the confirmed address of a subscriber", () => {
  it("and nothing of the subscriber's changes: nothing is linked, ended or refunded, whatever they open", async () => {
    const owner = await aSubscriber();
    const before = await subscriptionsOf(owner.userId);
    const { checkoutId } = await aPaidGuest(owner.email);
    for (const path of ["/api/subscription/status", "/api/subscription/offers", "/api/auth/profile"])
      await call("GET", path, { token: owner.token });
    await call("POST", "/api/auth/signin", {
      body: { email: owner.email, password: "correct horse battery" },
    });
    const returned = await new Browser().confirm(checkoutId, owner.token);
    expect(returned.body).toMatchObject({ success: true, isLinked: false });
    expect(await subscriptionsOf(owner.userId)).toEqual(before);
    expect(await userOf(owner.token)).toMatchObject({ subscriptionTier: "basic", apiCallsLimit: 100 });
  });

  it("is asked about, and refused while a subscription of the account's own goes on", async () => {
    const owner = await aSubscriber();
    const before = await subscriptionsOf(owner.userId);
    const { checkoutId, email } = await aPaidGuest(owner.email);
    const obstacle =
      "You already have the Basic plan. Accepting this one would neither end nor refund it. To use this one instead, cancel your own first.";
    expect(await offersTo(owner.token)).toEqual([{ checkoutId, planName: "Premium", email, obstacle }]);
    const byAddress = await new Browser().accept(owner.token, checkoutId);
    expect([byAddress.status, byAddress.body.message]).toEqual([409, obstacle]);
    const secret = await mailedSecret(owner.email);
    const byLink = await new Browser().accept(owner.token, checkoutId, secret);
    expect([byLink.status, byLink.body.message]).toEqual([409, obstacle]);
    expect(await subscriptionsOf(owner.userId)).toEqual(before);
  });

  it("may be accepted by the owner's own choice to cancel first, which still ends with the paid month", async () => {
    const owner = await aSubscriber();
    const [own] = await subscriptionsOf(owner.userId);
    const { checkoutId } = await aPaidGuest(owner.email);
    await call("POST", "/api/subscription/cancel-user", { token: owner.token, body: {} });
    expect(await offersTo(owner.token)).toMatchObject([{ checkoutId, obstacle: null }]);
    expect((await new Browser().accept(owner.token, checkoutId)).status).toBe(200);
    expect(await userOf(owner.token)).toMatchObject({ subscriptionTier: "premium", apiCallsLimit: 500 });
    const after = await subscriptionsOf(owner.userId);
    expect(after).toHaveLength(2);
    expect(after.find(({ id }) => id === own?.id)).toMatchObject({ status: "active", ended_at: null });
  });

  it("when declined stays declined, and stays with the browser that paid", async () => {
    const owner = await aPerson();
    await confirmAddress(owner.email);
    const { browser, checkoutId } = await aPaidGuest(owner.email);
    const decline = () =>
      call("POST", "/api/subscription/offers/decline", { token: owner.token, body: { checkoutId } });
    expect((await decline()).status).toBe(200);
    expect((await decline()).status).toBe(200);
    expect(await offersTo(owner.token)).toEqual([]);
    expect((await new Browser().accept(owner.token, checkoutId)).status).toBe(403);
    expect((await new Browser().confirm(checkoutId, owner.token)).body).toMatchObject({
      success: false,
      user: null,
    });
    const payer = await aPerson();
    expect((await browser.accept(payer.token, checkoutId)).status).toBe(200);
    expect((await userOf(payer.token)).subscriptionTier).toBe("premium");
    expect((await userOf(owner.token)).subscriptionTier).toBe("free");
    expect((await decline()).status).toBe(409);
  });

  it("two at the same time are accepted once", async () => {
    const owner = await aPerson();
    await confirmAddress(owner.email);
    const [first, second] = [await aPaidGuest(owner.email), await aPaidGuest(owner.email, "basic")];
    expect(await offersTo(owner.token)).toHaveLength(2);
    const both = await Promise.all(
      [first, second].map(({ checkoutId }) => new Browser().accept(owner.token, checkoutId)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const linked = await subscriptionsOf(owner.user.id);
    expect(linked).toMatchObject([{ status: "active", ended_at: null, ends_at: null }]);
    const [left] = await offersTo(owner.token);
    expect(left?.obstacle).toMatch(/^You already have the (Basic|Premium) plan/);
  });

  it("is shown to nobody who only says that the address is theirs", async () => {
    const { email, checkoutId } = await aPaidGuest();
    const squatter = await aPerson({ email });
    expect(await offersTo(squatter.token)).toEqual([]);
    for (const answer of ["accept", "decline"]) {
      const refused = await call("POST", `/api/subscription/offers/${answer}`, {
        token: squatter.token,
        body: { checkoutId },
      });
      expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    }
    const stranger = await aPerson();
    expect((await new Browser().accept(stranger.token, checkoutId)).status).toBe(403);
    expect((await new Browser().accept(stranger.token, "cs_of_nobody")).status).toBe(403);
    expect((await new Browser().confirm(checkoutId, stranger.token)).body.error).toContain("•••");
  });

  it("accepted twice in two tabs is accepted, and by a second account it is not", async () => {
    const { browser, checkoutId, email } = await aPaidGuest();
    const secret = await mailedSecret(email);
    const [one, other] = [await aPerson(), await aPerson()];
    const tabs = await Promise.all([1, 2].map(() => browser.accept(one.token, checkoutId, secret)));
    expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
    const late = await browser.accept(other.token, checkoutId, secret);
    expect([late.status, late.body.message]).toEqual([409, "This subscription belongs to another account."]);
    const setUp = await browser.setUp(email, "correct horse battery", { secret });
    expect([setUp.status, setUp.body.message]).toEqual([
      403,
      "This account is already set up. Please sign in.",
    ]);
  });
});

describe("attack: a stranger registered the payer's address first", () => {
  it("the mailed link proves the mailbox: it takes the account, and the stranger is out", async () => {
    const squatter = await aPerson();
    const { browser, email } = await aPaidGuest(squatter.email);
    const byCookie = await browser.setUp(email);
    expect([byCookie.status, byCookie.body.message]).toEqual([
      409,
      "We could not create this account. If you already have one, please sign in: you can add the subscription to it. Otherwise open the link we emailed to this address.",
    ]);
    const secret = await mailedSecret(email);
    const { status, body } = await browser.setUp(email, "the payer's password", { secret });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email, isEmailVerified: true, subscriptionTier: "premium" });
    expect((await call("GET", "/api/auth/profile", { token: squatter.token })).status).toBe(401);
    const again = await call("POST", "/api/auth/signin", { body: { email, password: squatter.password } });
    expect(again.status).toBe(401);
  });

  it("a confirmed account is never taken by the link: it is signed in to, and asked", async () => {
    const owner = await aPerson();
    await confirmAddress(owner.email);
    const { browser, email, checkoutId } = await aPaidGuest(owner.email);
    const secret = await mailedSecret(email);
    const read = await call("POST", "/api/subscription/set-up-link", { body: { secret } });
    expect(read.body).toEqual({ email, hasAccount: true, offer: null });
    const taken = await browser.setUp(email, "stolen password", { secret });
    expect([taken.status, taken.body.message]).toEqual([
      409,
      "There is already an account with this address. Please sign in and add the subscription there.",
    ]);
    expect((await userOf(owner.token)).subscriptionTier).toBe("free");
    expect((await browser.accept(owner.token, checkoutId)).status).toBe(200);
  });

  it("a stranger's checkout page that the victim pays gives the stranger an account of an unconfirmed address at most", async () => {
    const stranger = new Browser();
    const checkoutId = await stranger.begin();
    const owner = await aPerson();
    await confirmAddress(owner.email);
    await pay(checkoutId, owner.email);
    expect((await stranger.setUp(owner.email, "stolen password")).status).toBe(409);
    expect((await userOf(owner.token)).subscriptionTier).toBe("free");
    expect(await offersTo(owner.token)).toMatchObject([{ checkoutId }]);
  });
});

describe("attack: a dispute of a payment that a stranger made", () => {
  const dispute = (world: World, paymentId: string, status: string, day = 0, id = unique("du")) =>
    applyPaymentEvent(
      world.billing,
      anEvent(null, {
        type: "charge.dispute.updated",
        createdAt: new Date(START.getTime() + day * DAY),
        dispute: { id, paymentId, status },
      }),
    );
  const allowed = async (world: World, userId: string) => {
    const { tier, status, callLimit } = await entitlementOf(world.billing.db, userId, world.billing.now());
    return [tier, status, callLimit];
  };
  /** Creates an account with two subscriptions, of which one is set to end. */
  async function anAccountWithTwo(world: World) {
    const userId = await aUser();
    const made = [];
    for (const [planId, endsAt] of [
      ["basic", new Date(START.getTime() + 31 * DAY)],
      ["premium", null],
    ] as const) {
      const customerId = await aCustomer(null);
      const subscription = aSubscription(customerId, { planId, endsAt });
      world.provider.subscriptions.set(subscription.id, subscription);
      await syncCustomer(world.billing, customerId);
      await linkCustomer(world.billing.db, customerId, userId);
      made.push(subscription);
    }
    return { userId, given: made[1] };
  }
  const silence = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

  it("suspends that subscription alone, and comes back when it is decided for us", async () => {
    const reported = silence();
    const world = aWorld();
    const { userId, given } = await anAccountWithTwo(world);
    expect(await allowed(world, userId)).toEqual(["premium", "active", 500]);
    const id = unique("du");
    await dispute(world, given?.lastPayment?.id ?? "", "needs_response", 0, id);
    expect(await allowed(world, userId)).toEqual(["basic", "canceled", 100]);
    expect(await presentSubscription(world.billing, userId)).toMatchObject({
      subscribed: true,
      subscription_status: "canceled",
      subscription_tier: "basic",
    });
    await dispute(world, given?.lastPayment?.id ?? "", "won", 1, id);
    expect(await allowed(world, userId)).toEqual(["premium", "active", 500]);
    reported.mockRestore();
  });

  it("suspends nothing while nobody has accepted it, and only itself afterwards", async () => {
    const reported = silence();
    const world = aWorld();
    const email = `${unique("owner")}@example.com`;
    const userId = await aUser(email);
    const customerId = unique("cus");
    const subscription = aSubscription(customerId);
    world.provider.subscriptions.set(subscription.id, subscription);
    await env.DB.batch([
      env.DB.prepare("INSERT INTO customers (id, email, created_at) VALUES (?, ?, 0)").bind(
        customerId,
        email,
      ),
      env.DB.prepare(
        "INSERT INTO checkouts (id, plan_id, customer_id, email, created_at, confirmed_at) VALUES (?, 'premium', ?, ?, 0, 0)",
      ).bind(`cs_${customerId}`, customerId, email),
    ]);
    await syncCustomer(world.billing, customerId);
    await dispute(world, subscription.lastPayment?.id ?? "", "lost");
    expect(await allowed(world, userId)).toEqual(["free", "active", 10]);
    const user = { id: userId, email, isEmailVerified: true };
    await acceptGuestSubscription(world.billing, user, `cs_${customerId}`, null);
    expect(await allowed(world, userId)).toEqual(["free", "paused", 10]);
    reported.mockRestore();
  });

  it("that was lost takes what the payment paid for, and not the next paid month: nothing is for good", async () => {
    const reported = silence();
    const world = aWorld();
    const userId = await aUser();
    const customerId = await aCustomer(userId);
    const subscription = aSubscription(customerId);
    world.provider.subscriptions.set(subscription.id, subscription);
    await syncCustomer(world.billing, customerId);
    await dispute(world, subscription.lastPayment?.id ?? "", "lost");
    expect(await allowed(world, userId)).toEqual(["free", "paused", 10]);
    expect(await presentSubscription(world.billing, userId)).toMatchObject({
      subscribed: false,
      subscription_status: "paused",
      subscription_tier: "free",
    });
    const { periodEnd } = subscription;
    world.provider.subscriptions.set(subscription.id, {
      ...subscription,
      periodStart: periodEnd,
      periodEnd: new Date(periodEnd.getTime() + 30 * DAY),
      lastPayment: { id: unique("pi"), amountCents: 4900, currency: "usd" },
    });
    world.setNow(new Date(periodEnd.getTime() + DAY));
    await syncCustomer(world.billing, customerId);
    expect(await allowed(world, userId)).toEqual(["premium", "active", 500]);
    reported.mockRestore();
  });
});
