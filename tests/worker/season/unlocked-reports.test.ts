import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { openDatabase } from "#db/client.ts";
import { scoreSlate } from "#season/slate/score.ts";
import { unlockedReports } from "#season/slate/unlocked-reports.ts";
import { storeReports } from "#season/store.ts";
import { call } from "../api.ts";

const DAY_MS = 86_400_000;
const reportDate = "2026-10-20";
const eveningBefore = new Date("2026-10-19T20:17:00Z");
const dayAfter = new Date("2026-10-21T14:00:00Z");
const store = { db: openDatabase(env.DB), ledgerId: "live" };
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Companies with so many reported quarters, whose next report is on the day. */
async function companies(symbols: readonly string[], quarters: number, now: Date) {
  const sightings = symbols.flatMap((symbol) =>
    Array.from({ length: quarters + 1 }, (_, i) => ({
      symbol,
      fiscalQuarterEnd: null,
      reportDate: isoDay(Date.parse(reportDate) - i * 91 * DAY_MS),
      session: null,
      isConfirmed: i > 0,
      consensusEps: 1,
      analystCount: 9,
      reportedEps: i === 0 ? null : 1.05,
      basis: null,
      source: "a source",
      isImported: false,
    })),
  );
  await storeReports(store, sightings, { now, today: isoDay(now.getTime()) });
}

it("every report of the calendar without a lock has its reason, once it may be out", async () => {
  await companies(["LOCK", "MISS", "PARIS"], 8, eveningBefore);
  await companies(["YOUNG"], 2, eveningBefore);
  await env.DB.exec("UPDATE season_companies SET exchange = 'Paris' WHERE symbol = 'PARIS'");
  await scoreSlate(store, eveningBefore);
  await env.DB.exec("UPDATE slate SET ledger_seq = 1 WHERE symbol = 'LOCK'");
  await companies(["LATE", "OPEN"], 8, dayAfter);
  await env.DB.exec(
    "INSERT INTO missed_locks SELECT ledger_id, symbol, fiscal_quarter_end, 'past_unread', 1 FROM season_reports WHERE symbol = 'OPEN' AND reported_eps IS NULL",
  );
  const days = { from: reportDate, to: reportDate };
  expect(await unlockedReports(store, { ...days, now: eveningBefore })).toEqual([]);
  const found = await unlockedReports(store, { ...days, now: dayAfter });
  expect(found.map(({ symbol, reason }) => [symbol, reason])).toEqual([
    ["LATE", "late_in_calendar"],
    ["MISS", "missed"],
    ["OPEN", "past_unread"],
    ["PARIS", "outside_universe"],
    ["YOUNG", "too_few_quarters"],
  ]);
});

it("is a public call of at most sixty-three days", async () => {
  const answer = await call("GET", `/api/track-record/unlocked?from=${reportDate}&to=2026-11-20`);
  expect([answer.status, answer.body]).toEqual([200, { reports: [] }]);
  expect((await call("GET", "/api/track-record/unlocked?from=2026-01-01&to=2026-12-31")).status).toBe(400);
  expect((await call("GET", "/api/track-record/unlocked")).status).toBe(400);
});
