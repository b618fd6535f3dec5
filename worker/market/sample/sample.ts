import {
  type CalendarEntry,
  type CompanyReport,
  type DailyBar,
  type MarketData,
  MarketError,
  type MarketMood,
  type Part,
} from "../port.ts";
import { lastSession, sampleBars, sampleCloses, sessionMove } from "./bars.ts";
import { rounded } from "./chance.ts";
import { type SampleCompany, sampleCompany, sampleSymbols } from "./companies.ts";
import {
  consensusAt,
  sampleEstimate,
  sampleRatingChanges,
  sampleRatings,
  sampleRevisions,
  sampleTargets,
} from "./estimates.ts";
import { sampleChain } from "./options.ts";
import { asReported, reportedQuarters, upcomingQuarter } from "./quarters.ts";
import { sampleHeadlines, sampleMessages } from "./talk.ts";

const NAME = "Sample market";
const TWO_YEARS_OF_BARS = 504;
const YEAR_OF_BARS = 252;
const INDEX_NAME = "SAMPLEINDEX";

/**
 * A simulated market that moves with the calendar: quarters are reported, prices go on, and what has happened never
 * changes. Everything it says is of state `sample`. Refused in production by the settings.
 */
export function sampleMarket(): MarketData {
  return {
    name: NAME,
    dataMode: "sample",
    company: async (symbol, now) => companyReport(sampleCompany(symbol), now),
    prices: async (symbol, now) => about(symbol, now, (company) => recentBars(company, now)),
    news: async (symbol, _name, now) => about(symbol, now, (company) => sampleHeadlines(company, now)),
    options: async (symbol, after, now) =>
      about(symbol, now, (company) => sampleChain(company, lastPrice(company, now), after, now)),
    social: async (symbol, now) => about(symbol, now, (company) => sampleMessages(company, now)),
    mood: async (now) => sampled(mood(now), now),
    trending: async (now) => sampled(trending(now), now),
    calendar: async (from, to, now) => sampled(calendar(from, to, now), now),
    search: async (query, now) => sampled(search(query), now),
  };
}

/** A part about one company; missing where the simulation has no such company. */
function about<T>(symbol: string, now: Date, data: (company: SampleCompany) => T): Part<T> {
  try {
    return sampled(data(sampleCompany(symbol)), now);
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return { state: "missing", reason: "not_found", detail: error.message, source: NAME };
  }
}

function sampled<T>(data: T, now: Date): Part<T> {
  return { state: "sample", data, source: NAME, url: null, asOf: now.toISOString() };
}

function companyReport(company: SampleCompany, now: Date): CompanyReport {
  const quarter = upcomingQuarter(company, now);
  const price = lastPrice(company, now);
  return {
    identity: {
      symbol: company.symbol,
      name: company.name,
      exchange: "Sample exchange",
      currency: "USD",
      financialCurrency: "USD",
      sector: company.sector,
      industry: company.industry,
      country: "United States",
      price,
      marketCap: null,
      website: null,
    },
    estimate: sampled(sampleEstimate(company, quarter, now), now),
    reportDate: sampled(
      { from: quarter.reportsAt.toISOString(), to: null, isEstimate: false, session: company.session },
      now,
    ),
    history: sampled(reportedQuarters(company, now).map(asReported), now),
    revisions: sampled(sampleRevisions(company, quarter, now), now),
    ratings: sampled(sampleRatings(company, now), now),
    priceTargets: sampled(sampleTargets(company, price, now), now),
    ratingChanges: sampled(sampleRatingChanges(company, now), now),
  };
}

function recentBars(company: SampleCompany, now: Date): DailyBar[] {
  return sampleBars(company, TWO_YEARS_OF_BARS, now);
}

function lastPrice(company: SampleCompany, now: Date): number {
  return sampleCloses(company, 1, now)[0] ?? company.startPrice;
}

/** The index is one more simulated share; the volatility index follows its last month. */
function mood(now: Date): MarketMood {
  const index = { ...sampleCompany("SPX"), symbol: INDEX_NAME };
  const closes = sampleCloses(index, YEAR_OF_BARS, now);
  const month = closes.slice(-22);
  const returns = month.slice(1).map((close, i) => Math.log(close / (month[i] ?? close)));
  const deviation = Math.sqrt(
    returns.reduce((sum, value) => sum + value * value, 0) / Math.max(1, returns.length),
  );
  const session = lastSession(now);
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

/** The well-known companies that moved most in the last session. */
function trending(now: Date) {
  const session = lastSession(now);
  return [...sampleSymbols]
    .sort((a, b) => Math.abs(sessionMove(b, session)) - Math.abs(sessionMove(a, session)))
    .slice(0, 10)
    .map((symbol) => ({ symbol, name: sampleCompany(symbol).name }));
}

function calendar(from: string, to: string, now: Date): CalendarEntry[] {
  return sampleSymbols
    .map((symbol): CalendarEntry => {
      const company = sampleCompany(symbol);
      const quarter = upcomingQuarter(company, now);
      return {
        symbol,
        name: company.name,
        reportDate: quarter.reportsAt.toISOString().slice(0, 10),
        session: company.session,
        consensusEps: consensusAt(company, quarter, now),
      };
    })
    .filter((entry) => entry.reportDate >= from && entry.reportDate <= to)
    .sort((a, b) => a.reportDate.localeCompare(b.reportDate));
}

function search(query: string) {
  const wanted = query.trim().toUpperCase();
  if (!wanted) return [];
  return sampleSymbols
    .map((symbol) => ({ symbol, name: sampleCompany(symbol).name }))
    .filter(({ symbol, name }) => symbol.startsWith(wanted) || name.toUpperCase().includes(wanted))
    .sort((a, b) => Number(b.symbol.startsWith(wanted)) - Number(a.symbol.startsWith(wanted)))
    .slice(0, 10);
}
