import { z } from "zod";
import { isResultDoubtful, type RowFault } from "#contract/figure-doubt.ts";
import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import type { QuarterEstimate, ReportDate, ReportedQuarter } from "#contract/market-data.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { daysBetween, easternDay, easternInstant } from "#contract/time.ts";
import {
  fiscalMonthOf,
  isOver,
  likelyFiscalMonth,
  monthsLater,
  nearestMonthEnd,
  quarterEnds,
} from "../fiscal-quarters.ts";
import { lenientText } from "../lenient-schemas.ts";
import { reportsFromRows } from "../rows/reports-from-rows.ts";
import { faultOf, type ReportOfRows, type SourceRow } from "../rows/source-row.ts";
import type { Split } from "../rows/split-sides.ts";
import { type FiscalEstimate, type ReportRow, reportSchema } from "./schemas.ts";

/** The number of past quarters to return: ten years. None of our figures uses older quarters. */
const MAX_QUARTERS = 40;

type Reports = {
  history: ReportedQuarter[] | null;
  estimate: QuarterEstimate | null;
  reportDate: ReportDate | null;
  faults: RowFault[];
};

/** What other lists of the source say about the company. */
type OtherLists = {
  yearEnds: readonly string[];
  quarters: readonly FiscalEstimate[];
  /** Null when the list of splits could not be read. */
  splits: readonly Split[] | null;
};

/**
 * Converts a row to our terms. Nothing from after `today` remains: a figure of a coming day, and an estimate that
 * was updated later, unless the row holds the result of a past day.
 */
export function sourceRowOf(row: ReportRow, today: string): SourceRow {
  const isOut = row.date <= today;
  const hasResult = isOut && row.epsActual !== null;
  const isOfFuture = row.lastUpdated !== null && row.lastUpdated > today && !hasResult;
  return {
    symbol: withDottedShareClass(row.symbol),
    reportDate: row.date,
    fiscalQuarterEnd: namedQuarterOf(row),
    fiscalYear: row.fiscalYear,
    statedOn: row.lastUpdated,
    consensusEps: isOfFuture ? null : row.epsEstimated,
    reportedEps: isOut ? row.epsActual : null,
    revenue: {
      consensus: isOfFuture ? null : row.revenueEstimated || null,
      reported: hasResult ? row.revenueActual || null : null,
    },
  };
}

/** A quarter's report comes within this many days after the quarter's end, also in a late year. */
const LATEST_DAYS = 120;

/** Returns the quarter end that a row names, or null when the report cannot be of that quarter. */
function namedQuarterOf({ fiscalDateEnding, date }: ReportRow): string | null {
  if (fiscalDateEnding === null) return null;
  const end = nearestMonthEnd(fiscalDateEnding);
  return isOver(end, date) && daysBetween(end, date) <= LATEST_DAYS ? end : null;
}

const namedRow = z.object({ symbol: lenientText(15), date: lenientText(40) });

/** Returns a fault for each row of an answer that has no readable report, with what it says about itself. */
export function unreadableRows(answer: readonly unknown[], symbol: string): RowFault[] {
  return answer
    .filter((row) => !reportSchema.safeParse(row).success)
    .map((row) => {
      const { data } = namedRow.safeParse(row);
      const ticker = data?.symbol?.trim() || symbol;
      return {
        reason: "unreadable",
        symbol: withDottedShareClass(ticker),
        day: data?.date?.slice(0, 10) ?? "",
      };
    });
}

/**
 * Combines a company's list of reports with its fiscal estimates into past quarters, the next estimate and
 * the next report date. No figure from after `now` is used.
 */
