import type { ScheduledReport } from "#contract/market-data.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { type SampleCompany, sampleCompany } from "./companies.ts";
import { analystsOf, consensusAt } from "./estimates.ts";
import { FIRST_YEAR, quarterOf } from "./quarters.ts";

const QUARTER_DAYS = 91.3;
/** Reports come up to this many days after their quarter. */
const MAX_LAG_DAYS = 60;

/** The reports of a whole simulated market between two days (ISO, inclusive), as they stand at `now`. */
export function sampleReports(
  symbols: readonly string[],
  from: string,
  to: string,
  now: Date,
): ScheduledReport[] {
  return symbols.flatMap((symbol) => {
    const company = sampleCompany(symbol);
    return indexesBetween(company, from, to)
      .map((index) => reportOf(company, index, now))
      .filter(({ reportDate }) => reportDate >= from && reportDate <= to);
  });
}

/** Quarters that may be reported in the span; a few too many. */
function indexesBetween(company: SampleCompany, from: string, to: string): number[] {
  const start = Date.UTC(FIRST_YEAR, company.fiscalMonth + 1, 0);
  const quartersTo = (day: string, lagDays: number) =>
    ((Date.parse(day) - start) / DAY_MS - lagDays) / QUARTER_DAYS;
  const first = Math.max(0, Math.floor(quartersTo(from, MAX_LAG_DAYS)));
  const last = Math.ceil(quartersTo(to, 0));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

function reportOf(company: SampleCompany, index: number, now: Date): ScheduledReport {
  const quarter = quarterOf(company, index);
  const isOut = quarter.reportsAt <= now;
  return {
    symbol: company.symbol,
    name: company.name,
    sector: company.sector,
    industry: company.industry,
    country: "United States",
    fiscalQuarterEnd: quarter.fiscalQuarterEnd,
    reportDate: isoDay(quarter.reportsAt),
    session: company.session,
    isConfirmed: true,
    consensusEps: isOut ? quarter.estimate : consensusAt(company, quarter, now),
    analystCount: isOut ? null : analystsOf(company),
    reportedEps: isOut ? quarter.actual : null,
  };
}
