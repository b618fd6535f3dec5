import { afterEach, describe, expect, it, vi } from "vitest";
import { readHealth } from "#app/jobs/health.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { aMovingMarket, locksOf, rowsOf } from "../worker/app/jobs/a-moving-market.ts";

afterEach(() => vi.restoreAllMocks());

describe("three days without a tick", () => {
  it("are caught up by the next one: settled what came, counted what was missed, and nothing locked late", async () => {
    const { deps, tick } = aMovingMarket("paused");
    for (const day of ["02", "03"])
      for (const hour of ["19", "20", "21"]) await tick(`2026-11-${day}T${hour}:17:00Z`);
    const before = await locksOf("paused");
    expect(before.length).toBeGreaterThan(2);
    expect(before.filter(({ report_date }) => report_date >= "2026-11-04").length).toBeGreaterThan(0);
    expect((await readHealth(deps)).missedLocks).toBe(0);

    const { failed } = await tick("2026-11-06T23:17:00Z");
    expect(failed).toBe(0);
    const after = await locksOf("paused");
    expect(after.filter(({ late }) => late)).toEqual([]);
    expect(
      after.filter(({ report_date, state }) => report_date <= "2026-11-05" && state === "pending"),
    ).toEqual([]);
    expect(after.filter(({ report_date }) => report_date === "2026-11-05")).toEqual([]);
    const missed = await rowsOf<{ symbol: string }>(
      `SELECT s.symbol FROM upcoming_forecasts AS s JOIN season_reports AS r USING (ledger_id, symbol, fiscal_quarter_end)
       WHERE s.ledger_id = 'paused' AND s.ledger_seq IS NULL AND r.report_date BETWEEN '2026-11-03' AND '2026-11-06' ORDER BY 1`,
    );
    expect(missed.length).toBeGreaterThan(2);
    const { missedLocks, lastLockAt } = await readHealth(deps);
    expect(missedLocks).toBe(missed.length);
    expect(lastLockAt).not.toBeNull();

    await tick("2026-11-07T00:17:00Z");
    expect((await readHealth(deps)).missedLocks).toBe(missed.length);
    await tick("2026-11-20T00:17:00Z");
    const locked = (await locksOf("paused")).map(({ symbol }) => symbol);
    for (const { symbol } of missed) expect(locked).not.toContain(symbol);
  });

  it("finish a lock that was in the ledger when the round was killed", async () => {
    const { deps, tick, record } = aMovingMarket("killed before");
    await tick("2026-11-02T18:17:00Z");
    const at = new Date("2026-11-02T20:17:00Z");
    const due = await dueLocks(record, "sample", at);
    expect(due.length).toBeGreaterThan(0);

    const killed = { ...record, marketNow: () => at };
    await expect(
      lockUpcomingForecasts(
        {
          ...killed,
          ledger: {
            append: async (drafts, nowMs) => {
              await record.ledger.append(drafts, nowMs);
              throw new Error("killed");
            },
          },
        },
        due,
      ),
    ).rejects.toThrow("killed");
    expect(await locksOf("killed before")).toEqual([]);

    for (const at of ["2026-11-05T22:17:00Z", "2026-11-05T23:17:00Z"]) await tick(at);
    const locks = await locksOf("killed before");
    for (const { symbol, reportDate } of due)
      expect(locks).toContainEqual({ symbol, report_date: reportDate, state: "settled", late: 0 });
    const numbers = await rowsOf<{ symbol: string; p: number }>(
      "SELECT symbol, beat_probability AS p FROM predictions WHERE ledger_id = 'killed before' AND symbol = ?",
      due[0]?.symbol ?? "",
    );
    expect(numbers).toEqual([{ symbol: due[0]?.symbol, p: due[0]?.beatProbability }]);
    expect((await readHealth(deps)).missedLocks).toBeGreaterThan(0);
  });
});

describe("locks whose calendar fails", () => {
  it("wait for its retries, and are made without it when those fail too", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let failures = 0;
    const { tick } = aMovingMarket("waiting", () => (failures-- > 0 ? "upstream" : null));
    await tick("2026-11-02T19:17:00Z");
    const runs = async (at: string, broken: number) => {
      failures = broken;
      const { jobs } = await tick(at);
      return jobs.locks;
    };
    const n = async () => (await locksOf("waiting")).length;
    expect(await runs("2026-11-02T20:17:00Z", 2)).toBe(3);
    const first = await n();
    expect(first).toBeGreaterThan(0);
    // Fifteen waits of one minute.
    expect(await runs("2026-11-03T20:17:00Z", 100)).toBe(16);
    expect(await n()).toBeGreaterThan(first);
  });
});
