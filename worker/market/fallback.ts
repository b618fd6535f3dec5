import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import type { CompanyIdentity, CompanyReport, Part, QuarterEstimate } from "#contract/market-data.ts";
import { type MarketData, MarketError } from "./port.ts";

/** Use it only for sources whose licenses allow showing them side by side. */
export function withFallback(first: MarketData, second: MarketData): MarketData {
  const either = async <T>(ask: (source: MarketData) => Promise<Part<T>>): Promise<Part<T>> => {
    const part = await ask(first);
    if (part.state !== "missing") return part;
    const other = await ask(second);
    // The reason why the second source has no data says more than that the first never has any.
    return other.state === "missing" && part.reason !== "unsupported" ? part : other;
  };
  return {
    name: `${first.name}, ${second.name}`,
    dataMode: first.dataMode,
    sources: [...new Set([...first.sources, ...second.sources])],
    company: (symbol, now) => companyOf(first.company(symbol, now), second.company(symbol, now)),
    prices: (symbol, now) => either((source) => source.prices(symbol, now)),
    news: (symbol, name, now) => either((source) => source.news(symbol, name, now)),
    options: (symbol, after, now) => either((source) => source.options(symbol, after, now)),
    social: (symbol, now) => either((source) => source.social(symbol, now)),
    mood: (now) => either((source) => source.mood(now)),
    trending: (now) => either((source) => source.trending(now)),
    calendar: (from, to, now) => either((source) => source.calendar(from, to, now)),
    averages: (symbols, now) => either((source) => source.averages(symbols, now)),
    // Thousands of companies are read each day, so only the licensed source is asked.
    ranges: (symbol, now) => first.ranges(symbol, now),
    reports: (from, to, now) => either((source) => source.reports(from, to, now)),
    hasMarketReports: first.hasMarketReports || second.hasMarketReports,
    exchanges: [...new Set([...first.exchanges, ...second.exchanges])],
    companies: (exchange, now) => either((source) => source.companies(exchange, now)),
    changes: (from, now) => either((source) => source.changes(from, now)),
    search: (query, now) => either((source) => source.search(query, now)),
  };
}

/** Both sources are read in parallel, because an analysis waits only for a limited time. */
async function companyOf(
  first: Promise<CompanyReport>,
  second: Promise<CompanyReport>,
): Promise<CompanyReport> {
  const [one, other] = await Promise.allSettled([first, second]);
  if (one.status === "fulfilled")
    return other.status === "fulfilled" ? merged(one.value, other.value) : one.value;
  if (isBecause(one.reason, "not_a_company")) throw one.reason;
  if (other.status === "fulfilled") return other.value;
  throw isBecause(other.reason, "not_a_company", "unknown_symbol") ? other.reason : one.reason;
}

function isBecause(error: unknown, ...reasons: MarketError["reason"][]): boolean {
  return error instanceof MarketError && reasons.includes(error.reason);
}

function merged(one: CompanyReport, other: CompanyReport): CompanyReport {
  const estimate = oneOf(one.estimate, other.estimate);
  const [leading, filling] = estimate === one.estimate ? [one, other] : [other, one];
  return {
    identity: identityOf(leading.identity, filling.identity),
    estimate,
    reportDate: oneOf(one.reportDate, other.reportDate),
    history: longerOf(one.history, other.history),
    revisions: areOfSameQuarter(estimate, other.estimate)
      ? oneOf(one.revisions, other.revisions)
      : one.revisions,
    ratings: oneOf(one.ratings, other.ratings),
    priceTargets: oneOf(one.priceTargets, other.priceTargets),
    ratingChanges: oneOf(one.ratingChanges, other.ratingChanges),
  };
}

function oneOf<T>(part: Part<T>, other: Part<T>): Part<T> {
  return part.state === "missing" && other.state !== "missing" ? other : part;
}

/** Quarters of two sources are not mixed: each list keeps its own estimates and figures. */
function longerOf<T>(part: Part<T[]>, other: Part<T[]>): Part<T[]> {
  if (part.state === "missing" || other.state === "missing") return oneOf(part, other);
  return other.data.length > part.data.length ? other : part;
}

/** Around a report, two sources may mean different quarters. */
function areOfSameQuarter(one: Part<QuarterEstimate>, other: Part<QuarterEstimate>): boolean {
  if (one.state === "missing" || other.state === "missing") return false;
  return isSameQuarter(one.data.fiscalQuarterEnd, other.data.fiscalQuarterEnd);
}

/** Figures come from the source of the estimate. */
function identityOf(one: CompanyIdentity, other: CompanyIdentity): CompanyIdentity {
  return {
    symbol: one.symbol,
    name: one.name === one.symbol ? other.name : one.name,
    exchange: one.exchange ?? other.exchange,
    currency: one.currency ?? other.currency,
    financialCurrency: one.financialCurrency ?? other.financialCurrency,
    sector: one.sector ?? other.sector,
    industry: one.industry ?? other.industry,
    country: one.country ?? other.country,
    price: one.price,
    marketCap: one.marketCap,
    website: one.website ?? other.website,
  };
}
