import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { countedDatabase } from "../counted-database.ts";

const COMPANIES = 500;
const PAST_QUARTERS = 40;
const now = new Date("2026-11-24T15:00:00Z");

/** SQL for the numbers from 0 to below `n`. */
const numbers = (name: string, n: number) =>
  `${name}(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM ${name} WHERE n < ${n - 1})`;
const symbol = "char(65 + company.n / 676, 65 + company.n / 26 % 26, 65 + company.n % 26)";

beforeAll(async () => {
  await env.DB.batch([
    env.DB.prepare(`WITH RECURSIVE ${numbers("company", COMPANIES)}
      INSERT INTO season_companies (ledger_id, symbol, sector, market_cap, is_active, updated_at)
      SELECT 'large', ${symbol}, 'Technology', 1e9 * (1 + n), 1, 0 FROM company`),
    env.DB.prepare(`WITH RECURSIVE ${numbers("company", COMPANIES)}, ${numbers("quarter", PAST_QUARTERS + 1)}
      INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known,
        is_confirmed, consensus_eps, reported_eps, is_beat, source, is_imported, first_seen_at, changed_at)
      SELECT 'large', ${symbol}, date('2026-10-01', (1 - 3 * quarter.n) || ' months', '-1 day'), 1,
        date('2026-11-26', (-91 * quarter.n) || ' days'), 1, 1, 1, iif(quarter.n > 0, 1.05, NULL),
        iif(quarter.n > 0, 1, NULL), 'A source', 0, 0, 0
      FROM company, quarter`),
  ]);
});

/**
 * For each company: its history and its place in the given list (3), its four reports of the last year for the market's
 * counts, each with its index and company (12), the upcoming report likewise (3), and the stored forecast (1). The first
 * round also reads each company's reports to store its history, and two reports for the width of the intervals.
 */
it("reads a company's past in one row, until one of its reports changes", async () => {
  const { binding, use } = countedDatabase(env.DB);
  const store = { db: openDatabase(binding), ledgerId: "large" };
  const roundOf = async () => {
    const before = use.rowsRead;
    const { scored } = await scoreUpcomingReports(store, now);
    return { scored, readForEach: Math.round((use.rowsRead - before) / COMPANIES) };
  };
  expect(await roundOf()).toEqual({ scored: COMPANIES, readForEach: 66 });
  expect(await roundOf()).toEqual({ scored: COMPANIES, readForEach: 19 });
});
