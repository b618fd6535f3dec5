import { type FigureDoubt, isResultDoubtful, type RowFault } from "#contract/figure-doubt.ts";
import { addIsoDays } from "#contract/time.ts";
import { reportsFromRows } from "#market/rows/reports-from-rows.ts";
import { type FiledResult, faultOf, isSunday, reportsBefore } from "#market/rows/source-row.ts";
import type { Split } from "#market/rows/split-sides.ts";
import {
  doubtBeside,
  isOnOtherBasis,
  isZeroAfterEstimate,
  needsHistory,
} from "#market/rows/unlikely-figures.ts";
import { isBeat } from "#model/history.ts";
import type { ReportObservation, StoredReport } from "./report.ts";
import {
  freeQuarter,
  isSeamSmooth,
  type Overlap,
  quarterEndOf,
  rescaled,
  SEAM_QUARTERS,
  sameReport,
  splitFactorOf,
  USUAL_LAG_DAYS,
} from "./same-report.ts";
import { suddenConsensusOf } from "./sudden-consensus.ts";

export type MergeResult = {
  changed: StoredReport[];
  /**
   * The old and the new quarter end of each report whose stored quarter was wrong; `changed` has the report
   * under its new quarter.
   */
  renamed: { from: string; to: string }[];
  /** The factor by which figures from before a split were multiplied, or 1 without a split. */
  scale: number;
  /** The sightings that were not taken as they came. It is left out without any. */
  faults?: RowFault[];
  /**
   * True when the company's whole history and its filings may change the result. It is left out when they cannot.
   */
  isUnsure?: true;
};

export type ReadTime = {
  now: Date;
  /** The ISO day of `now` in New York. */
  today: string;
};

/** What else is known about a company. It is left out until the company's whole history was read. */
export type KnownOfCompany = {
  /** What the company filed with the SEC about its results. */
  filed?: readonly FiledResult[];
  splits?: readonly Split[];
};

type Row = { before: StoredReport | null; now: StoredReport };

/**
 * Merges what sources say about one company's reports into its stored reports, and returns the changes.
 * `stored` must have every report near the sightings. A pure function; merging the same sightings again changes
 * nothing.
 */
export function mergeReports(
  stored: readonly StoredReport[],
  sightings: readonly ReportObservation[],
  moment: ReadTime,
  { filed = [], splits = [] }: KnownOfCompany = {},
): MergeResult {
  const rows: Row[] = stored.map((report) => ({ before: report, now: report }));
  const overlaps: Overlap[] = [];
  const updatedRows = new Set<Row>();
  const { reports: seen, faults } = certainSightings(stored, sightings, moment.today, { filed, splits });
  const known = stored.filter(({ reportedEps }) => reportedEps !== null);
  let isUnsure =
    sightings.some((sighting) => needsHistory(sighting, known)) ||
    faults.some(({ reason }) => reason === "listed_twice");
  for (const sighting of inOrder(seen, moment.today)) {
    const reports = rows.map((row) => row.now).sort((a, b) => (a.reportDate < b.reportDate ? -1 : 1));
    const replaced = reports.find(({ reportDate }) => reportDate === sighting.replacedDay) ?? null;
    const same = replaced ?? sameReport(reports, sighting, moment.today);
    const row = same ? rows.find((candidate) => candidate.now === same) : undefined;
    if (!row) {
      // Calendar, alerts and locks go by the day, so an upcoming report is stored once somebody names its day.
      if (sighting.reportDate === null && sighting.reportedEps === null) continue;
      const added: Row = { before: null, now: newReport(sighting, { reports, filed }, moment) };
      rows.push(added);
      updatedRows.add(added);
      if (sighting.fiscalQuarterEnd !== null) resolveCollision(rows, added, moment);
      continue;
    }
    // When one report is announced for two upcoming days, the earlier one counts, so that no prediction is made
    // after the report.
    if (updatedRows.has(row) && sighting.reportedEps === null) continue;
    if (row.before && !sighting.isImported) overlaps.push({ known: row.before, seen: sighting });
    if (replaced !== null && sighting.reportDate !== null)
      row.now = { ...row.now, reportDate: sighting.reportDate, changedAt: moment.now };
    isUnsure ||= isOnOtherDay(row.now, sighting);
    const isZero = isZeroAfterEstimate(sighting.consensusEps, row.now.consensusEps);
    if (isZero) faults.push(faultOf(sighting, "placeholder_estimate"));
    const given = isZero ? { ...sighting, consensusEps: null } : sighting;
    row.now = updated(row.now, given, moment, { reports, filed });
    isUnsure ||= needsHistory(row.now, known) || isResultDoubtful(row.now.doubt);
    if (row.now.suddenConsensus !== null && row.now.suddenConsensus === sighting.consensusEps)
      faults.push({ reason: "sudden_estimate", symbol: sighting.symbol, day: row.now.reportDate });
    updatedRows.add(row);
    if (row.now.isQuarterDeclared) resolveCollision(rows, row, moment);
  }
  const scale = adjustOlder(rows, updatedRows, overlaps, moment);
  const changed = rows.filter(({ before, now }) => before !== now).map(({ now }) => now);
  const renamed = rows.flatMap(({ before, now }) =>
    before && before.fiscalQuarterEnd !== now.fiscalQuarterEnd
      ? [{ from: before.fiscalQuarterEnd, to: now.fiscalQuarterEnd }]
      : [],
  );
  return {
    changed,
    renamed,
    scale,
    ...(faults.length > 0 ? { faults } : {}),
    ...(isUnsure ? { isUnsure } : {}),
  };
}

