import type { RowFault } from "#contract/figure-doubt.ts";
import type { QuarterEstimate, ReportDate, ReportedQuarter } from "#contract/market-data.ts";
import type { EstimateRevisions } from "#contract/social.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { DAY_MS, daysBetween, easternDay, easternInstant, isoDay } from "#contract/time.ts";
import { fromEpoch } from "../lenient-schemas.ts";
import { reportsFromRows } from "../rows/reports-from-rows.ts";
import type { SourceRow } from "../rows/source-row.ts";
import type { Summary, Trend } from "./summary-schema.ts";

/**
 * Returns the estimate of a quarter, or null without one. Yahoo writes an estimate of 0 by 0 analysts when
 * there is none.
 */
export function estimateOf(quarter: Trend | null): QuarterEstimate | null {
  const estimate = quarter?.earningsEstimate;
  if (!quarter || !estimate || estimate.avg === null) return null;
  if (estimate.numberOfAnalysts === 0 || (estimate.numberOfAnalysts === null && estimate.avg === 0))
    return null;
  return {
    fiscalQuarterEnd: quarter.endDate,
    consensusEps: estimate.avg,
    analystCount: estimate.numberOfAnalysts,
    low: estimate.low,
    high: estimate.high,
    yearAgoEps: estimate.yearAgoEps,
    growth: estimate.growth,
  };
}

/**
 * Returns the date of the next report. Its session is null for an estimated date, because the time of such a
 * date means nothing. Midnight stands for an unknown hour: at midnight in New York the day is known, and at midnight
 * UTC it is the day that begins or, for a time that was converted from New York's evening, the day before.
 */
export function reportDateOf(summary: Summary): ReportDate | null {
  const earnings = summary.calendarEvents?.earnings;
  const [from, to] = (earnings?.earningsDate ?? []).toSorted((a, b) => a - b);
  if (!earnings || from === undefined) return null;
  const start = fromEpoch(from);
  const isEstimate = earnings.isEarningsDateEstimate;
  if (to !== undefined)
    return { from: start.toISOString(), to: endOf(fromEpoch(to)).toISOString(), isEstimate, session: null };
  if (!isMidnight(start))
    return { from: start.toISOString(), to: null, isEstimate, session: isEstimate ? null : sessionOf(start) };
  const isUtc = isUtcMidnight(start);
  return {
    from: easternInstant(easternDay(start)).toISOString(),
    to: easternInstant(isUtc ? isoDay(start) : easternDay(start), LAST_SECOND).toISOString(),
    isEstimate: isUtc || isEstimate,
    session: null,
  };
}

const LAST_SECOND = "23:59:59";

/** Returns the last moment of the days that a time may stand for. */
function endOf(at: Date): Date {
  return isUtcMidnight(at) ? easternInstant(isoDay(at), LAST_SECOND) : at;
}

const isUtcMidnight = (at: Date) => at.getTime() % DAY_MS === 0;

function isMidnight(at: Date): boolean {
  return isUtcMidnight(at) || easternInstant(easternDay(at)).getTime() === at.getTime();
}

/**
 * Returns `pre` for a start before noon in New York, which is before or during the session, and otherwise
 * `post`.
 */
function sessionOf(start: Date): "pre" | "post" {
  const hour = Number(
    new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      hour: "numeric",
      hourCycle: "h23",
    }).format(start),
  );
  return hour < 12 ? "pre" : "post";
}

/**
 * Returns the reported quarters, oldest first, and the rows that were not taken as they came. Rows without a figure
 * are not reported yet.
 */
export function historyOf(
  summary: Summary,
  symbol: string,
  now: Date,
): { quarters: ReportedQuarter[] | null; faults: RowFault[] } {
  const filings = summary.secFilings?.filings ?? [];
  const rows = (summary.earningsHistory?.history ?? []).flatMap((row): SourceRow[] => {
    if (row.quarter === null || fromEpoch(row.quarter) > now) return [];
    const fiscalQuarterEnd = isoDay(fromEpoch(row.quarter));
    const reportDate = reportDayOf(fiscalQuarterEnd, filings);
    const figures = { consensusEps: row.epsEstimate, reportedEps: row.epsActual };
    return [{ symbol: withDottedShareClass(symbol), fiscalQuarterEnd, reportDate, ...figures }];
  });
  const { reports, faults } = reportsFromRows(rows, { today: easternDay(now) });
  const quarters = reports.flatMap((report): ReportedQuarter[] => {
    const { fiscalQuarterEnd, reportDate, consensusEps: estimate, reportedEps: actual, doubt } = report;
    if (fiscalQuarterEnd === null || actual === null) return [];
    return [{ fiscalQuarterEnd, reportDate, estimate, actual, ...(doubt ? { doubt } : {}) }];
  });
  quarters.sort((a, b) => a.fiscalQuarterEnd.localeCompare(b.fiscalQuarterEnd));
  return { quarters: quarters.length > 0 ? quarters : null, faults };
}

/**
 * Returns the consensus now and 7, 30, 60 and 90 days ago, with the numbers of analysts who raised or lowered
 * their estimates. Returns null without an estimate.
 */
export function revisionsOf(quarter: Trend | null): EstimateRevisions | null {
  const trend = quarter?.epsTrend;
  if (!estimateOf(quarter) || !trend || trend.current === null) return null;
  const revisions = quarter?.epsRevisions;
  return {
    current: trend.current,
    daysAgo7: trend["7daysAgo"],
    daysAgo30: trend["30daysAgo"],
    daysAgo60: trend["60daysAgo"],
    daysAgo90: trend["90daysAgo"],
    upLast7: revisions?.upLast7days ?? null,
    upLast30: revisions?.upLast30days ?? null,
    downLast7: revisions?.downLast7Days ?? null,
    downLast30: revisions?.downLast30days ?? null,
  };
}

type Filing = NonNullable<Summary["secFilings"]>["filings"][number];

/** A quarter is reported between these two numbers of days after its end. */
const EARLIEST_DAYS = 10;
const LATEST_DAYS = 60;

/**
 * Returns the day on which a quarter was reported. Yahoo gives only quarter ends, so the day comes from SEC
 * filings: the one 8-K or 6-K with exhibit 99 before the periodic report. Returns null when there is none or
 * more than one.
 */
export function reportDayOf(fiscalQuarterEnd: string, filings: readonly Filing[]): string | null {
  const near = filings.flatMap(({ date, type, exhibits }) => {
    const days = date === null ? Number.NaN : daysBetween(fiscalQuarterEnd, date);
    return date !== null && days >= EARLIEST_DAYS && days <= LATEST_DAYS ? [{ date, type, exhibits }] : [];
  });
  const periodic = near.filter(({ type }) => type === "10-Q" || type === "10-K").map(({ date }) => date);
  const until = periodic.sort()[0] ?? "9999-12-31";
  const releases = near.filter(
    ({ date, type, exhibits }) =>
      (type === "8-K" || type === "6-K") &&
      date <= until &&
      exhibits.some((exhibit) => exhibit.type?.startsWith("EX-99")),
  );
  return releases.length === 1 ? (releases[0]?.date ?? null) : null;
}
