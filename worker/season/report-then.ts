import { and, desc, eq } from "drizzle-orm";
import type { ReportThen } from "#contract/as-of.ts";
import { easternDay } from "#contract/time.ts";
import { isCompanyOfReport, seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { nextReport } from "./calendar/next-reports.ts";
import type { SeasonStore } from "./store.ts";
import { known, type Then, tablesThen } from "./then.ts";

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

export type CompanyReportThen = ReportThen & {
  symbol: string;
  company: { sector: string | null; industry: string | null; marketCap: number | null } | null;
};

/** Newest first, by the primary keys. */
async function reportsOfThen(
  { db, ledgerId }: SeasonStore,
  symbol: string,
  then: Then | null,
): Promise<CompanyReportThen[]> {
  const rows = await known(db, tablesThen({ ledgerId }, then, { span: { symbol } }))
    .select({ report, company })
    .from(seasonReports)
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .where(and(eq(seasonReports.ledgerId, ledgerId), eq(seasonReports.symbol, symbol)))
    .orderBy(desc(seasonReports.fiscalQuarterEnd));
  return rows.map((row) => ({ ...row.report, company: row.company }));
}

/** With a consensus as of then, else the last. */
export async function nextReportThen(
  store: SeasonStore,
  symbol: string,
  { moment, now }: { moment: Then | null; now: Date },
): Promise<CompanyReportThen | null> {
  return nextReport(await reportsOfThen(store, symbol, moment), easternDay(now));
}

/** Null where the quarter was not known then. */
export async function reportThenOf(
  store: SeasonStore,
  { symbol, fiscalQuarterEnd }: { symbol: string; fiscalQuarterEnd: string | null },
  then: Then,
): Promise<ReportThen | null> {
  const found = await reportsOfThen(store, symbol, then);
  const same = found.find((one) => one.fiscalQuarterEnd === fiscalQuarterEnd);
  return same ? shownThen(same) : null;
}

export function shownThen({ symbol: _, company: __, ...shown }: CompanyReportThen): ReportThen {
  return shown;
}
