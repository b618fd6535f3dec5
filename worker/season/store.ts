import { and, desc, eq, getTableColumns, gte, lte, type SQL, sql } from "drizzle-orm";
import { MAX_SAME_REPORT_GAP_DAYS, MOVED_REPORT_DAYS } from "#contract/fiscal-quarter.ts";
import { DAY_MS, daysBetween, isoDay } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { excludedColumns, isAmong, valuesAsTable } from "#platform/db/client.ts";
import { seasonCompanies, seasonReports, seasonRevisions } from "#platform/schema/season.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import { isFreeTicker } from "./identity/company-id.ts";
import type { MergeResult, ReadTime } from "./merge.ts";
import type { ReportObservation, StoredReport } from "./report.ts";

/**
 * A database and the market whose rows are meant. `ledgerId` is "live", "sample", or that of a market with a
 * set clock. A parameter `now` beside a store is the time on that market's clock, unless stated otherwise.
 */
export type SeasonStore = { db: Database; ledgerId: string };

/** How far around the sightings stored reports are read, so that the quarters before and after are included. */
const NEIGHBOUR_MS = 130 * DAY_MS;
/** Reports of a longer span are found by company, and those of a shorter one by day. */
const SHORT_SPAN_DAYS = 80;
const MAX_HISTORY = 80;

/** Returns a company's stored reports, newest quarter first. */
export async function reportsOf({ db, ledgerId }: SeasonStore, symbol: string): Promise<StoredReport[]> {
  return db
    .select(columns)
    .from(seasonReports)
    .where(and(eq(seasonReports.ledgerId, ledgerId), eq(seasonReports.symbol, symbol)))
    .orderBy(desc(seasonReports.fiscalQuarterEnd))
    .limit(MAX_HISTORY);
}

const { ledgerId: _, ...columns } = getTableColumns(seasonReports);

/** Returns the companies' reports around the days of the sightings. */
export async function readAround(
  { db, ledgerId }: SeasonStore,
  sightings: readonly ReportObservation[],
): Promise<StoredReport[]> {
  const days = sightings
    .map(({ reportDate, fiscalQuarterEnd }) => reportDate ?? fiscalQuarterEnd ?? "")
    .sort();
  const near = (day: string, by: number) => isoDay(Date.parse(day) + by * NEIGHBOUR_MS);
  const [first = "", last = ""] = [days[0], days.at(-1)];
  // The primary-key index finds whole histories, and the index on the report date finds the reports of a few weeks.
  const isLong = daysBetween(first, last) > SHORT_SPAN_DAYS;
  const reportDate = isLong ? sql`+${seasonReports.reportDate}` : sql`${seasonReports.reportDate}`;
  return db
    .select(columns)
    .from(seasonReports)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        isAmong(
          seasonReports.symbol,
          sightings.map(({ symbol }) => symbol),
        ),
        gte(reportDate, near(first, -1)),
        lte(reportDate, near(last, 1)),
      ),
    );
}

/** Returns the companies' reports from an ISO day on. Uses the primary-key index. */
export async function readReports(
  { db, ledgerId }: SeasonStore,
  symbols: readonly string[],
  from = "",
): Promise<StoredReport[]> {
  return db
    .select(columns)
    .from(seasonReports)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        isAmong(seasonReports.symbol, symbols),
        gte(seasonReports.reportDate, from),
      ),
    );
}

export type WriteCounts = {
  changed: number;
  /** The number of SQL statements that were sent to D1. */
  statements: number;
  rowsRead: number;
  rowsWritten: number;
};

/** Writes the merged reports in one transaction, together with their earlier versions and unknown companies. */
export async function writeMerges(
  store: SeasonStore,
  merges: ReadonlyMap<string, MergeResult>,
  at: ReadTime,
): Promise<WriteCounts> {
  const { db } = store;
  const changed = [...merges.values()].flatMap((merge) => merge.changed);
  if (changed.length === 0) return { changed: 0, statements: 0, rowsRead: 0, rowsWritten: 0 };
  const renamed = [...merges].flatMap(([symbol, merge]) =>
    merge.renamed.map(({ from, to }) => ({ symbol, from, to })),
  );
  const statements = [
    addCompanies(store, [...new Set(changed.map(({ symbol }) => symbol))], at.now),
    ...(renamed.length > 0 ? renameQuarters(store, renamed, at.now) : []),
    keepVersions(store, changed),
    writeReports(store, changed),
  ] as const;
  const [first, ...laterStatements] = statements;
  const results = await db.batch([first, ...laterStatements]);
  const sum = (field: "rows_read" | "rows_written") =>
    results.reduce((total, { meta }) => total + Number(meta[field] ?? 0), 0);
  return {
    changed: changed.length,
    statements: statements.length,
    rowsRead: sum("rows_read"),
    rowsWritten: sum("rows_written"),
  };
}

/** Inserts unknown companies with nothing but a symbol. `storeCompanies` fills in the other columns. */
function addCompanies({ db, ledgerId }: SeasonStore, symbols: readonly string[], now: Date) {
  const rows = symbols.map((symbol) => ({ ledgerId, symbol, isActive: true, updatedAt: now }));
  return db
    .insert(seasonCompanies)
    .select(valuesAsTable(seasonCompanies, rows, isFreeTicker(now)))
    .onConflictDoNothing();
}

