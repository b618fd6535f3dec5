import type { CompanyReport } from "#contract/market-data.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { easternDay } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";
import { isStale } from "#model/earnings.ts";
import { storeCompanies } from "./companies.ts";
import { completeCompany } from "./complete-company.ts";
import type { CompanyObservation, ReportObservation } from "./report.ts";
import { storeFaults } from "./source-faults.ts";
import { reportsOf, type SeasonStore } from "./store.ts";
import { storeReports } from "./store-reports.ts";

/**
 * Stores what the source says about a company, and returns it completed from the stored reports. Simultaneous
 * requests thus get the same numbers.
 */
export async function storeAndComplete(
  store: SeasonStore,
  company: CompanyReport,
  now: Date,
): Promise<CompanyReport> {
  const { company: described, reports } = sightingsOf(company, now);
  await storeReports(store, reports, { now, today: easternDay(now) });
  const { history } = company;
  if (history.state !== "missing") await storeFaults(store, history.source, history.faults ?? [], now);
  await storeCompanies(store, [described], now);
  return completeCompany(company, await reportsOf(store, withDottedShareClass(company.identity.symbol)), now);
}

export function withStore(market: MarketData, store: SeasonStore): MarketData {
  return {
    ...market,
    company: async (symbol, now) => storeAndComplete(store, await market.company(symbol, now), now),
  };
}

function sightingsOf(
  company: CompanyReport,
  now: Date,
): { company: CompanyObservation; reports: ReportObservation[] } {
  const { identity } = company;
  const symbol = withDottedShareClass(identity.symbol);
  return {
    company: {
      symbol,
      // A source that does not know the name gives the ticker instead.
      name: identity.name === identity.symbol ? null : identity.name,
      exchange: identity.exchange,
      sector: identity.sector,
      industry: identity.industry,
      country: identity.country,
      currency: identity.financialCurrency,
      price: identity.price,
      marketCap: identity.marketCap,
    },
    reports: [...pastOf(symbol, company), ...comingOf(symbol, company, now)],
  };
}

function pastOf(symbol: string, { history, estimate }: CompanyReport): ReportObservation[] {
  if (history.state === "missing") return [];
  // When the source does not name the upcoming quarter, it has derived its past quarters from report dates.
  const isDeclared = estimate.state !== "missing" && estimate.data.fiscalQuarterEnd !== null;
  return history.data.map((quarter) => ({
    symbol,
    fiscalQuarterEnd: isDeclared || quarter.reportDate === null ? quarter.fiscalQuarterEnd : null,
    reportDate: quarter.reportDate,
    session: null,
    isConfirmed: quarter.reportDate !== null,
    consensusEps: quarter.estimate,
    analystCount: null,
    reportedEps: quarter.actual,
    revenue: quarter.revenue,
    doubt: quarter.doubt,
    basis: null,
    source: history.source,
    isImported: false,
  }));
}

function comingOf(symbol: string, { estimate, reportDate }: CompanyReport, now: Date): ReportObservation[] {
  const consensus = estimate.state === "missing" ? null : estimate.data;
  // A report date in the past may belong to the last report, while the consensus belongs to the next one.
  const report = reportDate.state === "missing" || isStale(reportDate.data, now) ? null : reportDate.data;
  if (!consensus?.fiscalQuarterEnd && !report) return [];
  return [
    {
      symbol,
      fiscalQuarterEnd: consensus?.fiscalQuarterEnd ?? null,
      reportDate: report && easternDay(new Date(report.from)),
      session: report?.session ?? null,
      isConfirmed: report !== null && !report.isEstimate,
      consensusEps: consensus?.consensusEps ?? null,
      analystCount: consensus?.analystCount ?? null,
      reportedEps: null,
      revenue: { consensus: consensus?.consensusRevenue ?? null, reported: null },
      basis: null,
      source: estimate.state === "missing" ? reportDate.source : estimate.source,
      isImported: false,
    },
  ];
}
