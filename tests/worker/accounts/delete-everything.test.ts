import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openGuestCheckout, openUserCheckout } from "#billing/checkout/checkout.ts";
import { refreshCheckout } from "#billing/checkout/paid-checkout.ts";
import { deleteBillingData } from "#billing/delete-billing-data.ts";
import { applyPaymentEvent } from "#billing/sync/events.ts";
import { syncCustomer } from "#billing/sync/sync.ts";
import { aPerson, call, fetchWorker, origin } from "../api.ts";
import { anEvent, aSubscription, aUser, aWorld, unique, type World } from "../billing/provider.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

const remove = ({ token }: Person) =>
  call("POST", "/api/account/delete", { token, body: { confirmation: "DELETE" } });
const confirmAddress = ({ email }: Person) =>
  env.DB.prepare("UPDATE users SET email_verified = 1 WHERE email = ?").bind(email).run();

/** Buys as a visitor in the sandbox, whose webhook reports the purchase. */
async function buyAsGuest(email: string, name: string): Promise<string> {
  const { body } = await call<{ url: string }>("POST", "/api/subscription/create-checkout", {
    body: { planId: "basic" },
  });
  const path = new URL(body.url).pathname;
  await fetchWorker(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
    body: new URLSearchParams({ outcome: "succeed", email, name }).toString(),
  });
  return path.split("/").at(-1) ?? "";
}

const upload = ({ token }: Person, width = 2) => {
  const png = new Uint8Array(64);
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  png.set([0, 0, width, 0, 0, 0, 2, 0], 16);
  return fetchWorker(`${origin}/api/account/avatar`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "image/png" },
    body: png,
  });
};

/** Returns every row, by table, and every stored file that contains one of these traces. */
async function whereFound(traces: readonly string[]): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
  ).all<{ name: string }>();
  const found: string[] = [];
  for (const { name } of results) {
    const rows = (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results;
    found.push(
      ...rows.filter((row) => traces.some((trace) => JSON.stringify(row).includes(trace))).map(() => name),
    );
  }
  const { objects } = await env.FILES.list();
  return [
    ...found,
    ...objects.filter(({ key }) => traces.some((trace) => key.includes(trace))).map(({ key }) => key),
  ];
}

const fileCount = async () => (await env.FILES.list({ prefix: "avatars/" })).objects.length;

describe("attack: traces of a deleted account", () => {
  it("leaves nothing of what was paid as a guest with its confirmed address, Billing opened or not, and ends it", async () => {
    const person = await aPerson({ fullName: `Grace ${unique("Hopper")}` });
    await confirmAddress(person);
    const checkoutId = await buyAsGuest(person.email, person.fullName);
    const traces = [person.user.id, person.email, person.fullName];
    const { body } = (await env.DB.prepare(
      "SELECT body FROM sandbox_documents WHERE kind = 'checkout' AND id = ?",
    )
      .bind(checkoutId)
      .first<{ body: string }>()) ?? { body: "{}" };
    const { customerId } = JSON.parse(body);
    expect(await whereFound(traces)).toEqual(expect.arrayContaining(["checkouts", "customers"]));
    expect((await remove(person)).status).toBe(200);
    expect((await whereFound(traces)).filter((table) => table !== "outbox")).toEqual([]);
    const { results } = await env.DB.prepare(
      "SELECT body FROM sandbox_documents WHERE kind = 'subscription' AND customer_id = ?",
    )
      .bind(customerId)
      .all<{ body: string }>();
    expect(results.map((row) => JSON.parse(row.body).status)).toEqual(["canceled"]);
  });

  it("does not touch what somebody else paid with an address that the account never confirmed", async () => {
    const payerEmail = `${unique("payer")}@example.com`;
    const squatter = await aPerson({ email: payerEmail, fullName: "Squatter" });
    await env.DB.prepare("UPDATE users SET email_verified = 0 WHERE email = ?").bind(payerEmail).run();
    await buyAsGuest(payerEmail, "The Payer");
    expect((await remove(squatter)).status).toBe(200);
    const row = await env.DB.prepare(
      "SELECT status FROM subscriptions JOIN customers ON customers.id = customer_id WHERE email = ?",
    )
      .bind(payerEmail)
      .first();
    expect(row).toEqual({ status: "active" });
  });

  it("leaves no file of pictures that were uploaded at the same time, with each other or with the deletion", async () => {
    const person = await aPerson();
    const before = await fileCount();
    await Promise.all([1, 2, 3, 4].map(() => upload(person)));
    expect(await fileCount()).toBe(before + 1);
    const racing = [upload(person), remove(person), upload(person), upload(person)];
    const statuses = (await Promise.all(racing)).map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
    expect(statuses[1]).toBe(200);
    expect(await fileCount()).toBe(before);
  });

  it("leaves nothing when checkouts are begun while it is deleted", async () => {
    const person = await aPerson({ fullName: `Racing ${unique("name")}` });
    const begin = (planId: string) =>
      call("POST", "/api/subscription/create-checkout", { token: person.token, body: { planId } });
    const [deleted, ...begun] = await Promise.all([remove(person), begin("basic"), begin("premium")]);
    if (deleted?.status !== 200) expect((await remove(person)).status).toBe(200);
    expect(begun.every(({ status }) => status < 500)).toBe(true);
    const traces = [person.user.id, person.email, person.fullName];
    expect((await whereFound(traces)).filter((table) => table !== "outbox")).toEqual([]);
  });

  it("leaves the counter of paid calls empty", async () => {
    const person = await aPerson();
    await call("POST", "/api/analyze/AAPL", { token: person.token });
    await remove(person);
    const rows = await runInDurableObject(env.QUOTA.get(env.QUOTA.idFromName(person.user.id)), (_, state) =>
      state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'calls'").toArray(),
    );
    expect(rows).toEqual([]);
  });
});

