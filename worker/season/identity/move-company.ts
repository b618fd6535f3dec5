import { type Name, type SQL, sql } from "drizzle-orm";
import { MAX_SAME_REPORT_GAP_DAYS, SAME_QUARTER_DAYS } from "#contract/fiscal-quarter.ts";
import { DAY_MS } from "#contract/time.ts";
import { withDashedShareClass } from "#market/company-name.ts";
import { TICKER_QUARANTINE_MS, tickerOwnershipSpans } from "#platform/schema/listings.ts";
import { recordScope } from "#platform/scope.ts";
import { insertRevisions, type SeasonStore } from "../store.ts";

/**
 * Which rows change their symbol from `from` to `to`, and how. `rename`: the company's rows replace those under
 * its new ticker. `stray`: rows that were stored late under the old ticker yield to existing ones. `class`: the
 * reports of the share class `from` are deleted, because they are those of the main class `to`.
 */
type Move = { from: string; to: string; as: "rename" | "stray" | "class"; now: Date };

/** Tables about reports. All of them have `ledger_id` and `symbol`. */
const reportTables = [
  "season_reports",
  "season_revisions",
  "upcoming_forecasts",
  "season_moves",
  "question_prices",
  "report_moves",
  "report_witnesses",
  "missed_locks",
  "webhook_forecasts",
  "company_releases",
] as const;
/** Tables with one row per report. A row is deleted when there is no report of its symbol and quarter. */
const singleReportTables = [
  "upcoming_forecasts",
  "season_moves",
  "missed_locks",
  "webhook_forecasts",
] as const;
const userTables = ["watchlist", "user_forecasts", "alerts"] as const;

/**
 * Returns SQL statements, for one transaction, that change the symbol of all rows about a company. They do
 * nothing when there are no rows.
 */
export function moveRows({ ledgerId }: SeasonStore, { from, to, as, now }: Move): SQL[] {
  const ofTicker = (ticker: string) => sql`ledger_id = ${ledgerId} AND symbol = ${ticker}`;
  const tables = (names: readonly string[]) => names.map((name) => sql.identifier(name));
  const moved = as === "rename" ? replaceRows : keepExistingRows;
  const reports =
    as === "class"
      ? tables(reportTables).map((table) => sql`DELETE FROM ${table} WHERE ${ofTicker(from)}`)
      : [
          ...sameReports({ ledgerId, from, to, as, now }),
          ...tables(reportTables).flatMap((table) => moved(table, ofTicker(from), to)),
          ...tables(singleReportTables).map((table) => withoutReport(table, ofTicker(to))),
        ];
  return [
    ...reports,
    ...tables(userTables).flatMap((table) => moved(table, ofTicker(from), to)),
    sql`UPDATE company_changes SET ticker = ${to} WHERE ledger_id = ${ledgerId} AND ticker = ${from}`,
    ...movePredictions(ledgerId, from, to),
  ];
}

function withoutReport(table: Name, isTicker: SQL): SQL {
  const isLocked = table.value === "upcoming_forecasts" ? sql`AND ledger_seq IS NULL` : sql``;
  return sql`DELETE FROM ${table} WHERE ${isTicker} ${isLocked} AND NOT EXISTS (SELECT 1 FROM season_reports AS r
    WHERE r.ledger_id = ${table}.ledger_id AND r.symbol = ${table}.symbol AND r.fiscal_quarter_end = ${table}.fiscal_quarter_end)`;
}

function replaceRows(table: Name, isFrom: SQL, to: string): SQL[] {
  return [sql`UPDATE OR REPLACE ${table} SET symbol = ${to} WHERE ${isFrom}`];
}

function keepExistingRows(table: Name, isFrom: SQL, to: string): SQL[] {
  return [
    sql`UPDATE OR IGNORE ${table} SET symbol = ${to} WHERE ${isFrom}`,
    sql`DELETE FROM ${table} WHERE ${isFrom}`,
  ];
}

/**
 * Merges a report that is stored under both tickers, possibly with two quarter ends, into one row. A reported
 * figure or a lock is never lost.
 */
