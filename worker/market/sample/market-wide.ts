import type {
  CalendarEntry,
  FoundCompany,
  MarketMood,
  NamedSymbol,
  ScheduledReport,
} from "#contract/market-data.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { DAY_MS, easternDay, isoDay } from "#contract/time.ts";
import { normalizedCompanyName } from "../company-name.ts";
import { lastSession, sampleCloses, sessionMove } from "./bars.ts";
import { type SampleCompany, sampleCompany, sampleSymbols } from "./companies.ts";
import { consensusAt } from "./estimates.ts";
import { quarterOf, upcomingQuarter } from "./quarters.ts";
import { sampleRevenueOf } from "./revenue.ts";
import { rounded } from "./seeded.ts";
import { FIRST_YEAR } from "./trading-days.ts";

const YEAR_OF_BARS = 252;
const INDEX_NAME = "SAMPLEINDEX";

let latestMood: { session: string; mood: MarketMood } | undefined;

export function sampleMood(now: Date): MarketMood {
  const session = lastSession(now);
  if (latestMood?.session !== session) latestMood = { session, mood: moodOf(session, now) };
  return latestMood.mood;
}

/**
 * Returns the market mood of a session. The volatility index is the annualized deviation of the stock index
 * over its last month, in percent.
 */
function moodOf(session: string, now: Date): MarketMood {
  const index = { ...sampleCompany("MSFT"), symbol: INDEX_NAME };
  const closes = sampleCloses(index, YEAR_OF_BARS, now);
  const month = closes.slice(-22);
  const returns = month.slice(1).map((close, i) => Math.log(close / (month[i] ?? close)));
  const deviation = Math.sqrt(
    returns.reduce((sum, value) => sum + value * value, 0) / Math.max(1, returns.length),
  );
  const moves = sampleSymbols.map((symbol) => sessionMove(symbol, session));
  return {
    volatilityIndex: rounded(deviation * Math.sqrt(YEAR_OF_BARS) * 100),
    indexCloses: closes,
    breadth: {
      advancing: moves.filter((move) => move > 0).length,
      declining: moves.filter((move) => move < 0).length,
    },
  };
}

export function sampleTrending(now: Date): NamedSymbol[] {
  const session = lastSession(now);
  return [...sampleSymbols]
    .sort((a, b) => Math.abs(sessionMove(b, session)) - Math.abs(sessionMove(a, session)))
    .slice(0, 10)
    .map((symbol) => ({ symbol, name: sampleCompany(symbol).name }));
}

/** Returns the next reports of the companies between two ISO days, both inclusive, ordered by day. */
export function sampleCalendar(
  companies: readonly SampleCompany[],
  from: string,
  to: string,
  now: Date,
): CalendarEntry[] {
  return companies
    .filter(({ unpublished }) => unpublished !== "day")
    .map((company): CalendarEntry => {
      const quarter = upcomingQuarter(company, now);
      return {
        symbol: company.symbol,
        name: company.name,
        reportDate: isoDay(quarter.reportsAt),
        session: company.session,
        consensusEps: company.unpublished === "estimates" ? null : consensusAt(company, quarter, now),
      };
    })
    .filter((entry) => entry.reportDate >= from && entry.reportDate <= to)
    .sort((a, b) => a.reportDate.localeCompare(b.reportDate));
}

/**
 * Returns at most ten companies: those with a matching ticker first, then those with a word in their name
 * that begins with the query.
 */
export function sampleMatches(companies: readonly SampleCompany[], query: string, now: Date): FoundCompany[] {
  const ticker = withDottedShareClass(query.trim().toUpperCase());
  const name = normalizedCompanyName(query);
  if (!ticker) return [];
  const rank = (company: SampleCompany) => {
    if (company.symbol === ticker) return 0;
    if (company.symbol.startsWith(ticker)) return 1;
    return name !== "" && ` ${normalizedCompanyName(company.name)}`.includes(` ${name}`) ? 2 : 3;
  };
  return companies
    .filter((company) => rank(company) < 3)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, 10)
    .map((company) => ({
      symbol: company.symbol,
      name: company.name,
      reportDate: company.unpublished === "day" ? null : easternDay(upcomingQuarter(company, now).reportsAt),
    }));
}

const QUARTER_DAYS = 91.3;
/** The longest time from a quarter's end to its report, in days. */
const MAX_LAG_DAYS = 60;

/** Returns the reports between two ISO days, both inclusive, as they are known at `now`. */
export function sampleReports(
  companies: readonly SampleCompany[],
  from: string,
  to: string,
  now: Date,
): ScheduledReport[] {
  return companies.flatMap((company) =>
    indexesBetween(company, from, to)
      .map((index) => reportOf(company, index, now))
      .filter(({ reportDate }) => reportDate >= from && reportDate <= to)
      .filter(({ reportedEps }) => reportedEps !== null || company.unpublished !== "day"),
  );
}

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
  const { consensus, reported } = sampleRevenueOf(company, index);
  const hasEstimates = company.unpublished !== "estimates";
  const consensusEps = isOut ? quarter.estimate : consensusAt(company, quarter, now);
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
    consensusEps: hasEstimates ? consensusEps : null,
    analystCount: isOut || !hasEstimates ? null : company.analysts,
    reportedEps: isOut ? quarter.actual : null,
    revenue: { consensus: hasEstimates ? consensus : null, reported: isOut ? reported : null },
  };
}
