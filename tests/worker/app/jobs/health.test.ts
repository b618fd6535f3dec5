import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createApp } from "#app/app.ts";
import { openDeps } from "#app/deps.ts";
import { readHealth, recentHealth } from "#app/jobs/health.ts";
import { call } from "../../api.ts";
import { untilDone } from "./deliver.ts";

const deps = openDeps(env, "http://localhost");
const health = async () => (await call("GET", "/api/health")).body;

afterEach(async () => {
  vi.restoreAllMocks();
  await env.DB.exec("DELETE FROM dead_letters");
});

describe("the health answer", () => {
  it("has nothing to say of a new deployment but that it works", async () => {
    const ranges = { ranges: expect.any(Number), read: 0, refused: 0, isPastRead: false };
    expect(await health()).toEqual({
      ok: true,
      database: "ok",
      objects: "ok",
      queue: { state: "ok", waiting: expect.any(Number) },
      deadLetters: { count: 0, lastAt: null },
      calendar: { readAt: null, ageSeconds: null },
      listing: { state: "absent", readAt: null, companies: 0 },
      backfill: ranges,
      lastLockAt: null,
      missedLocks: 0,
      missedForPast: 0,
      dueForSettlement: 0,
      calibration: "ok",
    });
  });

  it("says how far the past is read and how old the calendar is, once the jobs ran", async () => {
    await untilDone(deps, { job: "calendar" });
    const { backfill, calendar } = (await health()) as Awaited<ReturnType<typeof readHealth>>;
    expect(backfill?.ranges).toBeGreaterThan(3);
    expect(backfill?.read).toBe(backfill?.ranges);
    expect(backfill?.isPastRead).toBe(true);
    expect(calendar?.ageSeconds).toBeLessThan(60);
  });

  it("counts dead letters", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = () => {
      throw new Error("broken");
    };
    await untilDone({ ...deps, billing: { ...deps.billing, now: broken } }, { job: "reconciliation" });
    expect(await health()).toMatchObject({ deadLetters: { count: 1, lastAt: expect.any(String) } });
  });

  it("answers when neither the database nor the queue does", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const away = () => Promise.reject(new Error("away"));
    expect(await readHealth({ ...deps, waitingJobs: away, market: away })).toEqual({
      ok: false,
      database: "unavailable",
      objects: "ok",
      queue: { state: "unavailable", waiting: null },
      deadLetters: null,
      calendar: null,
      listing: null,
      backfill: null,
      lastLockAt: null,
      missedLocks: null,
      missedForPast: null,
      dueForSettlement: null,
      calibration: "unknown",
    });
    expect(log).toHaveBeenCalledTimes(2);
  });

  it("is read once in ten seconds in production, and anew in an outage", async () => {
    const waitingJobs = vi.fn(async () => 0);
    const settings = { ...deps.settings, APP_ENV: "production" as const };
    const production = { ...deps, settings, waitingJobs };
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    await recentHealth(production);
    await recentHealth(production);
    expect(waitingJobs).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 10_000);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    waitingJobs.mockRejectedValue(new Error("away"));
    expect((await recentHealth(production)).ok).toBe(false);
    await recentHealth(production);
    expect(waitingJobs).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  it("is a 503 for a monitor that reads nothing but the status, and names what does not answer", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const away = () => Promise.reject(new Error("away"));
    const broken = {
      ...env,
      JOBS: { metrics: away },
      RATE: { idFromName: () => "", get: () => ({ peek: away, take: away }) },
    };
    const answer = await createApp().fetch(
      new Request("http://localhost/api/health"),
      broken as unknown as typeof env,
      createExecutionContext(),
    );
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      code: "not_available",
      message: "Not answering: queue of jobs, objects.",
    });
  });

  it("says so when the ledger alone does not answer", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const head = () => Promise.reject(new Error("away"));
    const LEDGER = { idFromName: () => "", get: () => ({ head }) };
    const broken = openDeps({ ...env, LEDGER } as unknown as typeof env, "http://localhost");
    expect(await readHealth(broken)).toMatchObject({ ok: false, database: "ok", objects: "unavailable" });
  });
});
