import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import type { EstimateRange } from "#contract/market-data.ts";
import { daysBetween } from "#contract/time.ts";
import { mayBeInOtherShares } from "#market/rows/split-sides.ts";
import { readFiledResults } from "./filed-results.ts";
import { followTickers } from "./identity/tickers.ts";
import { type KnownOfCompany, type MergeResult, mergeReports, type ReadTime, withRange } from "./merge.ts";
import type { ReportObservation, StoredReport } from "./report.ts";
import { storeFaults } from "./source-faults.ts";
import { readSplits } from "./splits.ts";
import { readAround, readReports, type SeasonStore, type WriteCounts, writeMerges } from "./store.ts";

/** The number of sightings in a batch, which keeps a statement's bound values well below D1's limit of 2 MB. */
const REPORTS_AT_ONCE = 1_000;

/** A company's whole history, its releases and its confirmed figures. */
const STATEMENTS_OF_WHOLE = 3;

export type StoreResult = WriteCounts & { seen: number };

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
    const unlike = batch.filter(mayBeInOtherShares).map(({ symbol }) => symbol);
    const [around, splitsOf] = await Promise.all([
      readAround(store, batch),
      readSplits(store, unlike, moment.today),
    ]);
    const merges = mergeAll(around, batch, moment);
    // A split changes a company's whole history, and an unlikely figure is judged by it, so reports that were not
    // read for this batch are merged too.
    const whole = [...merges].filter(
      ([symbol, { scale, isUnsure }]) => scale !== 1 || isUnsure || splitsOf.has(symbol),
    );
    if (whole.length > 0) {
      const symbols = whole.map(([symbol]) => symbol);
      const [history, filedOf] = await Promise.all([
        readReports(store, symbols),
        readFiledResults(store, symbols, moment.now),
      ]);
      const again = batch.filter(({ symbol }) => symbols.includes(symbol));
      const known = (symbol: string) => ({
        filed: filedOf.get(symbol) ?? [],
        splits: splitsOf.get(symbol) ?? [],
      });
      for (const [symbol, merge] of mergeAll(history, again, moment, known)) merges.set(symbol, merge);
    }
    const written = await writeMerges(store, merges, moment);
    await storeMergeFaults(store, batch, merges, moment.now);
    total.changed += written.changed;
    total.statements +=
      1 + Number(unlike.length > 0) + STATEMENTS_OF_WHOLE * Number(whole.length > 0) + written.statements;
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
  return (await writeMerges(store, new Map([["", { changed, renamed: [], scale: 1 }]]), moment)).changed;
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
  knownOf: (symbol: string) => KnownOfCompany = () => ({}),
): Map<string, MergeResult> {
  const reportsOf = Map.groupBy(storedReports, ({ symbol }) => symbol);
  const merges = new Map<string, MergeResult>();
  for (const [symbol, symbolSightings] of Map.groupBy(sightings, (sighting) => sighting.symbol))
    merges.set(symbol, mergeReports(reportsOf.get(symbol) ?? [], symbolSightings, moment, knownOf(symbol)));
  return merges;
}