/** Returns one sighting for each report that the rows of each source are about. */
function certainSightings(
  stored: readonly StoredReport[],
  sightings: readonly ReportObservation[],
  today: string,
  company: Required<KnownOfCompany>,
) {
  const earlier = stored.toSorted((a, b) => (a.reportDate < b.reportDate ? -1 : 1));
  const declared = earlier.filter(({ isQuarterDeclared }) => isQuarterDeclared);
  const quarterEnds = declared.map(({ fiscalQuarterEnd }) => fiscalQuarterEnd);
  const ofSources = Map.groupBy(sightings, ({ source, isImported }) => `${isImported} ${source}`);
  const judged = [...ofSources.values()].map((rows) => {
    const listed = earlier.filter(
      ({ source, isDayKnown, isQuarterDeclared }) =>
        source === rows[0]?.source && isDayKnown && !isQuarterDeclared,
    );
    return reportsFromRows(rows, { today, earlier, listed, quarterEnds, ...company });
  });
  return {
    reports: judged.flatMap(({ reports }) => reports),
    faults: judged.flatMap(({ faults }) => faults),
  };
}

/**
 * Sorts the sightings by report date, with overdue reports last, because the source may list the same report
 * under its new date too.
 */
function inOrder<Sighting extends ReportObservation>(
  sightings: readonly Sighting[],
  today: string,
): Sighting[] {
  const key = ({ reportDate, fiscalQuarterEnd, reportedEps }: ReportObservation) => {
    const isOverdue = reportedEps === null && reportDate !== null && reportDate < today;
    return `${Number(isOverdue)} ${reportDate ?? fiscalQuarterEnd ?? ""}`;
  };
  return sightings.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function newReport(sighting: ReportObservation, company: OfCompany, { now }: ReadTime): StoredReport {
  const { fiscalQuarterEnd } = sighting;
  const reportDate = sighting.reportDate ?? addIsoDays(fiscalQuarterEnd ?? "", USUAL_LAG_DAYS);
  const { symbol, session, isConfirmed, consensusEps, analystCount, reportedEps, basis, source, isImported } =
    sighting;
  const added: StoredReport = {
    symbol,
    fiscalQuarterEnd: fiscalQuarterEnd ?? quarterEndOf(reportDate, company.reports),
    isQuarterDeclared: fiscalQuarterEnd !== null,
    reportDate,
    isDayKnown: sighting.reportDate !== null,
    session,
    isConfirmed,
    movedFrom: null,
    consensusEps,
    estimateLow: null,
    estimateHigh: null,
    analystCount,
    reportedEps,
    consensusRevenue: sighting.revenue?.consensus ?? null,
    reportedRevenue: sighting.revenue?.reported ?? null,
    isBeat: null,
    basis,
    source,
    isImported,
    isComparable: true,
    doubt: doubtOfSource(sighting),
    suddenConsensus: null,
    suddenSince: null,
    firstSeenAt: now,
    changedAt: now,
    reportedSeenAt: reportedEps === null ? null : now,
  };
  return judged(added, company);
}

/** The reports of a company, and what it filed about them. */
type OfCompany = { reports: readonly StoredReport[]; filed: readonly FiledResult[] };

/** Returns the report with the sighting's news, or the very same object when nothing is new. */
function updated(
  report: StoredReport,
  sighting: ReportObservation,
  { now }: ReadTime,
  company: OfCompany,
): StoredReport {
  if (sighting.isImported && !report.isImported) return report;
  const seen = isListedAgain(report, sighting, company.filed) ? report : seenAgain(report, sighting, now);
  const next = judged(withRange(seen), company);
  const keys = Object.keys(report) as (keyof StoredReport)[];
  if (keys.every((key) => next[key] === report[key])) return report;
  const isNewlyReported = report.reportedEps === null && next.reportedEps !== null;
  return { ...next, changedAt: now, reportedSeenAt: isNewlyReported ? now : report.reportedSeenAt };
}

function seenAgain(report: StoredReport, sighting: ReportObservation, now: Date): StoredReport {
  const dated = { ...report, ...quarterOf(report, sighting), ...dayOf(report, sighting) };
  return { ...dated, ...figuresOf(report, sighting, now), ...revenueOf(report, sighting) };
}

/**
 * Marks a report whose result and estimate are on different bases, unless the company's filing states the result. Only a
 * report without a doubt has an outcome.
 */
function judged(report: StoredReport, { reports, filed }: OfCompany): StoredReport {
  const { reportDate: day, consensusEps, reportedEps, consensusRevenue, reportedRevenue } = report;
  const revenue = { consensus: consensusRevenue, reported: reportedRevenue };
  const figures = { day, consensusEps, reportedEps, revenue };
  const isOther = isOnOtherBasis(figures, reportsBefore(day, reports));
  const doubt = doubtBeside(report.doubt ?? (isOther ? "other_basis" : null), figures, filed);
  const hasOutcome = reportedEps !== null && consensusEps !== null && !isResultDoubtful(doubt);
  return { ...report, doubt, isBeat: hasOutcome ? isBeat(reportedEps, consensusEps) : null };
}

/** A doubt about the basis is judged again by the stored history, which is longer than the source's. */
function doubtOfSource({ doubt = null }: ReportObservation): FigureDoubt | null {
  return doubt === "other_basis" ? null : doubt;
}

/** Returns true when the source lists a published report on another day than the stored one. */
function isOnOtherDay(report: StoredReport, { reportDate, reportedEps, source }: ReportObservation): boolean {
  const isSame = source === report.source && reportDate !== null && report.isDayKnown;
  return isSame && reportedEps !== null && report.reportedEps !== null && reportDate !== report.reportDate;
}

/**
 * Returns true when the source lists a published report again on another day. The day of the company's filing counts,
 * or else the first day that is no Sunday, even if the two figures differ.
 */
function isListedAgain(
  report: StoredReport,
  sighting: ReportObservation,
  filed: readonly FiledResult[],
): boolean {
  if (!isOnOtherDay(report, sighting)) return false;
  const [isStoredFiled, isSightingFiled] = [report, sighting].map(({ reportDate }) =>
    filed.some(({ day }) => day === reportDate),
  );
  if (isStoredFiled !== isSightingFiled) return isStoredFiled === true;
  const [first, second] = [report.reportDate, sighting.reportDate ?? ""];
  return isSunday(first) === isSunday(second) ? second > first : isSunday(second);
}

function quarterOf(report: StoredReport, { fiscalQuarterEnd }: ReportObservation): Partial<StoredReport> {
  if (fiscalQuarterEnd === null) return {};
  // A declared quarter end stays as it is, because predictions refer to it. Sources may round it differently.
  if (report.isQuarterDeclared) return {};
  return { fiscalQuarterEnd, isQuarterDeclared: true };
}

/**
 * Returns the new report date and session. Once the report is published, only a sighting with a reported figure
 * changes the date.
 */
function dayOf(report: StoredReport, sighting: ReportObservation): Partial<StoredReport> {
  const whenKnown = {
    session: sighting.session ?? report.session,
    isConfirmed: sighting.isConfirmed || report.isConfirmed,
  };
  const { reportDate } = sighting;
  if (reportDate === null || (report.reportedEps !== null && sighting.reportedEps === null)) return whenKnown;
  if (reportDate === report.reportDate) return { ...whenKnown, isDayKnown: true };
  const movedFrom = report.isDayKnown && report.reportedEps === null ? report.reportDate : report.movedFrom;
  // A confirmation of the old date says nothing about the new one.
  return { ...whenKnown, isConfirmed: sighting.isConfirmed, reportDate, isDayKnown: true, movedFrom };
}

/**
 * Returns the new EPS figures. Once a report is published, its consensus and reported EPS stay a pair from one
 * source.
 */
function figuresOf(report: StoredReport, sighting: ReportObservation, now: Date): Partial<StoredReport> {
  const { source, isImported } = sighting;
  const basis = sighting.basis ?? report.basis;
  const analystCount = sighting.analystCount ?? report.analystCount;
  if (sighting.reportedEps === null) {
    if (report.reportedEps !== null || sighting.consensusEps === null) return {};
    const sudden = suddenConsensusOf(report, sighting.consensusEps, now);
    if (sudden.suddenConsensus !== null) return sudden;
    return { consensusEps: sighting.consensusEps, analystCount, basis, source, isImported, ...sudden };
  }
  const isOtherPair =
    sighting.consensusEps === null && report.reportedEps !== null && source !== report.source;
  if (isOtherPair && report.consensusEps !== null) return {};
  const consensusEps = sighting.consensusEps ?? report.consensusEps;
  // The estimate that was known before the report decides between two of the source's.
  const isDecided = sighting.doubt === "two_estimates" && report.consensusEps !== null;
  return {
    consensusEps,
    reportedEps: sighting.reportedEps,
    analystCount,
    basis,
    source,
    isImported,
    doubt: isDecided ? null : doubtOfSource(sighting),
    suddenConsensus: null,
    suddenSince: null,
  };
}

/**
 * Clears the estimate range unless the consensus lies within it. Sources compute the two in different ways, so
 * they may not match.
 */
export function withRange(report: StoredReport): StoredReport {
  const { consensusEps, estimateLow: low, estimateHigh: high } = report;
  const isInside =
    consensusEps !== null && low !== null && high !== null && low <= consensusEps && consensusEps <= high;
  return isInside ? report : { ...report, estimateLow: null, estimateHigh: null };
}

/** Returns the new revenue figures. A source that gives no revenue does not remove known revenue. */
function revenueOf(report: StoredReport, sighting: ReportObservation): Partial<StoredReport> {
  const { consensus = null, reported = null } = sighting.revenue ?? {};
  if (reported === null)
    return report.reportedEps !== null || consensus === null ? {} : { consensusRevenue: consensus };
  const isOtherPair = consensus === null && sighting.source !== report.source;
  if (isOtherPair && report.reportedRevenue !== null) return {};
  const storedConsensus = isOtherPair ? null : report.consensusRevenue;
  return { consensusRevenue: consensus ?? storedConsensus, reportedRevenue: reported };
}

function resolveCollision(rows: readonly Row[], owner: Row, { now }: ReadTime): void {
  for (const row of rows) {
    const { fiscalQuarterEnd, reportDate } = row.now;
    if (row === owner || fiscalQuarterEnd !== owner.now.fiscalQuarterEnd) continue;
    const otherReports = rows.filter((candidate) => candidate !== row).map((candidate) => candidate.now);
    row.now = {
      ...row.now,
      fiscalQuarterEnd: freeQuarter(fiscalQuarterEnd, reportDate, otherReports),
      isQuarterDeclared: false,
      changedAt: now,
    };
  }
}

/**
 * Adjusts the figures of reports older than those seen now for a split, and returns the split's factor (1
 * without a split). The factor shows in reports that were stored before and are seen again. Without such
 * reports, older figures of a clearly different size are marked as not comparable.
 */
function adjustOlder(
  rows: readonly Row[],
  updatedRows: ReadonlySet<Row>,
  overlaps: readonly Overlap[],
  { now }: ReadTime,
): number {
  const newestFirst = rows
    .filter(({ now: { reportedEps } }) => reportedEps !== null)
    .sort((a, b) => (a.now.reportDate < b.now.reportDate ? 1 : -1));
  const repeated = newestFirst.filter((row) => updatedRows.has(row) && !row.now.isImported);
  const oldest = repeated.at(-1)?.now.reportDate;
  if (oldest === undefined) return 1;
  const older = newestFirst.filter((row) => !updatedRows.has(row) && row.now.reportDate < oldest);
  if (older.length === 0) return 1;
  const scale = splitFactorOf(overlaps);
  // With fewer reports on either side, different sizes do not prove a split.
  if (scale === null && Math.min(repeated.length, older.length) < SEAM_QUARTERS) return 1;
  const figures = (rowsOf: readonly Row[]) => rowsOf.map((row) => row.now.reportedEps ?? 0);
  const isComparable = scale !== null || isSeamSmooth(figures(repeated), figures(older));
  for (const row of older) {
    const { consensusEps, estimateLow, estimateHigh, reportedEps, isComparable: wasComparable } = row.now;
    if ((scale === null || scale === 1) && wasComparable === isComparable) continue;
    row.now = {
      ...row.now,
      consensusEps: rescaled(consensusEps, scale ?? 1),
      estimateLow: rescaled(estimateLow, scale ?? 1),
      estimateHigh: rescaled(estimateHigh, scale ?? 1),
      reportedEps: rescaled(reportedEps, scale ?? 1),
      isComparable,
      changedAt: now,
    };
  }
  return scale ?? 1;
}
