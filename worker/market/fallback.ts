import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import type { CompanyIdentity, CompanyReport, Part, QuarterEstimate } from "#contract/market-data.ts";
import { type MarketData, MarketError } from "./port.ts";

/**
 * Returns a source that takes each part from `first`, or from `second` if the first has none. Use it only for
 * sources whose licenses allow showing them side by side.
 */
export function withFallback(first: MarketData, second: MarketData): MarketData {
  const either = async <T>(ask: (source: MarketData) => Promise<Part<T>>): Promise<Part<T>> => {
    const part = await ask(first);
    if (part.state !== "missing") return part;
    const fallbackPart = await ask(second);
    // If both sources lack the data, the first one's reason is returned, unless it only says that this source
    // never has such data.
    return fallbackPart.state === "missing" && part.reason !== "unsupported" ? part : fallbackPart;
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
    // Thousands of companies are read each day, so only the licensed source is queried.
    ranges: (symbol, now) => first.ranges(symbol, now),
    reports: (from, to, now) => either((source) => source.reports(from, to, now)),
    hasMarketReports: first.hasMarketReports || second.hasMarketReports,
    exchanges: [...new Set([...first.exchanges, ...second.exchanges])],
    companies: (exchange, now) => either((source) => source.companies(exchange, now)),
    changes: (from, now) => either((source) => source.changes(from, now)),
    search: (query, now) => either((source) => source.search(query, now)),
  };
}

/**
 * Merges the company reports of two sources. Both are read in parallel, because an analysis waits only for a
 * limited time.
 */
async function companyOf(
  first: Promise<CompanyReport>,
  second: Promise<CompanyReport>,
): Promise<CompanyReport> {
  const [firstResult, secondResult] = await Promise.allSettled([first, second]);
  if (firstResult.status === "fulfilled")
    return secondResult.status === "fulfilled"
      ? merged(firstResult.value, secondResult.value)
      : firstResult.value;
  if (isBecause(firstResult.reason, "not_a_company")) throw firstResult.reason;
  if (secondResult.status === "fulfilled") return secondResult.value;
  throw isBecause(secondResult.reason, "not_a_company", "unknown_symbol")
    ? secondResult.reason
    : firstResult.reason;
}

function isBecause(error: unknown, ...reasons: MarketError["reason"][]): boolean {
  return error instanceof MarketError && reasons.includes(error.reason);
}

function merged(first: CompanyReport, second: CompanyReport): CompanyReport {
  const estimate = oneOf(first.estimate, second.estimate);
  const [leading, filling] = estimate === first.estimate ? [first, second] : [second, first];
  return {
    identity: identityOf(leading.identity, filling.identity),
    estimate,
    reportDate: oneOf(first.reportDate, second.reportDate),
    history: longerOf(first.history, second.history),
    revisions: areOfSameQuarter(estimate, second.estimate)
      ? oneOf(first.revisions, second.revisions)
      : first.revisions,
    ratings: oneOf(first.ratings, second.ratings),
    priceTargets: oneOf(first.priceTargets, second.priceTargets),
    ratingChanges: oneOf(first.ratingChanges, second.ratingChanges),
  };
}

function oneOf<T>(part: Part<T>, fallback: Part<T>): Part<T> {
  return part.state === "missing" && fallback.state !== "missing" ? fallback : part;
}

/**
 * Returns the longer list of quarters. Quarters of two sources are not mixed, so each list keeps its own
 * estimates and figures.
 */
function longerOf<T>(part: Part<T[]>, fallback: Part<T[]>): Part<T[]> {
  if (part.state === "missing" || fallback.state === "missing") return oneOf(part, fallback);
  return fallback.data.length > part.data.length ? fallback : part;
}

/**
 * Returns whether two estimates are of the same fiscal quarter. Around a report, one source may already give
 * the next quarter.
 */
function areOfSameQuarter(first: Part<QuarterEstimate>, second: Part<QuarterEstimate>): boolean {
  if (first.state === "missing" || second.state === "missing") return false;
  return isSameQuarter(first.data.fiscalQuarterEnd, second.data.fiscalQuarterEnd);
}

/**
 * Fills the gaps of the first identity from the second. Price and market value are not filled, so they come
 * from the source of the estimate.
 */
function identityOf(first: CompanyIdentity, second: CompanyIdentity): CompanyIdentity {
  return {
    symbol: first.symbol,
    name: first.name === first.symbol ? second.name : first.name,
    exchange: first.exchange ?? second.exchange,
    currency: first.currency ?? second.currency,
    financialCurrency: first.financialCurrency ?? second.financialCurrency,
    sector: first.sector ?? second.sector,
    industry: first.industry ?? second.industry,
    country: first.country ?? second.country,
    price: first.price,
    marketCap: first.marketCap,
    website: first.website ?? second.website,
  };
}
