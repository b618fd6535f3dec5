import { env } from "cloudflare:test";
import type { CompanyChange } from "#contract/company-change.ts";
import { openDatabase } from "#platform/db/client.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { settle } from "#record/settle.ts";
import type { ReportObservation } from "#season/report.ts";
import { storeReports } from "#season/store-reports.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { seen } from "../../../unit/season/a-report.ts";
import { ledgerOf } from "../../record/a-record.ts";
import { REPORT_DAY, storeDueCompanies } from "../due-companies.ts";

export const db = openDatabase(env.DB);
export { REPORT_DAY };
/** The evening before the report, when it is locked. */
export const eve = new Date("2026-10-19T20:17:00Z");
/** The evening before the next season's report, in winter time. */
export const nextEve = new Date("2027-01-18T22:17:00Z");
export const night = new Date("2026-10-20T23:17:00Z");

/** Makes a separate market of companies with eight reported quarters whose next report is on that day. */
export async function aMarketOf(ledgerId: string, ...symbols: string[]) {
  const newId = () => `prd_${crypto.randomUUID().slice(0, 8)}`;
  const record = { db, ledgerId, ledger: ledgerOf(ledgerId), files: env.FILES, marketNow: () => eve, newId };
  await storeDueCompanies(record, symbols, { now: new Date("2026-10-01T12:00:00Z") });
  return record;
}
type Market = Awaited<ReturnType<typeof aMarketOf>>;

export async function lockRound(market: Market, now = eve) {
  await scoreUpcomingReports(market, now);
  return lockUpcomingForecasts({ ...market, marketNow: () => now }, await dueLocks(market, "live", now));
}

/** Returns what a source says of that day's report, or of another one. */
export function figureOf(symbol: string, given: Partial<ReportObservation> = {}): ReportObservation {
  return seen({
    ...{
      symbol,
      reportDate: REPORT_DAY,
      isConfirmed: true,
      consensusEps: 1,
      reportedEps: 1.1,
      source: "a source",
    },
    ...given,
  });
}

export async function say(market: Market, now: Date, ...sightings: ReportObservation[]): Promise<void> {
  await storeReports(market, sightings, { now, today: now.toISOString().slice(0, 10) });
}

export function settleAt(market: Market, now: Date): Promise<number> {
  return settle({ ...market, sources: ["a source"], hasFilings: false }, now);
}

export function renamed(from: string, to: string, day = "2026-10-19"): CompanyChange {
  return { kind: "renamed", from, to, name: null, day, source: "a source" };
}

/** Reads rows of a market, without its ledger's name. */
export async function rows<Row>(ledgerId: string, query: string): Promise<Row[]> {
  return (await env.DB.prepare(query).bind(ledgerId).all<Row>()).results;
}

/** Returns every table that names a company of a market. One that a change of ticker misses leaves rows behind. */
async function tablesOfCompanies(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%ledger_id text%' AND sql LIKE '% symbol text%' ORDER BY name`,
  ).all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** Returns the tables in which rows of a ticker are left. */
export async function whereIs(ledgerId: string, symbol: string): Promise<string[]> {
  const found = await Promise.all(
    (await tablesOfCompanies()).map(async (table) => {
      const row = await env.DB.prepare(
        `SELECT count(*) AS n FROM ${table} WHERE ledger_id = ? AND symbol = ?`,
      )
        .bind(ledgerId, symbol)
        .first<{ n: number }>();
      return (row?.n ?? 0) > 0 ? [table] : [];
    }),
  );
  return found.flat();
}
