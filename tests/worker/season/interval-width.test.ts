import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { readIntervalWidth } from "#season/upcoming/read-width.ts";

const storeOf = (ledgerId: string) => ({ db: openDatabase(env.DB), ledgerId });

type Settled = { ledgerId: string; reports: number; reportDate: string; reportedEps: number | null };

let companies = 0;
/** Makes reports with a consensus of one dollar, scored with an interval of 20% on either side. */
async function scored({ ledgerId, reports, reportDate, reportedEps }: Settled): Promise<void> {
  const report = env.DB.prepare(
    `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known,
      is_confirmed, consensus_eps, reported_eps, is_beat, source, is_imported, first_seen_at, changed_at)
     VALUES (?, ?, '2026-06-30', 1, ?, 1, 1, 1, ?, ?, 'a source', 0, 0, 0)`,
  );
  const row = env.DB.prepare(
    `INSERT INTO upcoming_forecasts (ledger_id, symbol, fiscal_quarter_end, beat_probability, base_rate, edge_verdict, confidence, feature_tier,
      model_version, consensus_eps, scored_at, interval_low, interval_high, interval_limit)
     VALUES (?, ?, '2026-06-30', 0.7, 0.6, 'edge_up', 'high', 'full', 'm', 1, 0, -0.2, 0.2, 3)`,
  );
  const isBeat = reportedEps === null ? null : Number(reportedEps > 1);
  await env.DB.batch(
    Array.from({ length: reports }, () => {
      const symbol = `C${companies++}`;
      return [
        report.bind(ledgerId, symbol, reportDate, reportedEps, isBeat),
        row.bind(ledgerId, symbol),
      ] as const;
    }).flat(),
  );
}

it("intervals are as wide as fitted while few reports are settled, and in a market without any", async () => {
  const few = { ledgerId: "few", reportDate: "2026-07-30", reportedEps: 1.6 };
  await scored({ ...few, reports: 199 });
  await scored({ ...few, reports: 20, reportedEps: null });
  expect(await readIntervalWidth(storeOf("few"), "2026-08-03")).toEqual({
    day: "2026-08-03",
    factor: 1,
    reports: 199,
  });
  expect(await readIntervalWidth(storeOf("none"), "2026-08-03")).toMatchObject({ factor: 1, reports: 0 });
});

it("intervals widen when more than a fifth of the newest settled reports lay outside, from the next day on", async () => {
  const market = storeOf("season");
  await scored({ ledgerId: "season", reports: 150, reportDate: "2026-07-29", reportedEps: 1.3 });
  await scored({ ledgerId: "season", reports: 150, reportDate: "2026-07-30", reportedEps: 1.41 });
  // An interval holds half a cent more than it shows, so 0.405 of the consensus is 2.025 times the fitted 0.2.
  expect(await readIntervalWidth(market, "2026-07-30")).toMatchObject({ factor: 1, reports: 150 });
  expect(await readIntervalWidth(market, "2026-07-31")).toEqual({
    day: "2026-07-31",
    factor: 2.025,
    reports: 300,
  });
});

it("the day's first width stands, whatever is settled later that day", async () => {
  const market = storeOf("late");
  await scored({ ledgerId: "late", reports: 210, reportDate: "2026-07-29", reportedEps: 1.31 });
  const [first, other] = await Promise.all([
    readIntervalWidth(market, "2026-07-30"),
    readIntervalWidth(market, "2026-07-30"),
  ]);
  expect(first).toEqual({ day: "2026-07-30", factor: 1.525, reports: 210 });
  expect(other).toEqual(first);
  await scored({ ledgerId: "late", reports: 300, reportDate: "2026-07-29", reportedEps: 1.9 });
  expect(await readIntervalWidth(market, "2026-07-30")).toEqual(first);
  expect((await readIntervalWidth(market, "2026-07-31")).factor).toBe(3);
});
