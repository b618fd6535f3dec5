import { and, desc, eq } from "drizzle-orm";
import type { PointInTimeReport } from "#contract/as-of.ts";
import { easternDay } from "#contract/time.ts";
import { isCompanyOfReport, seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { nextReport } from "./calendar/next-reports.ts";
import { type PointInTime, pointInTimeTables, withPointInTime } from "./point-in-time.ts";
import type { SeasonStore } from "./store.ts";

const report = {
  symbol: seasonReports.symbol,
  fiscalQuarterEnd: seasonReports.fiscalQuarterEnd,
  reportDate: seasonReports.reportDate,
  session: seasonReports.session,
  isConfirmed: seasonReports.isConfirmed,
  movedFrom: seasonReports.movedFrom,
  consensusEps: seasonReports.consensusEps,
  analystCount: seasonReports.analystCount,
  reportedEps: seasonReports.reportedEps,
};
const company = {
  symbol: seasonCompanies.symbol,
  sector: seasonCompanies.sector,
  industry: seasonCompanies.industry,
  marketCap: seasonCompanies.marketCap,
};

export type PointInTimeCompanyReport = PointInTimeReport & {
  symbol: string;
  company: { sector: string | null; industry: string | null; marketCap: number | null } | null;
};

/**
 * Returns a company's reports as known at `moment` (now if null), newest quarter first. Uses the primary-key
 * indexes.
 */
async function pointInTimeReportsOf(
  { db, ledgerId }: SeasonStore,
  symbol: string,
  moment: PointInTime | null,
): Promise<PointInTimeCompanyReport[]> {
  const rows = await withPointInTime(db, pointInTimeTables({ ledgerId }, moment, { span: { symbol } }))
    .select({ report, company })
    .from(seasonReports)
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .where(and(eq(seasonReports.ledgerId, ledgerId), eq(seasonReports.symbol, symbol)))
    .orderBy(desc(seasonReports.fiscalQuarterEnd));
  return rows.map((row) => ({ ...row.report, company: row.company }));
}

/**
 * Returns the next report with a consensus as known at `moment` (now if null), otherwise the last published
 * one. Returns null when there is neither.
 */
export async function pointInTimeNextReport(
  store: SeasonStore,
  symbol: string,
  { moment, now }: { moment: PointInTime | null; now: Date },
): Promise<PointInTimeCompanyReport | null> {
  return nextReport(await pointInTimeReportsOf(store, symbol, moment), easternDay(now));
}

/** Returns a quarter's report as known at `moment`, or null when the quarter was not known at that time. */
export async function pointInTimeReportOf(
  store: SeasonStore,
  { symbol, fiscalQuarterEnd }: { symbol: string; fiscalQuarterEnd: string | null },
  moment: PointInTime,
): Promise<PointInTimeReport | null> {
  const found = await pointInTimeReportsOf(store, symbol, moment);
  const reportOfQuarter = found.find((report) => report.fiscalQuarterEnd === fiscalQuarterEnd);
  return reportOfQuarter ? publicPointInTimeReport(reportOfQuarter) : null;
}

export function publicPointInTimeReport({
  symbol: _,
  company: __,
  ...shown
}: PointInTimeCompanyReport): PointInTimeReport {
  return shown;
}
