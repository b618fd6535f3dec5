import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { MarketData } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { openDatabase } from "#platform/db/client.ts";
import { backfillProgress, claimRanges, unreadDayRanges } from "#season/backfill.ts";
import { readContexts } from "#season/read-context.ts";
import { reportsOf } from "#season/store.ts";
import { calendarRange, rangesSince, readCurrent, readRange } from "#season/sync.ts";

const db = openDatabase(env.DB);
const at = new Date("2026-04-20T15:00:00Z");
const syncOf = (ledgerId: string, market: MarketData = sampleMarket(), marketNow = () => at) => ({
  store: { db, ledgerId },
  market,
  marketNow,
});

describe("the season's calendar", () => {
  it("says of a company what its analysis says, and is read again without a write", async () => {
    const sync = syncOf("same");
    await readCurrent(sync);
    const company = await sampleMarket().company("AAPL", at);
    if (company.estimate.state === "missing") throw new Error();
    const [report] = await reportsOf(sync.store, "AAPL");
    expect(report).toMatchObject({
      consensusEps: company.estimate.data.consensusEps,
      fiscalQuarterEnd: company.estimate.data.fiscalQuarterEnd,
      isConfirmed: true,
    });
    expect(await readCurrent(sync)).toMatchObject({ changed: 0, rowsWritten: 0 });
  });

  it("goes back in ranges of thirty days, each read once after it is final, and then knows the market", async () => {
    const sync = syncOf("back");
    const ranges = await unreadDayRanges(sync.store, "2024-12-01", at);
    expect(ranges.length).toBeGreaterThan(15);
    for (const range of ranges) await readRange(sync, range);
    const open = await unreadDayRanges(sync.store, "2024-12-01", at);
    expect(open.every(({ lastDay }) => lastDay > "2026-03-20")).toBe(true);
    expect(open.length).toBeLessThanOrEqual(2);
    const { history } = await sampleMarket().company("KO", at);
    if (history.state === "missing") throw new Error();
    const past = (await reportsOf(sync.store, "KO")).filter(({ reportedEps }) => reportedEps !== null);
    expect(past.map(({ fiscalQuarterEnd, reportedEps }) => [fiscalQuarterEnd, reportedEps])).toEqual(
      history.data
        .slice(-past.length)
        .map(({ fiscalQuarterEnd, actual }) => [fiscalQuarterEnd, actual])
        .reverse(),
    );
    const bank = { sector: "Financial Services", family: "alphavantage" } as const;
    expect((await readContexts(sync.store, "2026-04-20"))(bank).marketBeatRate).toBeGreaterThan(0.3);
  });

  it("stores nothing of a source that fails, and leaves the range to be read again", async () => {
    const missing = { state: "missing", reason: "rate_limited", detail: "busy", source: "Source" } as const;
    const sync = syncOf("failing", { ...sampleMarket(), reports: async () => missing });
    const [range] = await unreadDayRanges(sync.store, "2026-01-01", at);
    if (!range) throw new Error();
    await expect(readRange(sync, range)).rejects.toMatchObject({ reason: "rate_limited" });
    expect(await unreadDayRanges(sync.store, "2026-01-01", at)).toContainEqual(range);
    const without = { ...missing, reason: "unsupported" } as const;
    expect(
      await readCurrent({ ...sync, market: { ...sync.market, reports: async () => without } }),
    ).toBeNull();
  });

  it("of the days around today never takes the place of a range of the past, whatever the day", () => {
    const ranges = new Set(rangesSince("2024-01-01", at).map(({ firstDay }) => firstDay));
    const days = Array.from({ length: 60 }, (_, i) => new Date(at.getTime() - i * 86_400_000));
    const first = days.map((day) => calendarRange(day.toISOString().slice(0, 10)).firstDay);
    expect(first.filter((day) => ranges.has(day))).toEqual([]);
    expect(calendarRange("2026-11-20")).toEqual({ firstDay: "2026-11-13", lastDay: "2026-12-20" });
  });

  it("is read back by several at once, four ranges in flight, each by one, and a lost reader's range again", async () => {
    const sync = syncOf("claimed");
    const claim = (at: Date) => claimRanges(sync.store, "2025-01-01", at);
    const both = (await Promise.all([claim(at), claim(at)])).flat();
    expect(new Set(both.map(({ firstDay }) => firstDay)).size).toBe(both.length);
    expect(both).toHaveLength(4);
    const [first, second] = both;
    if (!first || !second) throw new Error();
    await readRange(sync, first);
    expect(await backfillProgress(sync.store, "2025-01-01", at)).toEqual({
      ranges: 17,
      read: 1,
      refused: 0,
      isPastRead: false,
    });
    const [next, ...others] = await claim(at);
    expect([next && !both.some(({ firstDay }) => firstDay === next.firstDay), others]).toEqual([true, []]);
    const later = new Date(at.getTime() + 3_600_001);
    const again = await claim(later);
    expect(again).toContainEqual(second);
    // The failed ranges leave room for others.
    expect(again.filter(({ firstDay }) => both.some((one) => one.firstDay === firstDay))).toHaveLength(2);
    expect(again).toHaveLength(4);
  });
});