/** Deletes reports that were stored under a wrong quarter, and keeps them as revisions under that quarter. */
function renameQuarters(
  { db, ledgerId }: SeasonStore,
  renamed: readonly { symbol: string; from: string; to: string }[],
  now: Date,
) {
  const from = sql`(SELECT value ->> 'symbol', value ->> 'from' FROM json_each(${JSON.stringify(renamed)}))`;
  const isOld = sql`ledger_id = ${ledgerId} AND (symbol, fiscal_quarter_end) IN ${from}`;
  return [
    db
      .insert(seasonRevisions)
      .select(sql`SELECT ${versionUntil(sql`${now.getTime()}`)} FROM season_reports WHERE ${isOld}`)
      .onConflictDoNothing(),
    db.delete(seasonReports).where(isOld),
    // The report is scored again under the right quarter.
    db.delete(upcomingForecasts).where(isOld),
  ] as const;
}

/**
 * True for a given row whose report an overlapping run has already stored under another quarter. The row is
 * skipped, and the next run merges it.
 */
const isStoredUnderOtherQuarter = sql`EXISTS (SELECT 1 FROM season_reports AS other
  WHERE other.ledger_id = given.ledger_id AND other.symbol = given.symbol
  AND other.fiscal_quarter_end <> given.fiscal_quarter_end
  AND NOT (other.is_quarter_declared AND given.is_quarter_declared)
  AND abs(julianday(other.report_date) - julianday(given.report_date))
    <= iif(other.reported_eps IS NULL, ${MOVED_REPORT_DAYS}, ${MAX_SAME_REPORT_GAP_DAYS}))`;

/**
 * False for a row without a reported figure that would overwrite one, because it was read before the figure was
 * stored.
 */
const keepsFigure = (alias: "given" | "excluded") =>
  sql`${sql.identifier(alias)}.reported_eps IS NOT NULL OR season_reports.reported_eps IS NULL`;

/**
 * The later change time of the given and the stored row. A run that began earlier may write later, and the
 * versions' times must not overlap.
 */
const changedAt = (alias: "given" | "excluded") =>
  sql`max(${sql.identifier(alias)}.changed_at, season_reports.changed_at)`;

/**
 * Returns the columns of `season_reports` in the order of `season_revisions`, as a version that ended at
 * `heldUntil`.
 */
function versionUntil(heldUntil: SQL): SQL {
  const { changedAt: heldFrom, ...otherColumns } = getTableColumns(seasonReports);
  const cells = Object.keys(getTableColumns(seasonRevisions)).map((key) => {
    if (key === "heldUntil") return heldUntil;
    const { name } = key === "heldFrom" ? heldFrom : otherColumns[key as keyof typeof otherColumns];
    return sql`season_reports.${sql.identifier(name)}`;
  });
  return sql.join(cells, sql`, `);
}

/**
 * Returns SQL that keeps the reports matching `isOne` as revisions. It must run before they are changed or
 * deleted, in the same transaction.
 */
export function insertRevisions(isOne: SQL, now: Date): SQL {
  return sql`INSERT INTO season_revisions (ledger_id, symbol, fiscal_quarter_end, held_from, held_until, report_date, session, is_confirmed, moved_from, consensus_eps, estimate_low, estimate_high, analyst_count, reported_eps, consensus_revenue, reported_revenue, is_beat) SELECT ${versionUntil(sql`${now.getTime()}`)} FROM season_reports
    WHERE ${isOne} ON CONFLICT DO NOTHING`;
}

/** Keeps the versions that `writeReports` overwrites, in the same transaction. */
function keepVersions({ db, ledgerId }: SeasonStore, reports: readonly StoredReport[]) {
  const rows = reports.map((report) => ({ ...report, ledgerId }));
  return db
    .insert(seasonRevisions)
    .select(
      sql`SELECT ${versionUntil(changedAt("given"))} FROM (${valuesAsTable(seasonReports, rows, sql`NOT ${isStoredUnderOtherQuarter}`)}) AS given
        JOIN season_reports ON season_reports.ledger_id = given.ledger_id AND season_reports.symbol = given.symbol
          AND season_reports.fiscal_quarter_end = given.fiscal_quarter_end
        WHERE ${keepsFigure("given")}`,
    )
    .onConflictDoNothing();
}

function writeReports({ db, ledgerId }: SeasonStore, reports: readonly StoredReport[]) {
  const rows = reports.map((report) => ({ ...report, ledgerId }));
  return db
    .insert(seasonReports)
    .select(valuesAsTable(seasonReports, rows, sql`NOT ${isStoredUnderOtherQuarter}`))
    .onConflictDoUpdate({
      target: [seasonReports.ledgerId, seasonReports.symbol, seasonReports.fiscalQuarterEnd],
      set: {
        ...excludedColumns(columns),
        changedAt: changedAt("excluded"),
      },
      setWhere: keepsFigure("excluded"),
    });
}
