import { companyChangeSchema } from "#contract/company-change.ts";
import type {
  CompanyIdentity,
  CompanyReport,
  DailyBar,
  EstimateRange,
  ListedCompany,
  OptionQuote,
  Part,
  PriceAverages,
  RatingChange,
  ReportedQuarter,
  RevenueFigures,
  ScheduledReport,
} from "#contract/market-data.ts";
import { symbolSchema } from "#contract/symbol.ts";
import { type MarketData, MarketError, malformed } from "./port.ts";
import { amount, clipped, clippedOrNull, code, count, day, figure, instant, link } from "./value-limits.ts";

/** The contract's; rows are what an analysis can use. */
const MAX_NAME = 120;
const MAX_BARS = 750;
const MAX_QUARTERS = 80;
const MAX_QUOTES = 1_000;
const MAX_ROWS = 100;

/** Drops impossible figures and rows on them, and cuts texts: an analysis can always be shown. */
export function withValueLimits(source: MarketData): MarketData {
  return {
    ...source,
    company: async (symbol, now) => limitedCompany(await readable(source, source.company(symbol, now))),
    prices: async (symbol, now) => rowsOf(await source.prices(symbol, now), barOf, -MAX_BARS),
    news: async (symbol, name, now) =>
      rowsOf(await source.news(symbol, name, now), (row) => {
        const [url, publishedAt] = [link(row.url), instant(row.publishedAt)];
        if (url === null || publishedAt === null) return null;
        const [title, description] = [clipped(row.title, 500), clippedOrNull(row.description, 1000)];
        return { ...row, title, description, publisher: clipped(row.publisher, MAX_NAME), publishedAt, url };
      }),
    options: async (symbol, after, now) =>
      partOf(await source.options(symbol, after, now), (chain) => {
        const [expiry, spot] = [day(chain.expiry), amount(chain.spot)];
        if (expiry === null || !spot) return null;
        const side = (quotes: OptionQuote[]) => quotes.flatMap(quoteOf).slice(0, MAX_QUOTES);
        return { expiry, spot, calls: side(chain.calls), puts: side(chain.puts) };
      }),
    social: async (symbol, now) =>
      rowsOf(await source.social(symbol, now), (row) => {
        const at = instant(row.at);
        if (at === null) return null;
        const [text, author] = [clipped(row.text, 1000), clipped(row.author, MAX_NAME)];
        return { ...row, at, text, author, likes: count(row.likes), url: link(row.url) };
      }),
    mood: async (now) =>
      partOf(await source.mood(now), ({ volatilityIndex, indexCloses, breadth }) => {
        const [advancing, declining] = [count(breadth?.advancing ?? null), count(breadth?.declining ?? null)];
        return {
          volatilityIndex: amount(volatilityIndex),
          indexCloses: indexCloses?.flatMap((close) => amount(close) || []) ?? null,
          breadth: advancing === null || declining === null ? null : { advancing, declining },
        };
      }),
    trending: async (now) => rowsOf(await source.trending(now), named),
    calendar: async (from, to, now) =>
      rowsOf(
        await source.calendar(from, to, now),
        (row) => {
          const [known, reportDate] = [named(row), day(row.reportDate)];
          if (known === null || reportDate === null) return null;
          return { ...known, reportDate, consensusEps: figure(row.consensusEps) };
        },
        Number.POSITIVE_INFINITY,
      ),
    reports: async (from, to, now) =>
      rowsOf(await source.reports(from, to, now), scheduledOf, Number.POSITIVE_INFINITY),
    averages: async (symbols, now) =>
      rowsOf(await source.averages(symbols, now), averagesWithin, Number.POSITIVE_INFINITY),
    ranges: async (symbol, now) => rowsOf(await source.ranges(symbol, now), rangeWithin),
    companies: async (exchange, now) =>
      rowsOf(await source.companies(exchange, now), listedOf, Number.POSITIVE_INFINITY),
    changes: async (from, now) =>
      rowsOf(
        await source.changes(from, now),
        (row) => companyChangeSchema.safeParse(row).data ?? null,
        Number.POSITIVE_INFINITY,
      ),
    search: async (query, now) =>
      rowsOf(await source.search(query, now), (row) => {
        const known = named(row);
        return known && { ...known, reportDate: day(row.reportDate) };
      }),
  };
}

