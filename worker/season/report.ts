import type { InferSelectModel } from "drizzle-orm";
import type { FigureDoubt } from "#contract/figure-doubt.ts";
import { MAX_SAME_REPORT_GAP_DAYS } from "#contract/fiscal-quarter.ts";
import type { RevenueFigures, ScheduledReport } from "#contract/market-data.ts";
import { daysBetween } from "#contract/time.ts";
import type { seasonReports } from "#platform/schema/season.ts";

export type StoredReport = Omit<InferSelectModel<typeof seasonReports>, "ledgerId">;

/** What a source or file says about one report. EPS is in the reporting currency. */
export type ReportObservation = {
  /** The ticker as `withDottedShareClass` spells it. */
  symbol: string;
  /**
   * The ISO day that ends the quarter, or null when the source does not state it. Never derived from the report
   * date.
   */
  fiscalQuarterEnd: string | null;
  /** An ISO day. `reportDate` and `fiscalQuarterEnd` are never both null. */
  reportDate: string | null;
  session: "pre" | "post" | null;
  isConfirmed: boolean;
  consensusEps: number | null;
  analystCount: number | null;
  reportedEps: number | null;
  revenue?: RevenueFigures | undefined;
  basis: "adjusted" | "gaap" | null;
  /** The name of the market data source or of the imported file. */
  source: string;
  /** The fiscal year that the source names, and the ISO day on which it last changed the row. */
  fiscalYear?: number | null | undefined;
  statedOn?: string | null | undefined;
  doubt?: FigureDoubt | null | undefined;
  /** True for a row of an imported file, which never overrides what a market data source said. */
  isImported: boolean;
};

/** Returns what a row of a source's calendar says about a report. */
export function reportObservationOf(row: ScheduledReport, source: string): ReportObservation {
  const { symbol, fiscalQuarterEnd, reportDate, session, isConfirmed } = row;
  const { consensusEps, analystCount, reportedEps, revenue, fiscalYear, statedOn } = row;
  return {
    symbol,
    fiscalQuarterEnd,
    reportDate,
    session,
    isConfirmed,
    consensusEps,
    analystCount,
    reportedEps,
    revenue,
    fiscalYear,
    statedOn,
    basis: null,
    source,
    isImported: false,
  };
}

/** What a source says about a company. Fields that it does not state are null. */
export type CompanyObservation = {
  symbol: string;
  name: string | null;
  exchange: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  currency: string | null;
  price: number | null;
  marketCap: number | null;
};

/** Returns the key of a report in maps of reports of many companies. */
export function reportKeyOf({
  symbol,
  fiscalQuarterEnd,
}: Pick<StoredReport, "symbol" | "fiscalQuarterEnd">): string {
  return `${symbol} ${fiscalQuarterEnd}`;
}

/**
 * Returns the reports ordered by day, without those at most SAME_REPORT_DAYS after one of the same company that
 * was kept. Used for imported files and for the data of the model's fit.
 */
export function distinctReports<Report extends { symbol: string; reportDate: string }>(
  reports: readonly Report[],
): Report[] {
  const lastDays = new Map<string, string>();
  const byDay = reports.toSorted((a, b) =>
    a.reportDate < b.reportDate ? -1 : a.reportDate > b.reportDate ? 1 : 0,
  );
  return byDay.filter(({ symbol, reportDate }) => {
    const last = lastDays.get(symbol);
    if (last !== undefined && daysBetween(last, reportDate) <= MAX_SAME_REPORT_GAP_DAYS) return false;
    lastDays.set(symbol, reportDate);
    return true;
  });
}