export function scheduledReportsFrom(
  rows: readonly ReportRow[],
  { yearEnds, quarters, splits }: OtherLists,
  now: Date,
): Reports {
  const today = easternDay(now);
  const sourceRows = rows.map((row) => sourceRowOf(row, today));
  const { reports, faults } = reportsFromRows(sourceRows, {
    today,
    yearEnds,
    splits: splits?.filter(({ day }) => day <= today) ?? null,
  });
  const dated = reports.flatMap((report): Dated[] =>
    report.reportDate === null ? [] : [{ ...report, reportDate: report.reportDate }],
  );
  const reported = dated.filter((report) => report.reportedEps !== null).slice(-MAX_QUARTERS);
  const lastDay = reported.at(-1)?.reportDate ?? "";
  const coming = dated.find((report) => report.reportDate > lastDay && report.reportedEps === null);

  const declared = fiscalMonthOf(yearEnds);
  const days = [...reported, ...(coming ? [coming] : [])].map((report) => report.reportDate);
  const ends = quarterEnds(days, declared ?? likelyFiscalMonth(days));
  const history = reported.flatMap((report, i): ReportedQuarter[] =>
    report.reportedEps === null
      ? []
      : [
          {
            fiscalQuarterEnd: report.fiscalQuarterEnd ?? ends[i] ?? report.reportDate,
            reportDate: report.reportDate,
            estimate: report.consensusEps,
            actual: report.reportedEps,
            ...(report.revenue ? { revenue: report.revenue } : {}),
            ...(report.doubt ? { doubt: report.doubt } : {}),
          },
        ],
  );
  const comingEnd = coming && declared !== null ? (ends.at(-1) ?? null) : null;
  const isOfNext = coming !== undefined && isOfNextQuarter(coming.consensusEps, comingEnd, quarters);
  if (coming && isOfNext) faults.push(faultOf(coming, "next_quarters_estimate"));
  return {
    history: history.length > 0 ? history : null,
    estimate: coming && !isOfNext ? estimateOf(coming, comingEnd, quarters, history) : null,
    reportDate: coming ? someTimeOn(coming.reportDate, coming.latestDate ?? coming.reportDate) : null,
    faults,
  };
}

type Dated = ReportOfRows<SourceRow> & { reportDate: string };

/**
 * Returns true when an estimate is outside the range of its quarter and inside that of the next one: around a
 * report, the source writes the next quarter's estimate on this quarter's row.
 */
function isOfNextQuarter(
  consensusEps: number | null,
  fiscalQuarterEnd: string | null,
  quarters: readonly FiscalEstimate[],
): boolean {
  if (consensusEps === null || fiscalQuarterEnd === null) return false;
  const own = quarters.find((row) => isSameQuarter(row.date, fiscalQuarterEnd));
  const next = quarters.find((row) => isSameQuarter(row.date, monthsLater(fiscalQuarterEnd, 3)));
  if (!own || own.epsLow === null || own.epsHigh === null) return false;
  return !isInRange(consensusEps, own) && next !== undefined && isInRange(consensusEps, next);
}

function isInRange(eps: number, { epsLow, epsHigh }: FiscalEstimate): boolean {
  return epsLow !== null && epsHigh !== null && epsLow <= eps && eps <= epsHigh;
}

/**
 * Returns the estimate of the coming quarter, on the same basis as past quarters. The number of analysts and
 * the range come from another list, and the range is used only if it contains the consensus.
 */
function estimateOf(
  coming: Dated,
  fiscalQuarterEnd: string | null,
  quarters: readonly FiscalEstimate[],
  history: readonly ReportedQuarter[],
): QuarterEstimate | null {
  const { consensusEps } = coming;
  if (consensusEps === null) return null;
  const detail = quarters.find((row) => isSameQuarter(row.date, fiscalQuarterEnd));
  const isInside = detail !== undefined && isInRange(consensusEps, detail);
  const yearAgo = history.find((quarter) => isYearBefore(quarter.reportDate, coming.reportDate));
  const yearAgoEps = yearAgo && !isResultDoubtful(yearAgo.doubt) ? yearAgo.actual : null;
  return {
    fiscalQuarterEnd,
    consensusEps,
    analystCount: detail?.numAnalystsEps ?? null,
    low: isInside ? detail.epsLow : null,
    high: isInside ? detail.epsHigh : null,
    yearAgoEps,
    consensusRevenue: coming.revenue?.consensus ?? null,
    growth: yearAgoEps !== null && yearAgoEps > 0 ? consensusEps / yearAgoEps - 1 : null,
  };
}

/**
 * Returns a report date that spans whole days in New York, because FMP gives neither the hour nor whether the day
 * is confirmed.
 */
function someTimeOn(day: string, lastDay: string): ReportDate {
  const from = easternInstant(day);
  const to = easternInstant(lastDay, "23:59:59");
  return { from: from.toISOString(), to: to.toISOString(), isEstimate: true, session: null };
}

function isYearBefore(day: string | null, later: string): boolean {
  if (day === null) return false;
  return Math.abs(daysBetween(day, later) - 364) <= 40;
}