/** A source that fails on its own data has sent what is unreadable. */
async function readable(source: MarketData, asked: Promise<CompanyReport>): Promise<CompanyReport> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RangeError)
      throw new MarketError("malformed", `${source.name} answered in a form we do not know.`);
    throw error;
  }
}

function limitedCompany(company: CompanyReport): CompanyReport {
  return {
    identity: identityOf(company.identity),
    estimate: partOf(company.estimate, (estimate) => {
      const consensusEps = figure(estimate.consensusEps);
      if (consensusEps === null) return null;
      return {
        fiscalQuarterEnd: day(estimate.fiscalQuarterEnd),
        consensusEps,
        analystCount: count(estimate.analystCount),
        low: figure(estimate.low),
        high: figure(estimate.high),
        yearAgoEps: figure(estimate.yearAgoEps),
        consensusRevenue: revenueOrNull(estimate.consensusRevenue),
        growth: figure(estimate.growth),
      };
    }),
    reportDate: partOf(company.reportDate, (report) => {
      const from = instant(report.from);
      return from === null ? null : { ...report, from, to: instant(report.to) };
    }),
    history: rowsOf(company.history, quarterOf, -MAX_QUARTERS),
    revisions: partOf(company.revisions, (revisions) => ({
      current: figure(revisions.current),
      daysAgo7: figure(revisions.daysAgo7),
      daysAgo30: figure(revisions.daysAgo30),
      daysAgo60: figure(revisions.daysAgo60),
      daysAgo90: figure(revisions.daysAgo90),
      upLast7: count(revisions.upLast7),
      upLast30: count(revisions.upLast30),
      downLast7: count(revisions.downLast7),
      downLast30: count(revisions.downLast30),
    })),
    ratings: partOf(company.ratings, (ratings) => ({
      strongBuy: count(ratings.strongBuy) ?? 0,
      buy: count(ratings.buy) ?? 0,
      hold: count(ratings.hold) ?? 0,
      sell: count(ratings.sell) ?? 0,
      strongSell: count(ratings.strongSell) ?? 0,
    })),
    priceTargets: partOf(company.priceTargets, (targets) => {
      const [mean, high, low] = [amount(targets.mean), amount(targets.high), amount(targets.low)];
      if (mean === null || high === null || low === null) return null;
      return { mean, high, low, median: amount(targets.median), analystCount: count(targets.analystCount) };
    }),
    ratingChanges: rowsOf(company.ratingChanges, changeOf),
  };
}

function identityOf(identity: CompanyIdentity): CompanyIdentity {
  return {
    symbol: identity.symbol,
    name: clipped(identity.name, MAX_NAME),
    exchange: clippedOrNull(identity.exchange, 40),
    currency: code(identity.currency, 8),
    financialCurrency: code(identity.financialCurrency, 8),
    sector: clippedOrNull(identity.sector, 80),
    industry: clippedOrNull(identity.industry, 120),
    country: clippedOrNull(identity.country, 80),
    price: amount(identity.price),
    marketCap: amount(identity.marketCap),
    website: link(identity.website),
  };
}

function quarterOf(row: ReportedQuarter): ReportedQuarter | null {
  const [fiscalQuarterEnd, actual] = [day(row.fiscalQuarterEnd), figure(row.actual)];
  if (fiscalQuarterEnd === null || actual === null) return null;
  return {
    fiscalQuarterEnd,
    reportDate: day(row.reportDate),
    estimate: figure(row.estimate),
    actual,
    revenue: revenueOf(row.revenue),
  };
}

