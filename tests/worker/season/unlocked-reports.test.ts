import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { unlockedReports } from "#season/upcoming/overdue-locks.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { call } from "../api.ts";
import { REPORT_DAY, storeDueCompanies } from "./due-companies.ts";

const eveningBefore = new Date("2026-10-19T20:17:00Z");
const dayAfter = new Date("2026-10-21T14:00:00Z");
const store = { db: openDatabase(env.DB), ledgerId: "live" };

it("every report of the calendar without a lock has its reason, once it may be out", async () => {
  await storeDueCompanies(store, ["LOCK", "MISS", "PARIS"], { now: eveningBefore });
  await storeDueCompanies(store, ["YOUNG"], { now: eveningBefore, quarters: 2 });
  await env.DB.exec("UPDATE season_companies SET exchange = 'Paris' WHERE symbol = 'PARIS'");
  await scoreUpcomingReports(store, eveningBefore);
  await env.DB.exec("UPDATE upcoming_forecasts SET ledger_seq = 1 WHERE symbol = 'LOCK'");
  await storeDueCompanies(store, ["LATE", "OPEN"], { now: dayAfter });
  await env.DB.exec(
    "INSERT INTO missed_locks (ledger_id, symbol, fiscal_quarter_end, reason, missed_at) SELECT ledger_id, symbol, fiscal_quarter_end, 'past_unread', 1 FROM season_reports WHERE symbol = 'OPEN' AND reported_eps IS NULL",
  );
  const days = { from: REPORT_DAY, to: REPORT_DAY };
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
  const answer = await call("GET", `/api/track-record/unlocked?from=${REPORT_DAY}&to=2026-11-20`);
  expect([answer.status, answer.body]).toEqual([200, { reports: [] }]);
  expect((await call("GET", "/api/track-record/unlocked?from=2026-01-01&to=2026-12-31")).status).toBe(400);
  expect((await call("GET", "/api/track-record/unlocked")).status).toBe(400);
});
