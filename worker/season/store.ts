import { and, desc, eq, getTableColumns, gte, lte, type SQL, sql } from "drizzle-orm";
import { isSameQuarter, MAX_SAME_REPORT_GAP_DAYS, MOVED_REPORT_DAYS } from "#contract/fiscal-quarter.ts";
import type { EstimateRange } from "#contract/market-data.ts";
import { DAY_MS, daysBetween, isoDay } from "#contract/time.ts";
import type { FiledResult } from "#market/rows/source-row.ts";
import type { Database } from "#platform/db/client.ts";
import { excludedColumns, valuesAsTable } from "#platform/db/client.ts";
import { seasonCompanies, seasonReports, seasonRevisions } from "#platform/schema/season.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import { readFiledResults } from "./filed-results.ts";
import { isFreeTicker } from "./identity/company-id.ts";
import { followTickers } from "./identity/tickers.ts";
import { type MergeResult, mergeReports, type ReadTime, withRange } from "./merge.ts";
import type { ReportObservation, StoredReport } from "./report.ts";
import { storeFaults } from "./source-faults.ts";

/**
 * A database and the market whose rows are meant. `ledgerId` is "live", "sample", or that of a market with a
 * set clock. A parameter `now` beside a store is the time on that market's clock, unless stated otherwise.
 */
export type SeasonStore = { db: Database; ledgerId: string };

/** The number of sightings in a batch, which keeps a statement's bound values well below D1's limit of 2 MB. */
const REPORTS_AT_ONCE = 1_000;
/** How far around the sightings stored reports are read, so that the quarters before and after are included. */
const NEIGHBOUR_MS = 130 * DAY_MS;
const MAX_HISTORY = 80;

export type StoreResult = {
  seen: number;
  changed: number;
  /** The number of SQL statements that were sent to D1. */
  statements: number;
  rowsRead: number;
  rowsWritten: number;
};

/**
 * Merges what sources say about reports into the stored reports. Safe to retry or overlap: no report is stored
 * under two quarters, and no figure is lost.
 */
export async function storeReports(
  store: SeasonStore,
  sightings: readonly ReportObservation[],
  moment: ReadTime,
): Promise<StoreResult> {
  const total: StoreResult = {
    seen: sightings.length,
    changed: 0,
    statements: 0,
    rowsRead: 0,
    rowsWritten: 0,
  };
  for (const batch of batchesOf(await followTickers(store, sightings, moment.now))) {
    const around = await readAround(store, batch);
    const merges = mergeAll(around, batch, moment);
    // A split changes a company's whole history, and an unlikely figure is judged by it, so reports that were not
    // read for this batch are merged too.
    const whole = [...merges].filter(([, { scale, isUnsure }]) => scale !== 1 || isUnsure);
    if (whole.length > 0) {
      const symbols = whole.map(([symbol]) => symbol);
      const [history, filed] = await Promise.all([
        readReports(store, symbols),
        readFiledResults(store, symbols, moment.now),
      ]);
      const again = batch.filter(({ symbol }) => symbols.includes(symbol));
      for (const [symbol, merge] of mergeAll(history, again, moment, filed)) merges.set(symbol, merge);
    }
    const written = await write(store, merges, moment);
    await storeMergeFaults(store, batch, merges, moment.now);
    total.changed += written.changed;
    total.statements += 1 + 2 * Number(whole.length > 0) + written.statements;
    total.rowsRead += written.rowsRead;
    total.rowsWritten += written.rowsWritten;
  }
  return total;
}

/** Stores the faults of a batch by source. Each company's sightings of a batch are of one source. */
async function storeMergeFaults(
  store: SeasonStore,
  batch: readonly ReportObservation[],
  merges: ReadonlyMap<string, MergeResult>,
  now: Date,
): Promise<void> {
  const sourceOf = new Map(batch.map(({ symbol, source }) => [symbol, source]));
  const faults = [...merges.values()].flatMap((merge) => merge.faults ?? []);
  for (const [source, ofSource] of Map.groupBy(faults, ({ symbol }) => sourceOf.get(symbol) ?? ""))
    await storeFaults(store, source, ofSource, now);
}

/**
 * Stores the ranges of estimates (by symbol) for upcoming reports, and returns how many rows changed. Unchanged
 * rows are not written, so it is safe to retry or overlap.
 */
export async function storeEstimateRanges(
  store: SeasonStore,
  rangesOf: ReadonlyMap<string, readonly EstimateRange[]>,
  moment: ReadTime,
): Promise<number> {
  if (rangesOf.size === 0) return 0;
  const coming = await readReports(store, [...rangesOf.keys()], moment.today);
  const changed = coming.flatMap((report): StoredReport[] => {
    const range = rangesOf.get(report.symbol)?.find((candidate) => isOfQuarter(report, candidate));
    if (!range || report.reportedEps !== null) return [];
    const next = withRange({
      ...report,
      estimateLow: range.low,
      estimateHigh: range.high,
      analystCount: range.analystCount ?? report.analystCount,
      changedAt: moment.now,
    });
    const keys = ["estimateLow", "estimateHigh", "analystCount"] as const;
    return keys.every((key) => next[key] === report[key]) ? [] : [next];
  });
  return (await write(store, new Map([["", { changed, renamed: [], scale: 1 }]]), moment)).changed;
}

