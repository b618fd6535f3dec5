import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { deleteExpired } from "#platform/personal-data/rows.ts";
import { aPerson } from "../api.ts";

const DAY_MS = 86_400_000;
const start = Date.parse("2026-03-01T12:00:00Z");
const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const forgetAfter = (days: number) => deleteExpired(openDatabase(env.DB), new Date(start + days * DAY_MS));
const ids = async (table: string) =>
  (await env.DB.prepare(`SELECT id FROM ${table} ORDER BY id`).all<{ id: string }>()).results.map(
    ({ id }) => id,
  );

const aCustomer = (id: string, userId: string | null) =>
  run(
    "INSERT INTO customers (id, user_id, email, created_at, synced_at) VALUES (?, ?, ?, ?, ?)",
    id,
    userId,
    `${id}@x.test`,
    start,
    start,
  );
const aSubscription = (customerId: string, endedAt: number | null) =>
  run(
    `INSERT INTO subscriptions (id, customer_id, status, price_id, amount_cents, currency, period_start, period_end, ended_at, created_at,
       counted_from, paid_from, paid_until)
     VALUES (?1, ?2, 'active', 'price', 2900, 'usd', ?3, ?3, ?4, ?3, ?3, ?3, ?3)`,
    `sub_${customerId}`,
    customerId,
    start,
    endedAt,
  );
const aCheckout = (id: string, customerId: string | null, confirmedAt: number | null) =>
  run(
    "INSERT INTO checkouts (id, plan_id, customer_id, email, payer_name, created_at, confirmed_at) VALUES (?, 'basic', ?, 'p@x.test', 'P', ?, ?)",
    id,
    customerId,
    start,
    confirmedAt,
  );

describe("billing data has its time", () => {
  it("of a checkout: two days unpaid, thirty once an account has what was paid, else with its customer", async () => {
    const { user } = await aPerson();
    await aCustomer("owned", user.id);
    await aCustomer("guest", null);
    await aSubscription("guest", start + 40 * DAY_MS);
    await aCheckout("unpaid", null, null);
    await run("UPDATE checkouts SET expired_at = ? WHERE id = 'unpaid'", start + DAY_MS);
    await aCheckout("paid", "owned", start);
    await aCheckout("waiting", "guest", start);
    await forgetAfter(1);
    expect(await ids("checkouts")).toEqual(["paid", "unpaid", "waiting"]);
    await forgetAfter(3);
    expect(await ids("checkouts")).toEqual(["paid", "waiting"]);
    await forgetAfter(31);
    expect(await ids("checkouts")).toEqual(["waiting"]);
    await forgetAfter(69);
    expect([await ids("customers"), await ids("checkouts")]).toEqual([["guest", "owned"], ["waiting"]]);
    await forgetAfter(71);
    expect([await ids("customers"), await ids("checkouts")]).toEqual([["owned"], []]);
  });

  it("of a customer without an account: never while a subscription goes on, thirty days without one", async () => {
    await aCustomer("going-on", null);
    await aSubscription("going-on", null);
    await aCustomer("never-paid", null);
    await forgetAfter(29);
    expect(await ids("customers")).toContain("never-paid");
    await forgetAfter(31);
    expect(await ids("customers")).not.toContain("never-paid");
    await forgetAfter(4000);
    expect(await ids("customers")).toContain("going-on");
  });

  it("of a dispute, an event and an operation under way", async () => {
    await run(
      "INSERT INTO payments (id, customer_id, subscription_id, amount_cents, currency, period_start) VALUES ('known', 'going-on', 'sub_going-on', 2900, 'usd', 0)",
    );
    for (const id of ["known", "gone"])
      await run(
        "INSERT INTO disputes (id, payment_id, status, reported_at) VALUES (?, ?, 'lost', ?)",
        `dispute-${id}`,
        id,
        start,
      );
    await run("INSERT INTO payment_events (id, type, received_at) VALUES ('event', 'x', ?)", start);
    await run(
      "INSERT INTO payment_operations (owner, operation, parameters, key, started_at) VALUES ('o', 'x', '', 'k', ?)",
      start,
    );
    await run(
      "INSERT INTO leases (kind, subject, holder, expires_at) VALUES ('subscription change', 'sub_going-on', 'h', ?)",
      start,
    );
    const left = async () => [
      await ids("disputes"),
      await ids("payment_events"),
      (await env.DB.prepare("SELECT COUNT(*) AS n FROM payment_operations").first("n")) as number,
      (await env.DB.prepare("SELECT COUNT(*) AS n FROM leases").first("n")) as number,
    ];
    await forgetAfter(0.5);
    expect(await left()).toEqual([["dispute-gone", "dispute-known"], ["event"], 1, 1]);
    await forgetAfter(2);
    expect(await left()).toEqual([["dispute-gone", "dispute-known"], ["event"], 0, 0]);
    await forgetAfter(31);
    expect(await left()).toEqual([["dispute-known"], [], 0, 0]);
  });
});