function sameReports({ ledgerId, from, to, as, now }: Move & { ledgerId: string }): SQL[] {
  const [owner, dropped] = as === "rename" ? [from, to] : [to, from];
  const isSame = sql`(abs(julianday(own.fiscal_quarter_end) - julianday(gone.fiscal_quarter_end)) <= ${SAME_QUARTER_DAYS}
    OR abs(julianday(own.report_date) - julianday(gone.report_date)) <= ${MAX_SAME_REPORT_GAP_DAYS})`;
  const filledColumns = [
    "reported_eps",
    "reported_revenue",
    "report_date",
    "is_day_known",
    "reported_seen_at",
    "source",
    "is_beat",
    "doubt",
  ];
  const underBoth = sql`season_reports.ledger_id = ${ledgerId} AND season_reports.symbol IN (${from}, ${to})
    AND EXISTS (SELECT 1 FROM season_reports AS own JOIN season_reports AS gone ON gone.ledger_id = own.ledger_id AND gone.symbol = ${dropped}
      WHERE own.ledger_id = ${ledgerId} AND own.symbol = ${owner} AND ${isSame}
        AND season_reports.fiscal_quarter_end IN (own.fiscal_quarter_end, gone.fiscal_quarter_end))`;
  return [
    insertRevisions(underBoth, now),
    sql`UPDATE season_reports AS own SET changed_at = ${now.getTime()}, consensus_eps = coalesce(gone.consensus_eps, own.consensus_eps),
        ${sql.join(
          filledColumns.map((name) => sql`${sql.identifier(name)} = gone.${sql.identifier(name)}`),
          sql`, `,
        )}
      FROM season_reports AS gone WHERE own.ledger_id = ${ledgerId} AND own.symbol = ${owner} AND own.reported_eps IS NULL
        AND gone.ledger_id = ${ledgerId} AND gone.symbol = ${dropped} AND gone.reported_eps IS NOT NULL AND ${isSame}`,
    sql`DELETE FROM season_reports AS gone WHERE gone.ledger_id = ${ledgerId} AND gone.symbol = ${dropped}
      AND EXISTS (SELECT 1 FROM season_reports AS own WHERE own.ledger_id = ${ledgerId} AND own.symbol = ${owner} AND ${isSame})`,
    sql`DELETE FROM upcoming_forecasts AS open WHERE open.ledger_id = ${ledgerId} AND open.symbol IN (${from}, ${to}) AND open.ledger_seq IS NULL
      AND EXISTS (SELECT 1 FROM upcoming_forecasts AS locked WHERE locked.ledger_id = ${ledgerId} AND locked.symbol IN (${from}, ${to})
        AND locked.symbol <> open.symbol AND locked.fiscal_quarter_end = open.fiscal_quarter_end AND locked.ledger_seq IS NOT NULL)`,
  ];
}

/**
 * Changes the symbol of predictions. Each keeps the ticker under which it was made in `symbol_at_prediction`.
 */
function movePredictions(ledgerId: string, from: string, to: string): SQL[] {
  const isFrom = sql`symbol IN (${from}, ${withDashedShareClass(from)})`;
  const isOfRecord = sql`scope = ${recordScope(ledgerId)} AND request_key > ${`${from} `} AND request_key < ${`${from}!`}`;
  const renamed = sql`UPDATE predictions SET symbol_at_prediction = nullif(coalesce(symbol_at_prediction, symbol), ${to}), symbol = ${to}`;
  return [
    // Changes open predictions; `moveHistory` changes the settled ones.
    sql`${renamed} WHERE ledger_id = ${ledgerId} AND ${isFrom} AND due_at IS NOT NULL`,
    sql`${renamed} WHERE ${isOfRecord} AND ${isFrom}`,
    // When a report has a lock under each ticker, both keep their keys.
    sql`UPDATE OR IGNORE predictions SET request_key = ${to} || substr(request_key, ${from.length + 1}) WHERE ${isOfRecord}`,
    sql`UPDATE result_reports SET symbol = ${to} WHERE ${isFrom}
      AND EXISTS (SELECT 1 FROM predictions AS p WHERE p.id = prediction_id AND p.ledger_id = ${ledgerId})`,
  ];
}

const ROWS_A_STEP = 50_000;
/** Changes of the last days are processed again, because an earlier run of `moveHistory` may have failed. */
const RECENT_MS = 7 * DAY_MS;

/**
 * Changes the symbol of settled predictions to the company's current ticker, including those of deleted
 * accounts. No index finds them, so each call takes the next 50,000 rows and returns the id after which the
 * following call continues, or null at the end. It matches the ticker under which a prediction was made, since
 * its current one may have belonged to another company. Safe to retry.
 */
export async function moveHistory(
  { db, ledgerId }: SeasonStore,
  after: string,
  now: Date,
): Promise<string | null> {
  const [last] = await db.all<{ id: string }>(
    sql`SELECT id FROM predictions WHERE id > ${after} ORDER BY id LIMIT 1 OFFSET ${ROWS_A_STEP - 1}`,
  );
  const upTo = last ? sql`AND p.id <= ${last.id}` : sql``;
  const changed = sql`l.ledger_id = ${ledgerId} AND l.company_id IN (SELECT r.company_id FROM listings AS r
    WHERE r.ledger_id = ${ledgerId} AND r.closed_at > ${now.getTime() - RECENT_MS})`;
  const madeAt = sql`coalesce(p.as_of, p.created_at)`;
  await db.run(sql`
    UPDATE predictions AS p SET symbol_at_prediction = nullif(coalesce(p.symbol_at_prediction, p.symbol), led.symbol), symbol = led.symbol
    FROM (${tickerOwnershipSpans(changed)}) AS led
    WHERE p.id > ${after} ${upTo} AND p.scope <> ${recordScope(ledgerId)} AND p.ledger_id = ${ledgerId} AND p.symbol <> led.symbol
      AND led.ticker IN (coalesce(p.symbol_at_prediction, p.symbol), replace(coalesce(p.symbol_at_prediction, p.symbol), '-', '.'))
      AND ${madeAt} >= led.since AND ${madeAt} < led.until`);
  return last?.id ?? null;
}

/**
 * Returns true while a ticker was given up so recently that a job may have written predictions under it since
 * `moveHistory` last ran.
 */
export async function isOrphanCheckDue({ db, ledgerId }: SeasonStore, now: Date): Promise<boolean> {
  const [pending] = await db.all<{ is: number }>(sql`SELECT EXISTS (SELECT 1 FROM listings
    WHERE ledger_id = ${ledgerId} AND closed_at > ${now.getTime() - TICKER_QUARANTINE_MS - DAY_MS}) AS "is"`);
  return pending?.is === 1;
}