/**
 * Quarter ends are at least this many days apart, and a report appears within this many days after its
 * quarter's end.
 */
const QUARTER_DAYS = 80;

/**
 * Returns whether the range belongs to the report's quarter. A quarter that was not declared may be wrong, so
 * the report date decides instead.
 */
function isOfQuarter(report: StoredReport, { fiscalQuarterEnd }: EstimateRange): boolean {
  if (report.isQuarterDeclared) return isSameQuarter(fiscalQuarterEnd, report.fiscalQuarterEnd);
  const days = daysBetween(fiscalQuarterEnd, report.reportDate);
  return days > 0 && days <= QUARTER_DAYS;
}

/** Returns a company's stored reports, newest quarter first. */
export async function reportsOf({ db, ledgerId }: SeasonStore, symbol: string): Promise<StoredReport[]> {
  return db
    .select(columns)
    .from(seasonReports)
    .where(and(eq(seasonReports.ledgerId, ledgerId), eq(seasonReports.symbol, symbol)))
    .orderBy(desc(seasonReports.fiscalQuarterEnd))
    .limit(MAX_HISTORY);
}

/**
 * Splits the sightings into batches. A company's sightings stay in one batch, so that they are merged together.
 */
function batchesOf(sightings: readonly ReportObservation[]): ReportObservation[][] {
  const batches: ReportObservation[][] = [];
  for (const ofCompany of Map.groupBy(sightings, ({ symbol }) => symbol).values()) {
    const last = batches.at(-1);
    if (last && last.length + ofCompany.length <= REPORTS_AT_ONCE) last.push(...ofCompany);
    else batches.push([...ofCompany]);
  }
  return batches;
}

function mergeAll(
  storedReports: readonly StoredReport[],
  sightings: readonly ReportObservation[],
  moment: ReadTime,
  filedOf: ReadonlyMap<string, FiledResult[]> = new Map(),
): Map<string, MergeResult> {
  const knownOf = Map.groupBy(storedReports, ({ symbol }) => symbol);
  const merges = new Map<string, MergeResult>();
  for (const [symbol, symbolSightings] of Map.groupBy(sightings, (sighting) => sighting.symbol))
    merges.set(symbol, mergeReports(knownOf.get(symbol) ?? [], symbolSightings, moment, filedOf.get(symbol)));
  return merges;
}

const { ledgerId: _, ...columns } = getTableColumns(seasonReports);

async function readAround(
  { db, ledgerId }: SeasonStore,
  sightings: readonly ReportObservation[],
): Promise<StoredReport[]> {
  const days = sightings
    .map(({ reportDate, fiscalQuarterEnd }) => reportDate ?? fiscalQuarterEnd ?? "")
    .sort();
  const near = (day: string, by: number) => isoDay(Date.parse(day) + by * NEIGHBOUR_MS);
  const [first = "", last = ""] = [days[0], days.at(-1)];
  // The primary-key index finds whole histories, and the index on the report date finds the reports of a few weeks.
  const isLong = daysBetween(first, last) > QUARTER_DAYS;
  const reportDate = isLong ? sql`+${seasonReports.reportDate}` : sql`${seasonReports.reportDate}`;
  return db
    .select(columns)
    .from(seasonReports)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        isAmong(sightings.map(({ symbol }) => symbol)),
        gte(reportDate, near(first, -1)),
        lte(reportDate, near(last, 1)),
      ),
    );
}

/** Returns the companies' reports from an ISO day on. Uses the primary-key index. */
async function readReports(
  { db, ledgerId }: SeasonStore,
  symbols: readonly string[],
  from = "",
): Promise<StoredReport[]> {
  return db
    .select(columns)
    .from(seasonReports)
    .where(and(eq(seasonReports.ledgerId, ledgerId), isAmong(symbols), gte(seasonReports.reportDate, from)));
}

/** Matches reports of these companies. SQLite looks each symbol up in the primary-key index. */
function isAmong(symbols: readonly string[]) {
  const names = JSON.stringify([...new Set(symbols)]);
  return sql`${seasonReports.symbol} IN (SELECT value FROM json_each(${names}))`;
}

type WriteCounts = Pick<StoreResult, "changed" | "statements" | "rowsRead" | "rowsWritten">;

/** Writes the merged reports in one transaction, together with their earlier versions and unknown companies. */
async function write(
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
