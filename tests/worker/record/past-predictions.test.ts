import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { DashboardResponse } from "#contract/dashboard.ts";
import { DAY_MS } from "#contract/time.ts";
import { givenRows } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { borderOf } from "#record/past/border.ts";
import { bringBackSome, moveSome } from "#record/past/move.ts";
import { call } from "../api.ts";
import { aLongHistory, border, counts, filesOf, moveAll, now, store } from "./a-long-history.ts";
import { db } from "./a-record.ts";

describe("the past in files", () => {
  it("counts a streak of days across the border", async () => {
    const { token, made, userId } = await aLongHistory(1);
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    await env.DB.prepare("DELETE FROM predictions WHERE user_id = ?").bind(userId).run();
    const days = Array.from({ length: 300 }, (_, i) => ({
      ...made,
      id: `prd_streak${userId.slice(4, 10)}${i}`,
      requestKey: `day ${i}`,
      lockId: null,
      state: "unlocked" as const,
      reportsAt: null,
      createdAt: new Date(today - i * DAY_MS + 1000),
    }));
    await db.insert(predictions).select(givenRows(predictions, days));
    const streak = async () =>
      (await call<DashboardResponse>("GET", "/api/dashboard", { token })).body.accuracyMetrics.currentStreak;
    expect(await streak()).toBe(300);
    const asked = new Date(today - 200 * DAY_MS);
    await moveSome(store, "", { asked, ended: new Date(), opensAfter: null }, new Date());
    expect((await counts(userId)).past).toBe(99);
    expect(await streak()).toBe(300);
  }, 30_000);

  it("moves once though two run at once and others were killed between file and rows", async () => {
    const { userId } = await aLongHistory();
    let batches = 0;
    const killed = {
      ...store,
      db: new Proxy(db, {
        get: (target, key) => {
          const value: unknown = Reflect.get(target, key);
          if (key !== "batch") return typeof value === "function" ? value.bind(target) : value;
          return (...args: Parameters<typeof db.batch>) => {
            // The first reads; the second would name the file.
            if (++batches % 2 === 0) throw new Error("killed");
            return target.batch(...args);
          };
        },
      }),
    };
    await expect(moveSome(killed, "", border, now)).rejects.toThrow("killed");
    expect((await counts(userId)).past).toBe(0);
    await Promise.all([moveAll(), moveAll(), moveAll()]);
    await moveAll();
    const { hot = 0, past } = await counts(userId);
    expect(hot + past).toBe(121);
    expect(past).toBeGreaterThan(60);
    const [year] = await db.all<{ n: number; days: string | null }>(
      sql`SELECT n, days FROM past_predictions WHERE user_id = ${userId} AND year = '2024'`,
    );
    expect(year?.days).toBeNull();
  }, 60_000);

  it("adds to a year's file, and deletes a replaced one only once no backup names it", async () => {
    const { userId } = await aLongHistory();
    const early = { ...border, asked: new Date("2026-02-01T00:00:00Z") };
    await moveSome(store, "", early, now);
    const first = await filesOf(userId);
    await moveSome(store, "", border, now);
    expect(await filesOf(userId)).toHaveLength(first.length + 1);
    await moveSome(
      store,
      "",
      { ...border, asked: new Date("2026-05-01") },
      new Date(Date.now() + 36 * DAY_MS),
    );
    expect(await filesOf(userId)).toHaveLength(first.length);
  }, 30_000);

  it("goes with the account, also what a move on its way writes after the deletion", async () => {
    const { token, userId, password } = await aLongHistory();
    await moveAll();
    expect((await filesOf(userId)).length).toBeGreaterThan(0);
    let isDeleted = false;
    const late = {
      ...store,
      files: new Proxy(env.FILES, {
        get: (target, key) => {
          const value: unknown = Reflect.get(target, key);
          if (typeof value !== "function") return value;
          if (key !== "put") return value.bind(target);
          return async (...args: Parameters<R2Bucket["put"]>) => {
            if (isDeleted) return target.put(...args);
            isDeleted = true;
            const { status } = await call("POST", "/api/account/delete", {
              token,
              body: { confirmation: "DELETE", password },
            });
            expect(status).toBe(200);
            return target.put(...args);
          };
        },
      }),
    };
    await moveSome(late, "", { ...border, asked: new Date("2026-09-01") }, now);
    expect(await filesOf(userId)).toEqual([]);
    expect(await counts(userId)).toEqual({ hot: 0, past: 0 });
  }, 30_000);

  it("shows no list with a lost file's rows left out", async () => {
    const { token, userId } = await aLongHistory();
    await moveAll();
    const [key = ""] = await filesOf(userId);
    await env.FILES.put(key, "not what it was");
    const { status, body } = await call("GET", "/api/predictions?direction=asc", { token });
    expect({ status, code: body.code }).toEqual({ status: 503, code: "not_available" });
    expect((await call("GET", "/api/predictions", { token })).status).toBe(200);
  }, 30_000);
});

