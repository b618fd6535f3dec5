import { describe, expect, inject, it } from "vitest";
import { anEmail, Outsider, PASSWORD } from "./support/outsider.ts";

const url = inject("attackUrl");

type Status = {
  subscription: { subscription_tier: string };
  limits: { apiCallsLimit: number | null; apiCallsUsed: number };
  billingHistory: { amount: number; status: string }[];
};

async function statusOf(person: Outsider): Promise<Status> {
  return (await person.call("GET", "/api/subscription/status")).body as unknown as Status;
}

/** Creates a person with a confirmed address and a plan. */
async function aSubscriber(planId: string) {
  const person = new Outsider(url);
  const email = await person.signUp();
  await person.confirm(email);
  await person.pay(await person.openCheckout(planId), email);
  return { person, email };
}

describe("attack 12: the perpetual subscription", () => {
  it("gives neither the used one's money back nor fresh calls for the same plan bought as a guest", async () => {
    const { person, email } = await aSubscriber("basic");
    for (const symbol of ["AAPL", "MSFT", "NVDA"]) expect((await person.analyze(symbol)).status).toBe(200);
    expect((await person.call("POST", "/api/subscription/cancel-user")).status).toBe(200);
    const paidBefore = (await statusOf(person)).billingHistory.filter(
      ({ status }) => status === "paid",
    ).length;

    const guest = new Outsider(url);
    const checkoutId = await guest.pay(await guest.openCheckout("basic"), email);
    await guest.call("GET", `/api/subscription/checkout-success/${checkoutId}`);
    await person.call("POST", "/api/subscription/offers/accept", { checkoutId });
    await person.jobs();

    const after = await statusOf(person);
    expect(after.billingHistory.filter(({ status }) => status === "refunded")).toEqual([]);
    expect(after.billingHistory.filter(({ status }) => status === "paid").length).toBeGreaterThanOrEqual(
      paidBefore,
    );
    expect(after.limits.apiCallsUsed).toBe(3);
  });
});

describe("attack 13: a paid checkout whose webhook was lost", () => {
  it("is found behind two hundred that nobody paid", async () => {
    const email = anEmail();
    const guest = new Outsider(url);
    await guest.pay(await guest.openCheckout("premium"), email, { isWebhookLost: "on" });
    const opened = Array.from({ length: 200 }, () => new Outsider(url).openCheckout("basic"));
    await Promise.all(opened);
    for (let tick = 0; tick < 4 && (await guest.mails(email)).length === 0; tick++) await guest.jobs();
    expect((await guest.mailTo(email, /./)).text).toMatch(/\/auth\/set-up#/);
  });
});

describe("attack 14: plan changes in parallel, with alternating targets", () => {
  it("makes one at a time, and charges nothing twice", async () => {
    const { person } = await aSubscriber("basic");
    const before = (await statusOf(person)).billingHistory.length;
    const changes = await Promise.all(
      ["premium", "institutional", "premium", "institutional"].map((planId) =>
        person.call("POST", "/api/subscription/change-plan", { planId }),
      ),
    );
    const made = changes.filter(({ status }) => status === 200).length;
    expect(made).toBeGreaterThanOrEqual(1);
    expect(changes.filter(({ status }) => status === 409)).toHaveLength(4 - made);
    // A change that begins after another has ended is a separate change. An upgrade is charged once, and a
    // downgrade waits for the period's end and costs nothing, so two plans above basic cause at most two charges.
    const { billingHistory, subscription } = await statusOf(person);
    const charges = billingHistory.length - before;
    expect(charges).toBeGreaterThanOrEqual(1);
    expect(charges).toBeLessThanOrEqual(Math.min(made, 2));
    expect(new Set(billingHistory.map(({ amount }) => amount)).size).toBe(billingHistory.length);
    expect(["premium", "institutional"]).toContain(subscription.subscription_tier);
  });
});

describe("attack 15: what deletion leaves", () => {
  it("is no subscription: the deleted person's address has nothing paid to offer, and a new account is free", async () => {
    const { person, email } = await aSubscriber("basic");
    const guest = new Outsider(url);
    await guest.pay(await guest.openCheckout("premium"), email);
    expect((await person.call("POST", "/api/account/delete", { confirmation: "DELETE" })).status).toBe(200);
    const again = new Outsider(url);
    await again.signUp(email);
    await again.confirm(email);
    expect((await again.profile()).subscriptionTier).toBe("free");
    expect((await again.call("GET", "/api/subscription/offers")).body.offers).toEqual([]);
    expect((await statusOf(again)).billingHistory).toEqual([]);
    again.token = "";
    expect((await again.signIn(email, PASSWORD)).status).toBe(200);
  });
});
