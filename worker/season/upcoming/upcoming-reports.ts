import {
  and,
  asc,
  eq,
  getTableColumns,
  gte,
  type InferSelectModel,
  isNotNull,
  isNull,
  lte,
  type SQL,
  sql,
} from "drizzle-orm";
import { universeRule } from "#contract/rules.ts";
import { isUsSymbol } from "#contract/symbol.ts";
import { isCompanyOfReport, seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import type { StoredReport } from "../report.ts";
import type { SeasonStore } from "../store.ts";

const { ledgerId: _report, ...columnsOfReport } = getTableColumns(seasonReports);
export const reportColumns = columnsOfReport;
const { name, exchange, sector, industry, country, currency, price, marketCap, trend, trendDay, isActive } =
  seasonCompanies;
/**
 * The columns of a report's company. The first one is never null, because drizzle takes a joined row that
 * begins with null for a missing one.
 */
export const companyColumns = {
  isActive,
  name,
  exchange,
  sector,
  industry,
  country,
  currency,
  price,
  marketCap,
  trend,
  trendDay,
};

/** An unpublished report with a consensus. `company` is null when nothing is known about the company. */
export type UpcomingCompanyReport = {
  report: StoredReport & { consensusEps: number };
  company: { [Key in keyof typeof companyColumns]: (typeof companyColumns)[Key]["_"]["data"] | null } | null;
};

/**
 * Limits the reports to those between two ISO days, both inclusive, and to one company if `symbol` is given.
 */
type ComingQuery = { from: string; to: string; symbol?: string };

/**
 * Returns unpublished reports that have a consensus, ordered by day and symbol. Uses the index on the report
 * date, or the primary-key index for one company.
 */
export async function upcomingReportsWithCompany(
  { db, ledgerId }: SeasonStore,
  { from, to, symbol }: ComingQuery,
): Promise<UpcomingCompanyReport[]> {
  const ofCompany: SQL | undefined = symbol === undefined ? undefined : eq(seasonReports.symbol, symbol);
  const rows = await db
    .select({ report: reportColumns, company: companyColumns })
    .from(seasonReports)
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        ofCompany,
        gte(seasonReports.reportDate, from),
        lte(seasonReports.reportDate, to),
        isNull(seasonReports.reportedEps),
        isNotNull(seasonReports.consensusEps),
      ),
    )
    .orderBy(asc(sql`${seasonReports.reportDate}`), asc(sql`${seasonReports.symbol}`));
  return rows.flatMap(({ report, company }) => {
    const { consensusEps } = report;
    return consensusEps === null ? [] : [{ report: { ...report, consensusEps }, company }];
  });
}

const usExchange = /^(nasdaq|nyse|new york|amex|arca|bats|cboe|nms$|nyq$|ngm$|ncm$|ase$|simulated|sample)/i;

/**
 * Returns whether the report's company is listed in the U.S. with a price above `universeRule.priceUsd`. An
 * unknown listing or price excludes no company.
 */
export function isListed({ report, company }: UpcomingCompanyReport): boolean {
  if (!isUsSymbol(report.symbol)) return false;
  if (company === null) return true;
  if (company.isActive === false) return false;
  if (company.exchange !== null && !usExchange.test(company.exchange)) return false;
  return company.price === null || company.price > universeRule.priceUsd;
}

type UpcomingForecastRow = Omit<InferSelectModel<typeof upcomingForecasts>, "ledgerId">;

const { ledgerId: _, ...columns } = getTableColumns(upcomingForecasts);

export async function readUpcomingForecasts(
  { db, ledgerId }: SeasonStore,
  reports: readonly Pick<StoredReport, "symbol" | "fiscalQuarterEnd">[],
): Promise<UpcomingForecastRow[]> {
  const keys = JSON.stringify(
    reports.map(({ symbol, fiscalQuarterEnd }) => [ledgerId, symbol, fiscalQuarterEnd]),
  );
  return db
    .select(columns)
    .from(upcomingForecasts)
    .where(
      sql`(${upcomingForecasts.ledgerId}, ${upcomingForecasts.symbol}, ${upcomingForecasts.fiscalQuarterEnd}) IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${keys}))`,
    );
}
