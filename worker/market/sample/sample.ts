import type {
  CompanyReport,
  ListedCompany,
  Part,
  PriceAverages,
  ReportedQuarter,
} from "#contract/market-data.ts";
import { isoDay } from "#contract/time.ts";
import { emptyPart, type MarketData, MarketError, rangesOf, unsupportedPart } from "../port.ts";
import { sampleBars, sampleCloses } from "./bars.ts";
import { type SampleCompany, sampleCompaniesOf, sampleCompany } from "./companies.ts";
import {
  sampleEstimate,
  sampleRatingChanges,
  sampleRatings,
  sampleRevisions,
  sampleTargets,
} from "./estimates.ts";
import { sampleCalendar, sampleMatches, sampleMood, sampleReports, sampleTrending } from "./market-wide.ts";
import { sampleHeadlines, sampleMessages } from "./news.ts";
import { sampleOptionChain } from "./options.ts";
import { reportedQuarters, type SampleQuarter, upcomingQuarter } from "./quarters.ts";
import { sampleRevenueOf } from "./revenue.ts";

const NAME = "Sample market";
const EXCHANGE = "Sample exchange";
const withoutAnalysts = emptyPart(NAME, "no analyst publishes estimates");
const TWO_YEARS_OF_BARS = 504;
const DEFAULT_SIZE = 600;

/**
 * Returns a simulated market of `size` companies. It follows the calendar, and its past never changes. Every
 * part has the state `sample`, and production refuses it. `more` are listed on top of them.
 */
export function sampleMarket(size: number = DEFAULT_SIZE, more: readonly SampleCompany[] = []): MarketData {
  let listing: ReadonlyMap<string, SampleCompany> | undefined;
  const listed = () =>
    (listing ??= new Map([
      ...sampleCompaniesOf(size),
      ...more.map((company) => [company.symbol, company] as const),
    ]));
  const all = () => [...listed().values()];
  /** Returns data about a company as a part, or a missing part for an unknown company. */
  const about = <T>(symbol: string, now: Date, data: (company: SampleCompany) => T): Part<T> => {
    try {
      return sampled(data(sampleCompany(symbol, listed())), now);
    } catch (error) {
      if (!(error instanceof MarketError)) throw error;
      return { state: "missing", reason: "not_found", detail: error.message, source: NAME };
    }
  };
  return {
    name: NAME,
    dataMode: "sample",
    sources: [NAME],
    company: async (symbol, now) => companyReport(sampleCompany(symbol, listed()), now),
    prices: async (symbol, now) =>
      about(symbol, now, (company) => sampleBars(company, TWO_YEARS_OF_BARS, now)),
    news: async (symbol, _name, now) => about(symbol, now, (company) => sampleHeadlines(company, now)),
    options: async (symbol, after, now) =>
      about(symbol, now, (company) => sampleOptionChain(company, lastPrice(company, now), after, now)),
    social: async (symbol, now) => about(symbol, now, (company) => sampleMessages(company, now)),
    mood: async (now) => sampled(sampleMood(now), now),
    trending: async (now) => sampled(sampleTrending(now), now),
    calendar: async (from, to, now) => sampled(sampleCalendar(all(), from, to, now), now),
    averages: async (symbols, now) =>
      sampled(
        symbols.flatMap((symbol) => averagesOf(listed().get(symbol), now)),
        now,
      ),
    ranges: async (symbol, now) => {
      const company = listed().get(symbol);
      if (company?.unpublished === "estimates") return withoutAnalysts;
      const estimate = about(symbol, now, (known) => sampleEstimate(known, upcomingQuarter(known, now), now));
      return rangesOf(estimate);
    },
    reports: async (from, to, now) => sampled(sampleReports(all(), from, to, now), now),
    hasMarketReports: true,
    exchanges: [EXCHANGE],
    companies: async (_exchange, now) =>
      sampled(
        all().map((company) => listedCompany(company, now)),
        now,
      ),
    // Simulated companies never change their ticker, leave the exchange or split their shares on their own.
    changes: async () => unsupportedPart(NAME),
    search: async (query, now) => sampled(sampleMatches(all(), query, now), now),
  };
}

function sampled<T>(data: T, now: Date): Part<T> {
  return { state: "sample", data, source: NAME, url: null, asOf: now.toISOString() };
}

function companyReport(company: SampleCompany, now: Date): CompanyReport {
  const quarter = upcomingQuarter(company, now);
  const price = lastPrice(company, now);
  const estimated = <T>(data: () => T): Part<T> =>
    company.unpublished === "estimates" ? withoutAnalysts : sampled(data(), now);
  return {
    identity: {
      symbol: company.symbol,
      name: company.name,
      exchange: EXCHANGE,
      currency: "USD",
      financialCurrency: "USD",
      sector: company.sector,
      industry: company.industry,
      country: "United States",
      price,
      marketCap: marketValue(company, price),
      website: null,
    },
    estimate: estimated(() => sampleEstimate(company, quarter, now)),
    reportDate:
      company.unpublished === "day"
        ? emptyPart(NAME, "no report day is announced")
        : sampled(
            { from: quarter.reportsAt.toISOString(), to: null, isEstimate: false, session: company.session },
            now,
          ),
    history: sampled(
      reportedQuarters(company, now).map((reported) => asReported(company, reported)),
      now,
    ),
    revisions: estimated(() => sampleRevisions(company, quarter, now)),
    ratings: estimated(() => sampleRatings(company, now)),
    priceTargets: estimated(() => sampleTargets(company, price, now)),
    ratingChanges: estimated(() => sampleRatingChanges(company, now)),
  };
}

const SHORT = 50;
const LONG = 200;

function averagesOf(company: SampleCompany | undefined, now: Date): PriceAverages[] {
  const closes = company ? sampleCloses(company, LONG, now) : [];
  const price = closes.at(-1);
  if (!company || price === undefined) return [];
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [
    { symbol: company.symbol, price, average50: meanOf(closes.slice(-SHORT)), average200: meanOf(closes) },
  ];
}

function asReported(company: SampleCompany, quarter: SampleQuarter): ReportedQuarter {
  const { fiscalQuarterEnd, reportsAt, actual, index } = quarter;
  const hasEstimates = company.unpublished !== "estimates";
  const { consensus, reported } = sampleRevenueOf(company, index);
  const revenue = { consensus: hasEstimates ? consensus : null, reported };
  const estimate = hasEstimates ? quarter.estimate : null;
  return { fiscalQuarterEnd, reportDate: isoDay(reportsAt), estimate, actual, revenue };
}

function listedCompany(company: SampleCompany, now: Date): ListedCompany {
  const { symbol, name, sector, industry } = company;
  const price = lastPrice(company, now);
  const listing = { exchange: EXCHANGE, country: "United States" };
  return { symbol, name, sector, industry, ...listing, price, marketCap: marketValue(company, price) };
}

function marketValue({ shares }: SampleCompany, price: number): number {
  return Math.round(shares * price);
}

function lastPrice(company: SampleCompany, now: Date): number {
  return sampleCloses(company, 1, now)[0] ?? company.startPrice;
}