const askedAt = (at: string, bytes: number) =>
  borderOf({ now: new Date(at), marketNow: new Date(at) }, bytes).asked;

describe("an open prediction in a full database", () => {
  /** Far from its report, with one that reports soon. */
  async function twoOpen() {
    const person = await aLongHistory(1);
    const [far] = await db.select().from(predictions).where(eq(predictions.userId, person.userId));
    if (!far?.ledgerSeq) throw new Error("The analysis was not locked.");
    const reportsAt = new Date(Date.now() + 40 * DAY_MS);
    const createdAt = new Date(Date.now() - 2 * DAY_MS);
    await env.DB.prepare("DELETE FROM predictions WHERE user_id = ?").bind(person.userId).run();
    const lockId = `lock ${person.userId}`;
    const own = { ...far, createdAt, reportsAt, lockId, state: "pending", dueAt: reportsAt } as const;
    const later = { createdAt: new Date(createdAt.getTime() + 1), lockId: `${lockId} near` };
    const near = { ...own, ...later, id: `${far.id}0`, requestKey: "near" };
    await db.insert(predictions).values([own, { ...near, reportsAt: new Date(Date.now() + 2 * DAY_MS) }]);
    return { ...person, far: own };
  }
  const full = () => borderOf({ now: new Date(), marketNow: new Date() }, 4e9);
  const idsOf = async (userId: string) =>
    (await db.select({ id: predictions.id }).from(predictions).where(eq(predictions.userId, userId))).map(
      ({ id }) => id,
    );

  it("waits in a file, is listed as open, and is back three days before its report, once though two bring it", async () => {
    const { token, userId, far } = await twoOpen();
    const shown = async () => {
      const { pending, unsettled } = (await call<DashboardResponse>("GET", "/api/dashboard", { token })).body;
      return { pending, unsettled };
    };
    const before = await shown();
    expect(before.pending).toHaveLength(2);
    await moveSome(store, "", full(), new Date());
    expect(await idsOf(userId)).toEqual([`${far.id}0`]);
    expect(await shown()).toEqual(before);
    const early = new Date(Date.now() + 36 * DAY_MS);
    expect(await bringBackSome(store, early)).toBe(false);
    expect(await idsOf(userId)).toHaveLength(1);
    const due = new Date(Date.now() + 37 * DAY_MS + 60_000);
    await Promise.all([bringBackSome(store, due), bringBackSome(store, due)]);
    const [back] = await db.select().from(predictions).where(eq(predictions.id, far.id));
    expect(back).toEqual(far);
    expect(await shown()).toEqual(before);
    expect((await counts(userId)).past).toBe(0);
  }, 30_000);

  it("outlives its owner's account as a row that names nobody", async () => {
    const { token, password, userId, far } = await twoOpen();
    await moveSome(store, "", full(), new Date());
    await call("POST", "/api/account/delete", { token, body: { confirmation: "DELETE", password } });
    expect(await idsOf(userId)).toEqual([]);
    expect(await filesOf(userId)).toEqual([]);
    const left = await db
      .select()
      .from(predictions)
      .where(eq(predictions.lockId, far.lockId ?? ""));
    expect(left.map(({ userId: owner, scope, state }) => ({ owner, scope, state }))).toEqual([
      { owner: null, scope: `deleted:${far.ledgerId}`, state: "pending" },
    ]);
  }, 30_000);
});

describe("the border", () => {
  it.each([
    ["two seasons behind the present one, in a small database", 1e9, "2026-04-01"],
    ["the start of last month, from 2 GB on", 2e9, "2026-10-01"],
    ["seven days back, from 3 GB on", 3e9, "2026-11-17"],
  ])("is %s", (_, bytes, day) => {
    expect(borderOf({ now, marketNow: now }, bytes).asked).toEqual(new Date(`${day}T00:00:00Z`));
  });

  it("is a day of the year before where the seasons reach back", () => {
    expect(askedAt("2027-02-03T00:00:00Z", 0)).toEqual(new Date("2026-07-01T00:00:00Z"));
    expect(askedAt("2027-01-03T12:00:00Z", 2.5e9)).toEqual(new Date("2026-12-01T00:00:00Z"));
    expect(askedAt("2027-01-03T12:00:00Z", 4e9)).toEqual(new Date("2026-12-27T00:00:00Z"));
  });
});
