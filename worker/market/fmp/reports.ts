import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import type { QuarterEstimate, ReportDate, ReportedQuarter } from "#contract/market-data.ts";
import { daysBetween, easternDay, easternInstant } from "#contract/time.ts";
import { fiscalMonthOf, likelyFiscalMonth, quarterEnds } from "../fiscal-quarters.ts";
import type { FiscalEstimate, ReportRow } from "./schemas.ts";

/** The number of past quarters to return: ten years. None of our figures uses older quarters. */
const MAX_QUARTERS = 40;

type Reports = {
  history: ReportedQuarter[] | null;
  estimate: QuarterEstimate | null;
  reportDate: ReportDate | null;
};

/**
 * Combines a company's list of reports with its fiscal estimates into past quarters, the next estimate and
 * the next report date. No figure from after `now` is used.
 */
export function scheduledReportsFrom(
  rows: readonly ReportRow[],
  yearEnds: readonly string[],
  fiscalQuarters: readonly FiscalEstimate[],
  now: Date,
): Reports {
  const today = easternDay(now);
  const rowsByDay = [...new Map(rows.map((row) => [row.date, row])).values()].sort((a, b) =>
    a.date.localeCompare(b.date),
  );
  const reported = rowsByDay
    .filter((row) => row.date <= today && row.epsActual !== null)
    .slice(-MAX_QUARTERS);
  const lastDay = reported.at(-1)?.date ?? "";
  const coming = rowsByDay.find((row) => row.date > lastDay && (row.date > today || row.epsActual === null));

  const declared = fiscalMonthOf(yearEnds);
  const days = [...reported, ...(coming ? [coming] : [])].map((row) => row.date);
  const ends = quarterEnds(days, declared ?? likelyFiscalMonth(days));
  const history = reported.flatMap((row, i): ReportedQuarter[] =>
    row.epsActual === null
      ? []
      : [
          {
            fiscalQuarterEnd: ends[i] ?? row.date,
            reportDate: row.date,
            estimate: row.epsEstimated,
            actual: row.epsActual,
            revenue: { consensus: row.revenueEstimated, reported: row.revenueActual },
          },
        ],
  );
  const comingEnd = coming && declared !== null ? (ends.at(-1) ?? null) : null;
  return {
    history: history.length > 0 ? history : null,
    estimate: coming ? estimateOf(coming, comingEnd, fiscalQuarters, history, today) : null,
    reportDate: coming ? someTimeOn(coming.date) : null,
  };
}

/**
 * Returns the estimate of the coming quarter, on the same basis as past quarters. The number of analysts and
 * the range come from another list, and the range is used only if it contains the consensus.
 */
function estimateOf(
  coming: ReportRow,
  fiscalQuarterEnd: string | null,
  fiscalQuarters: readonly FiscalEstimate[],
  history: readonly ReportedQuarter[],
  today: string,
): QuarterEstimate | null {
  const consensusEps = coming.epsEstimated;
  if (consensusEps === null || (coming.lastUpdated !== null && coming.lastUpdated > today)) return null;
  const detail = fiscalQuarters.find((row) => isSameQuarter(row.date, fiscalQuarterEnd));
  const isInside =
    detail?.epsLow != null &&
    detail.epsHigh != null &&
    detail.epsLow <= consensusEps &&
    consensusEps <= detail.epsHigh;
  const yearAgoEps = history.find((quarter) => isYearBefore(quarter.reportDate, coming.date))?.actual ?? null;
  return {
    fiscalQuarterEnd,
    consensusEps,
    analystCount: detail?.numAnalystsEps ?? null,
    low: isInside ? detail.epsLow : null,
    high: isInside ? detail.epsHigh : null,
    yearAgoEps,
    consensusRevenue: coming.revenueEstimated,
    growth: yearAgoEps !== null && yearAgoEps > 0 ? consensusEps / yearAgoEps - 1 : null,
  };
}

/**
 * Returns a report date that spans a whole day in New York, because FMP gives neither the hour nor whether
 * the day is confirmed.
 */
function someTimeOn(day: string): ReportDate {
  const from = easternInstant(day);
  const to = easternInstant(day, "23:59:59");
  return { from: from.toISOString(), to: to.toISOString(), isEstimate: true, session: null };
}

function isYearBefore(day: string | null, later: string): boolean {
  if (day === null) return false;
  return Math.abs(daysBetween(day, later) - 364) <= 40;
}
