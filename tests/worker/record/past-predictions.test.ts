import { env } from "cloudflare:test";
import { and, eq, lt, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { DashboardResponse } from "#contract/dashboard.ts";
import { DAY_MS } from "#contract/time.ts";
import { valuesAsTable } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { archiveCutoff } from "#record/archive/cutoff.ts";
import { archivePredictions } from "#record/archive/move.ts";
import { call } from "../api.ts";
import { aLongHistory, counts, cutoff, filesOf, moveAll, now, store } from "./a-long-history.ts";
import { db } from "./a-record.ts";

describe("the past in files", () => {
  it("counts a streak of days across the cutoff", async () => {
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
    await db.insert(predictions).select(valuesAsTable(predictions, days));
    const streak = async () =>
      (await call<DashboardResponse>("GET", "/api/dashboard", { token })).body.accuracyMetrics.currentStreak;
    expect(await streak()).toBe(300);
    const asked = new Date(today - 200 * DAY_MS);
    await archivePredictions(store, "", asked, new Date());
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
            // The first batch reads, and the second would name the file.
            if (++batches % 2 === 0) throw new Error("killed");
            return target.batch(...args);
          };
        },
      }),
    };
    await expect(archivePredictions(killed, "", cutoff, now)).rejects.toThrow("killed");
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
    await archivePredictions(store, "", new Date("2026-02-01T00:00:00Z"), now);
    const first = await filesOf(userId);
    await archivePredictions(store, "", cutoff, now);
    expect(await filesOf(userId)).toHaveLength(first.length + 1);
    await archivePredictions(store, "", new Date("2026-05-01"), new Date(Date.now() + 36 * DAY_MS));
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
    await archivePredictions(late, "", new Date("2026-09-01"), now);
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

it("leaves open predictions in the database, however old they are", async () => {
  const { userId, rows } = await aLongHistory();
  await archivePredictions(store, "", now, now);
  const open = rows.filter(({ state }) => state === "pending");
  const left = await db
    .select({ id: predictions.id })
    .from(predictions)
    .where(
      and(eq(predictions.userId, userId), eq(predictions.state, "pending"), lt(predictions.createdAt, now)),
    );
  expect(left.map(({ id }) => id).sort()).toEqual(open.map(({ id }) => id).sort());
}, 30_000);

it("leaves a prediction that was made before the cutoff and ended after it", async () => {
  const { userId, made } = await aLongHistory(1);
  await env.DB.prepare("DELETE FROM predictions WHERE user_id = ?").bind(userId).run();
  const createdAt = new Date(cutoff.getTime() - 10 * DAY_MS);
  const ended = (id: string, day: number) => ({
    ...made,
    id: `prd_${id}${userId.slice(4, 10)}`,
    requestKey: id,
    lockId: `lock ${id} ${userId}`,
    state: "void" as const,
    createdAt,
    settledAt: new Date(cutoff.getTime() + day * DAY_MS),
  });
  await db.insert(predictions).values([ended("before", -1), ended("after", 1)]);
  await archivePredictions(store, "", cutoff, now);
  const left = await db
    .select({ key: predictions.requestKey })
    .from(predictions)
    .where(eq(predictions.userId, userId));
  expect(left).toEqual([{ key: "after" }]);
}, 30_000);

describe("the cutoff", () => {
  it.each([
    ["2026-11-24T12:00:00Z", "2026-04-01"],
    ["2026-12-31T23:59:59Z", "2026-04-01"],
    ["2027-01-01T00:00:00Z", "2026-07-01"],
    ["2027-02-03T00:00:00Z", "2026-07-01"],
  ])("on %s is the start of the season two before the present one, %s", (at, day) => {
    expect(archiveCutoff(new Date(at))).toEqual(new Date(`${day}T00:00:00Z`));
  });
});
