import { and, eq, sql } from "drizzle-orm";
import { isAmong } from "#platform/db/client.ts";
import { type StoredQuarter, seasonHistories } from "#platform/schema/season.ts";
import type { StoredReport } from "./report.ts";
import type { SeasonStore } from "./store.ts";

/** What a forecast must know of a reported quarter. EPS is in the reporting currency. */
type PastReport = Pick<
  StoredReport,
  | "fiscalQuarterEnd"
  | "reportDate"
  | "isDayKnown"
  | "isComparable"
  | "doubt"
  | "consensusEps"
  | "reportedEps"
  | "source"
>;

/**
 * Returns each company's reported quarters by symbol, newest first. A company without one is missing. Reads one row
 * for a company whose reports have not changed since they were last read, and stores that row for the others.
 */
export async function readHistories(
  store: SeasonStore,
  symbols: readonly string[],
): Promise<Map<string, PastReport[]>> {
  const asked = [...new Set(symbols)];
  const { symbol, quarters } = seasonHistories;
  const known = await store.db
    .select({ symbol, quarters })
    .from(seasonHistories)
    .where(and(eq(seasonHistories.ledgerId, store.ledgerId), isAmong(symbol, asked)));
  const unchanged = new Set(known.map((row) => row.symbol));
  const changed = asked.filter((one) => !unchanged.has(one));
  const stored = changed.length === 0 ? [] : await storeHistories(store, changed);
  return new Map(
    [...known, ...stored].map((row) => [row.symbol, row.quarters.map(pastReportOf).toSorted(newestFirst)]),
  );
}

/** Stores the rows of these companies in one statement, so that no change of a report can come in between. */
async function storeHistories({ db, ledgerId }: SeasonStore, symbols: readonly string[]) {
  const rows = await db.all<{ symbol: string; quarters: string }>(sql`INSERT INTO season_histories
    SELECT ledger_id, symbol, json_group_array(json_array(fiscal_quarter_end, report_date, is_day_known, is_comparable,
      doubt, consensus_eps, reported_eps, source))
    FROM season_reports WHERE ledger_id = ${ledgerId} AND ${isAmong(sql`symbol`, symbols)} AND reported_eps IS NOT NULL
    GROUP BY ledger_id, symbol
    ON CONFLICT (ledger_id, symbol) DO UPDATE SET quarters = excluded.quarters RETURNING symbol, quarters`);
  return rows.map((row) => ({ ...row, quarters: JSON.parse(row.quarters) as StoredQuarter[] }));
}

function newestFirst(a: PastReport, b: PastReport): number {
  return a.fiscalQuarterEnd < b.fiscalQuarterEnd ? 1 : -1;
}

function pastReportOf(quarter: StoredQuarter): PastReport {
  const [fiscalQuarterEnd, reportDate, isDayKnown, isComparable, doubt, consensusEps, reportedEps, source] =
    quarter;
  return {
    fiscalQuarterEnd,
    reportDate,
    isDayKnown: isDayKnown === 1,
    isComparable: isComparable === 1,
    doubt,
    consensusEps,
    reportedEps,
    source,
  };
}
