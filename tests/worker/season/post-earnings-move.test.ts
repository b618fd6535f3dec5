import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { readStock } from "#app/pages/read-reports.ts";
import type { DailyBar, Part } from "#contract/market-data.ts";
import { openDatabase } from "#platform/db/client.ts";
import { postEarningsMoveOf } from "#season/post-earnings-move.ts";
import { aReport } from "../app/pages/a-market.ts";

const store = { db: openDatabase(env.DB), ledgerId: "sample" };
const bar = (date: string, close: number): DailyBar => ({
  date,
  open: 1,
  high: 1,
  low: 1,
  close,
  volume: null,
});
const bars = [
  bar("2026-10-28", 100),
  bar("2026-10-29", 104),
  bar("2026-10-30", 101.5),
  bar("2026-11-02", 103),
];
const now = new Date("2026-11-03T15:00:00Z");

/** Makes a source of prices that counts how often it is asked. */
function aSource(data: DailyBar[] | null) {
  const source = {
    asked: 0,
    prices: async (): Promise<Part<DailyBar[]>> => {
      source.asked += 1;
      return data
        ? { state: "live", data, source: "Test", url: null, asOf: now.toISOString() }
        : { state: "missing", reason: "upstream", detail: "it is down", source: "Test" };
    },
  };
  return source;
}

const quarter = "2026-09-30";
const subject = (symbol: string) => ({ symbol, fiscalQuarterEnd: quarter, expectedDay: "2026-10-29" });
const reported = (symbol: string) =>
  aReport({ symbol, quarter, day: "2026-10-29", session: "post", consensus: 1, reported: 1.2 });

describe("after a report", () => {
  it("the share's move is asked for once, and stored", async () => {
    await reported("MOVE");
    const source = aSource(bars);
    const first = await postEarningsMoveOf(store, source, subject("MOVE"), now);
    expect(first).toMatchObject({ reportDate: "2026-10-29", session: "post", moveMissing: null });
    expect(first.move).toEqual({
      percent: expect.closeTo(-2.4038, 3),
      fromDay: "2026-10-29",
      toDay: "2026-10-30",
      source: "Test",
    });
    expect(await postEarningsMoveOf(store, aSource(null), subject("MOVE"), now)).toEqual(first);
    expect(await postEarningsMoveOf(store, null, subject("MOVE"), now)).toEqual(first);
    expect(source.asked).toBe(1);
  });

  it("the company's page knows the move too, though the prediction's source ends the quarter a day earlier", async () => {
    await reported("NAMED");
    const asked = { ...subject("NAMED"), fiscalQuarterEnd: "2026-09-29" };
    const { move } = await postEarningsMoveOf(store, aSource(bars), asked, now);
    const stock = await readStock(store, "NAMED", new Date("2026-11-03T17:00:00Z"));
    expect(stock?.past.map(({ movePercent }) => movePercent)).toEqual([move?.percent]);
    expect((await postEarningsMoveOf(store, null, asked, now)).move).toEqual(move);
  });

  it("two readers at once get and store the same", async () => {
    await reported("BOTH");
    const source = aSource(bars);
    const both = await Promise.all([1, 2].map(() => postEarningsMoveOf(store, source, subject("BOTH"), now)));
    expect(both[0]).toEqual(both[1]);
    const { results } = await env.DB.prepare("SELECT * FROM report_moves WHERE symbol = 'BOTH'").all();
    expect(results).toHaveLength(1);
  });

  it("a source without prices is said to have none, and asked again six hours later", async () => {
    await reported("DOWN");
    const down = aSource(null);
    const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
    expect((await postEarningsMoveOf(store, down, subject("DOWN"), now)).moveMissing).toBe(
      "Test gave no prices: it is down",
    );
    await postEarningsMoveOf(store, down, subject("DOWN"), at(5));
    expect(down.asked).toBe(1);
    expect((await postEarningsMoveOf(store, aSource(bars), subject("DOWN"), at(7))).move?.toDay).toBe(
      "2026-10-30",
    );
    // A known move survives every later failure.
    expect((await postEarningsMoveOf(store, down, subject("DOWN"), at(20))).move?.toDay).toBe("2026-10-30");
  });

  it("nobody is asked before the session after it is over, nor for a reader who may not", async () => {
    await reported("SOON");
    const source = aSource(bars);
    const evening = new Date("2026-10-30T21:30:00Z");
    expect(await postEarningsMoveOf(store, source, subject("SOON"), evening)).toMatchObject({
      move: null,
      moveMissing: "The trading session after the report is not over yet.",
    });
    expect((await postEarningsMoveOf(store, null, subject("SOON"), now)).moveMissing).toBe(
      "No prices around the report are known.",
    );
    expect(source.asked).toBe(0);
  });

  it("names the next report that is known, and none of the past", async () => {
    await reported("AGAIN");
    expect((await postEarningsMoveOf(store, null, subject("AGAIN"), now)).next).toBeNull();
    await aReport({
      symbol: "AGAIN",
      quarter: "2026-12-31",
      day: "2027-01-28",
      session: "pre",
      consensus: 1,
    });
    await aReport({ symbol: "AGAIN", quarter: "2027-03-31", day: "2027-04-28", consensus: 1 });
    expect((await postEarningsMoveOf(store, null, subject("AGAIN"), now)).next).toEqual({
      reportDate: "2027-01-28",
      session: "pre",
      isConfirmed: true,
    });
  });

  it("without the report in the store the expected day stands", async () => {
    const found = await postEarningsMoveOf(store, aSource(bars), subject("UNKNOWN"), now);
    expect(found).toMatchObject({ reportDate: "2026-10-29", session: null, next: null });
    expect(found.move).toMatchObject({ fromDay: "2026-10-28", toDay: "2026-10-30" });
  });
});
