import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Deps, openDeps } from "#app/deps.ts";
import { readDeadLetters } from "#app/jobs/consume.ts";
import { openDatabase } from "#platform/db/client.ts";
import { aCarrier, accountsAt, notify } from "../../accounts/at-a-time.ts";
import { aConfirmedPerson, call } from "../../api.ts";
import { aSubscription, aWorld, START, unique } from "../../billing/provider.ts";
import { untilDone } from "./deliver.ts";

const deps = (): Deps => openDeps(env, "http://localhost");
const quietly = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

afterEach(() => void vi.restoreAllMocks());

/** Creates a person with a confirmed address and a prediction that was just settled. */
async function aPersonWithNews() {
  const person = await aConfirmedPerson();
  await call("POST", "/api/analyze/AAPL", { token: person.token });
  await env.DB.prepare(
    "UPDATE predictions SET state = 'settled', actual_result = 'miss', actual_eps = 1.2, is_correct = 0, settled_at = ? WHERE user_id = ?",
  )
    .bind(Date.now() - 1_000, person.user.id)
    .run();
  return person;
}

describe("the jobs that mail", () => {
  it("name people a message, and reach each once, though a mailbox refuses and each message comes twice at once", async () => {
    const log = quietly();
    const people = [await aPersonWithNews(), await aPersonWithNews(), await aPersonWithNews()];
    const [refused, ...others] = people;
    const { mailer, tried, sent } = aCarrier((to) => to === refused?.email);
    const accounts = accountsAt(new Date(), mailer);
    const enqueued = await untilDone({ ...deps(), accounts }, { job: "notifications" }, 2);
    expect(enqueued[0]).toEqual({ job: "notifications-of", people: expect.any(Array) });
    expect(new Set(enqueued.flatMap((one) => ("people" in one ? one.people : [])))).toEqual(
      new Set(people.map(({ user }) => user.id)),
    );
    expect(sent.map(({ to }) => to).toSorted()).toEqual(others.map(({ email }) => email).toSorted());
    expect(tried.filter((to) => to === refused?.email)).toHaveLength(1);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it("send to the people named, and to nobody else", async () => {
    const [named, other] = [await aPersonWithNews(), await aPersonWithNews()];
    const { mailer, sent } = aCarrier();
    await notify(accountsAt(new Date(), mailer), { left: 40 }, [named.user.id]);
    expect(sent.map(({ to }) => to)).toEqual([named.email]);
    expect(other.email).not.toBe(named.email);
  });
});

describe("the job that asks the payment provider", () => {
  /** Creates customers of the provider whom nobody has asked about yet. */
  async function customers(world: ReturnType<typeof aWorld>, n: number): Promise<string[]> {
    await env.DB.exec("DELETE FROM customers");
    const ids = Array.from({ length: n }, () => unique("cus"));
    for (const id of ids) {
      await env.DB.prepare("INSERT INTO customers (id, created_at) VALUES (?, ?)")
        .bind(id, START.getTime())
        .run();
      const subscription = aSubscription(id);
      world.provider.subscriptions.set(subscription.id, subscription);
    }
    return ids;
  }
  const synced = async () =>
    (
      await env.DB.prepare("SELECT id FROM customers WHERE synced_at IS NOT NULL").all<{ id: string }>()
    ).results.map(({ id }) => id);

  it("reaches everyone, ten a message, and ends with the one that always fails as a dead letter of its own", async () => {
    quietly();
    const world = aWorld();
    const ids = await customers(world, 23);
    const asked = world.provider.subscriptionsOf.bind(world.provider);
    let attempts = 0;
    world.provider.subscriptionsOf = async (id: string) => {
      if (id !== ids[4]) return asked(id);
      attempts += 1;
      throw new Error("This customer is odd.");
    };
    const enqueued = await untilDone({ ...deps(), billing: world.billing }, { job: "reconciliation" });
    expect(enqueued.filter(({ job }) => job === "reconcile")).toHaveLength(4);
    expect((await synced()).toSorted()).toEqual(ids.filter((id) => id !== ids[4]).toSorted());
    // It was tried once with the others and six times alone.
    expect(attempts).toBe(7);
    expect(await readDeadLetters(openDatabase(env.DB), 10)).toMatchObject([
      {
        body: JSON.stringify({ job: "reconcile", checkouts: [], customers: [ids[4]] }),
        error: "Error",
        times: 1,
      },
    ]);
    await env.DB.exec("DELETE FROM dead_letters");
  });

  it("leaves everyone due while the provider is away, without a dead letter", async () => {
    quietly();
    const world = aWorld();
    const ids = await customers(world, 12);
    world.provider.isAway = true;
    const away = { ...deps(), billing: world.billing };
    await untilDone(away, { job: "reconciliation" });
    expect([await synced(), await readDeadLetters(openDatabase(env.DB), 10)]).toEqual([[], []]);
    world.provider.isAway = false;
    await untilDone(away, { job: "reconciliation" }, 2);
    expect((await synced()).toSorted()).toEqual(ids.toSorted());
  });
});