function scheduledOf(row: ScheduledReport): ScheduledReport | null {
  const [symbol, reportDate] = [symbolSchema.safeParse(row.symbol).data, day(row.reportDate)];
  if (symbol === undefined || reportDate === null) return null;
  return {
    ...row,
    symbol,
    reportDate,
    name: clippedOrNull(row.name, MAX_NAME),
    sector: clippedOrNull(row.sector, 80),
    industry: clippedOrNull(row.industry, 120),
    country: clippedOrNull(row.country, 80),
    fiscalQuarterEnd: day(row.fiscalQuarterEnd),
    consensusEps: figure(row.consensusEps),
    analystCount: count(row.analystCount),
    reportedEps: figure(row.reportedEps),
    revenue: revenueOf(row.revenue),
  };
}

function revenueOf(revenue: RevenueFigures | undefined): RevenueFigures | undefined {
  return (
    revenue && { consensus: revenueOrNull(revenue.consensus), reported: revenueOrNull(revenue.reported) }
  );
}

/** Sources write zero where they know none. */
function revenueOrNull(value: number | null | undefined): number | null {
  return figure(value ?? null) || null;
}

function listedOf(row: ListedCompany): ListedCompany | null {
  const known = named(row);
  return (
    known && {
      ...known,
      exchange: clippedOrNull(row.exchange, 80),
      sector: clippedOrNull(row.sector, 80),
      industry: clippedOrNull(row.industry, 120),
      country: clippedOrNull(row.country, 80),
      price: amount(row.price),
      marketCap: amount(row.marketCap),
    }
  );
}

function averagesWithin(row: PriceAverages): PriceAverages | null {
  const symbol = clipped(row.symbol, MAX_NAME);
  const [price, average50] = [amount(row.price), amount(row.average50)];
  if (!price || !average50) return null;
  return { symbol, price, average50, average200: amount(row.average200) || null };
}

function rangeWithin(row: EstimateRange): EstimateRange | null {
  const fiscalQuarterEnd = day(row.fiscalQuarterEnd);
  if (fiscalQuarterEnd === null) return null;
  const [low, high] = [figure(row.low), figure(row.high)];
  return { fiscalQuarterEnd, low, high, analystCount: count(row.analystCount) };
}

function changeOf(row: RatingChange): RatingChange | null {
  const date = instant(row.date);
  if (date === null) return null;
  const [firm, toGrade] = [clipped(row.firm, 80), clipped(row.toGrade, 40)];
  return { ...row, date, firm, fromGrade: clippedOrNull(row.fromGrade, 40), toGrade };
}

function barOf(row: DailyBar): DailyBar | null {
  const date = day(row.date);
  const [open, high, low, close] = [amount(row.open), amount(row.high), amount(row.low), amount(row.close)];
  if (date === null || !open || !high || !low || !close) return null;
  return { date, open, high, low, close, volume: amount(row.volume) };
}

function quoteOf(quote: OptionQuote): OptionQuote[] {
  const strike = amount(quote.strike);
  if (!strike) return [];
  const { bid, ask, last, openInterest, impliedVolatility } = quote;
  return [
    {
      strike,
      bid: amount(bid),
      ask: amount(ask),
      last: amount(last),
      openInterest: amount(openInterest),
      impliedVolatility: amount(impliedVolatility),
    },
  ];
}

function named<Row extends { symbol: string; name: string }>(row: Row): Row | null {
  return row.symbol.length <= 15 ? { ...row, name: clipped(row.name, MAX_NAME) } : null;
}

function partOf<T>(part: Part<T>, read: (data: T) => T | null): Part<T> {
  if (part.state === "missing") return part;
  const data = read(part.data);
  return data === null ? malformed(part.source) : { ...part, data };
}

/** A negative `limit` counts from the end. */
function rowsOf<T>(part: Part<T[]>, read: (row: T) => T | null, limit = MAX_ROWS): Part<T[]> {
  if (part.state === "missing") return part;
  const rows = part.data.flatMap((row) => {
    const bounded = read(row);
    return bounded === null ? [] : [bounded];
  });
  if (rows.length === 0 && part.data.length > 0) return malformed(part.source);
  return { ...part, data: limit < 0 ? rows.slice(limit) : rows.slice(0, limit) };
}
