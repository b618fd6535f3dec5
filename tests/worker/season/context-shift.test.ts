import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { type ForecastRequest, forecast } from "#model/predict.ts";
import { logit } from "#model/statistics.ts";
import { openDatabase } from "#platform/db/client.ts";
import { lockEvidenceOf, lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { readContextShift } from "#season/upcoming/read-context-shift.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { readUpcomingForecasts } from "#season/upcoming/upcoming-reports.ts";
import { ledgerOf } from "../record/a-record.ts";
import { storeDueCompanies } from "./due-companies.ts";

const db = openDatabase(env.DB);
const now = new Date("2026-10-19T20:17:00Z");

let companies = 0;
type Settled = { n: number; beats: number; reportDate?: string; shift?: number | null };

/** Stores settled reports that a forecast of 70% preceded. `shift` is null for one that knew the market's context. */
async function settled(
  ledgerId: string,
  { n, beats, reportDate = "2026-10-12", shift = 0 }: Settled,
): Promise<void> {
  const report = env.DB.prepare(
    `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known,
      is_confirmed, consensus_eps, reported_eps, is_beat, source, is_imported, first_seen_at, changed_at)
     VALUES (?, ?, '2026-06-30', 1, ?, 1, 1, 1, 1.1, ?, 'a source', 0, 0, 0)`,
  );
  const row = env.DB.prepare(
    `INSERT INTO upcoming_forecasts (ledger_id, symbol, fiscal_quarter_end, beat_probability, base_rate, edge_verdict,
      confidence, feature_tier, model_version, consensus_eps, scored_at, context_shift)
     VALUES (?, ?, '2026-06-30', 0.7, 0.6, 'edge_up', 'high', 'forty_quarters', 'm', 1, 0, ?)`,
  );
  await env.DB.batch(
    Array.from({ length: n }, (_, i) => {
      const symbol = `C${companies++}`;
      return [
        report.bind(ledgerId, symbol, reportDate, Number(i < beats)),
        row.bind(ledgerId, symbol, shift),
      ];
    }).flat(),
  );
}

it("the shift comes from the settled forecasts without context of the last 91 days before the day", async () => {
  await settled("shifted", { n: 20, beats: 0 });
  await settled("shifted", { n: 5, beats: 0, reportDate: "2026-10-19" });
  await settled("shifted", { n: 5, beats: 0, reportDate: "2026-07-19" });
  await settled("shifted", { n: 5, beats: 0, shift: null });
  const shift = await readContextShift({ db, ledgerId: "shifted" }, "2026-10-19");
  expect(shift).toMatchObject({ day: "2026-10-19", forecasts: 20 });
  expect(shift.logOdds).toBeCloseTo(logit((300 * 0.7) / 320) - logit(0.7), 4);
  expect(await readContextShift({ db, ledgerId: "unshifted" }, "2026-10-19")).toEqual({
    day: "2026-10-19",
    logOdds: 0,
    forecasts: 0,
  });
});

it("a lock without the market's context has the day's shift in its evidence, from which its number comes again", async () => {
  const ledgerId = "live shifted";
  const newId = () => `prd_${crypto.randomUUID().slice(0, 8)}`;
  const record = { db, ledgerId, ledger: ledgerOf(ledgerId), files: env.FILES, marketNow: () => now, newId };
  await storeDueCompanies(record, ["AAA"], { now, quarters: 8 });
  await settled(ledgerId, { n: 20, beats: 0 });
  await scoreUpcomingReports(record, now);
  await lockUpcomingForecasts(record, await dueLocks(record, "live", now));
  const report = { symbol: "AAA", fiscalQuarterEnd: "2026-09-30" };
  const evidence = await lockEvidenceOf(record, report);
  const input = evidence?.input as unknown as ForecastRequest;
  const { contextShift, ...unshifted } = input;
  expect(contextShift).toEqual(await readContextShift(record, "2026-10-19"));
  expect(contextShift?.logOdds).toBe(-0.2007);
  expect(forecast(input).beatProbability).toBeCloseTo(evidence?.beatProbability ?? Number.NaN, 4);
  expect(forecast(input).beatProbability).toBeLessThan(forecast(unshifted).beatProbability - 0.02);
  const [row] = await readUpcomingForecasts(record, [report]);
  expect(row).toMatchObject({
    contextShift: contextShift?.logOdds,
    beatProbability: evidence?.beatProbability,
  });
});
