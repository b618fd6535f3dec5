import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readHealth } from "#app/jobs/health.ts";
import { backfill, refreshSeasonCalendar } from "#app/jobs/season-jobs.ts";
import { withMarket } from "#app/wiring/market.ts";
import type { JobMessage } from "#platform/messages.ts";
import { aMovingMarket, locksOf, rowsOf } from "../worker/app/jobs/a-moving-market.ts";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

const isPast = (to: string) => to < "2026-11-01";
const scored = async (ledgerId: string) =>
  (await rowsOf("SELECT symbol FROM upcoming_forecasts WHERE ledger_id = ?", ledgerId)).length;

describe("a new deployment", () => {
  it("scores and locks nothing before its past is read, says so, and locks at once when it is", async () => {
    let isBroken = true;
    const { deps, tick } = aMovingMarket("new", (_from, to) => (isBroken && isPast(to) ? "upstream" : null));
    const hourly = await tick("2026-11-02T20:17:00Z");
    expect(hourly.jobs.calendar).toBe(1);
    expect(await locksOf("new")).toEqual([]);
    expect(await scored("new")).toBe(0);
    expect(await readHealth(deps)).toMatchObject({
      backfill: { read: 0, refused: 0, isPastRead: false },
      missedLocks: 0,
      missedForPast: 0,
      lastLockAt: null,
    });

    isBroken = false;
    await tick("2026-11-02T21:18:00Z");
    expect((await readHealth(deps)).backfill).toMatchObject({ isPastRead: true });
    const locks = await locksOf("new");
    expect(locks.map(({ report_date }) => report_date)).toContain("2026-11-03");
    expect(locks.filter(({ late }) => late)).toEqual([]);
    expect(await scored("new")).toBeGreaterThan(locks.length);
  });

  it("counts a report that is out before its past is read as missed for that reason, and never locks it", async () => {
    let isBroken = true;
    const { deps, tick } = aMovingMarket("stuck", (_from, to) =>
      isBroken && isPast(to) ? "upstream" : null,
    );
    await tick("2026-11-02T20:17:00Z");
    await tick("2026-11-03T06:17:00Z");
    const out = await rowsOf<{ symbol: string; reason: string }>(
      `SELECT symbol, reason FROM missed_locks JOIN season_reports USING (ledger_id, symbol, fiscal_quarter_end)
       WHERE ledger_id = 'stuck' AND report_date <= '2026-11-03'`,
    );
    expect(out.length).toBeGreaterThan(0);
    expect(new Set(out.map(({ reason }) => reason))).toEqual(new Set(["past_unread"]));

    isBroken = false;
    await tick("2026-11-03T07:18:00Z");
    const { missedLocks, missedForPast } = await readHealth(deps);
    expect([missedLocks, missedForPast]).toEqual([out.length, out.length]);
    await tick("2026-11-03T20:17:00Z");
    const locked = (await locksOf("stuck")).map(({ symbol }) => symbol);
    expect(locked.length).toBeGreaterThan(0);
    for (const { symbol } of out) expect(locked).not.toContain(symbol);
  });

  it("does not wait for what the source's plan leaves out", async () => {
    const { deps, tick } = aMovingMarket("small plan", (from) =>
      from < "2025-09-01" ? "not_in_plan" : null,
    );
    const { failed } = await tick("2026-11-02T20:17:00Z");
    expect(failed).toBe(0);
    const { backfill: progress } = await readHealth(deps);
    expect(progress).toMatchObject({ refused: 2, isPastRead: true });
    expect(progress?.read).toBe((progress?.ranges ?? 0) - 2);
    expect((await locksOf("small plan")).length).toBeGreaterThan(0);
  });

  it("does not score while all that is left of its past is being read by others", async () => {
    const { deps, tick } = aMovingMarket("in flight", (_from, to) => (isPast(to) ? "upstream" : null));
    await tick("2026-11-02T20:17:00Z");
    const enqueued: JobMessage[] = [];
    await env.DB.exec("UPDATE leases SET expires_at = 9999999999999 WHERE kind = 'past range in flight'");
    const jobs = {
      ...(await withMarket(deps)),
      enqueue: async (messages: readonly JobMessage[]) => void enqueued.push(...messages),
    };
    await refreshSeasonCalendar(jobs);
    await backfill(jobs);
    expect(enqueued).toEqual([{ job: "backfill" }]);
    expect(await scored("in flight")).toBe(0);
  });
});