/** Creates a user with a checkout that is paid at the provider without our having heard of it. */
async function aPaidCheckout(world: World) {
  const email = `${unique("late")}@example.com`;
  const userId = await aUser(email);
  await openUserCheckout(world.billing, "basic", { userId, email, name: "Late Payer" });
  const [id = ""] = [...world.provider.checkouts.keys()].slice(-1);
  const customerId = world.provider.checkouts.get(id)?.customerId ?? "";
  const pay = () => {
    const subscription = aSubscription(customerId, { planId: "basic" });
    world.provider.subscriptions.set(subscription.id, subscription);
    const checkout = world.provider.checkouts.get(id);
    if (checkout)
      world.provider.checkouts.set(id, {
        ...checkout,
        state: "complete",
        isPaid: true,
        email,
        payerName: "Late Payer",
      });
    return subscription;
  };
  return { email, userId, id, customerId, pay };
}

const deleteUser = (userId: string) => env.DB.prepare("DELETE FROM users WHERE id = ?").bind(userId).run();

describe("attack: a payment that arrives after the deletion", () => {
  it("stores nothing, and what lives is paid back and ended", async () => {
    const world = aWorld();
    const { userId, id, customerId, email, pay } = await aPaidCheckout(world);
    await deleteBillingData(world.billing, userId);
    await deleteUser(userId);
    expect(world.provider.written("expireCheckout").map(({ of }) => of)).toEqual([id]);
    const subscription = pay();
    const event = () => anEvent(customerId, { type: "checkout.session.completed", checkoutId: id });
    await applyPaymentEvent(world.billing, event());
    await applyPaymentEvent(world.billing, event());
    expect(world.provider.written("refund").map(({ of }) => of)).toEqual([subscription.lastPayment?.id]);
    expect(world.provider.subscriptions.get(subscription.id)?.status).toBe("canceled");
    expect(await whereFound([userId, email, "Late Payer"])).toEqual([]);
    expect(await env.DB.prepare("SELECT * FROM customers WHERE id = ?").bind(customerId).first()).toBeNull();
  });

  it("stores no address when the checkout goes while it is being confirmed", async () => {
    const world = aWorld();
    const { userId, id, email, pay } = await aPaidCheckout(world);
    pay();
    const checkout = world.provider.checkout.bind(world.provider);
    world.provider.checkout = async (wanted) => {
      const answer = await checkout(wanted);
      await deleteBillingData(world.billing, userId);
      await deleteUser(userId);
      return answer;
    };
    await refreshCheckout(world.billing, id);
    expect(await whereFound([userId, email, "Late Payer"])).toEqual([]);
  });

  it("ends what no webhook told of, and a deletion that was cut off can be done again", async () => {
    const world = aWorld();
    const { userId, customerId, pay } = await aPaidCheckout(world);
    const subscription = pay();
    const deleteCustomer = world.provider.deleteCustomer.bind(world.provider);
    world.provider.deleteCustomer = async () => {
      throw new Error("killed");
    };
    await expect(deleteBillingData(world.billing, userId)).rejects.toThrow("killed");
    world.provider.deleteCustomer = deleteCustomer;
    await deleteBillingData(world.billing, userId);
    expect(world.provider.written("cancelNow").map(({ of }) => of)).toEqual([subscription.id]);
    expect(world.provider.written("deleteCustomer").map(({ of }) => of)).toEqual([customerId]);
    await deleteBillingData(world.billing, userId);
  });

  it("lets a guest with another address alone", async () => {
    const world = aWorld();
    const { userId } = await aPaidCheckout(world);
    const { id } = await openGuestCheckout(world.billing, "basic");
    const customerId = unique("cus");
    const subscription = aSubscription(customerId);
    world.provider.subscriptions.set(subscription.id, subscription);
    const paid = {
      id,
      state: "complete",
      isPaid: true,
      customerId,
      email: "guest@x.test",
      payerName: null,
    } as const;
    world.provider.checkouts.set(id, paid);
    await refreshCheckout(world.billing, id);
    await syncCustomer(world.billing, customerId);
    await deleteBillingData(world.billing, userId);
    expect(world.provider.subscriptions.get(subscription.id)?.status).toBe("active");
    expect(await env.DB.prepare("SELECT email FROM customers WHERE id = ?").bind(customerId).first()).toEqual(
      {
        email: "guest@x.test",
      },
    );
  });
});
