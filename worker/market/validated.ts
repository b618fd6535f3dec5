import type { z } from "zod";
import { companyChangeSchema } from "#contract/company-change.ts";
import {
  type CompanyReport,
  calendarEntrySchema,
  companyIdentitySchema,
  dailyBarSchema,
  estimateRangeSchema,
  estimateRevisionsSchema,
  foundCompanySchema,
  headlineSchema,
  listedCompanySchema,
  marketMoodSchema,
  namedSymbolSchema,
  optionChainSchema,
  type Part,
  priceAveragesSchema,
  priceTargetsSchema,
  quarterEstimateSchema,
  ratingChangeSchema,
  ratingDistributionSchema,
  reportDateSchema,
  reportedQuarterSchema,
  scheduledReportSchema,
  socialMessageSchema,
} from "#contract/market-data.ts";
import { type MarketData, MarketError, malformedPart } from "./port.ts";

/** An analysis uses at most this many rows of each kind. */
const MAX_BARS = 750;
const MAX_QUARTERS = 80;
const MAX_ROWS = 100;

/** Returns the source with every answer validated by the schemas of `contract/market-data.ts`. */
export function withValidation(source: MarketData): MarketData {
  return {
    ...source,
    company: async (symbol, now) => companyOf(await readable(source, source.company(symbol, now))),
    prices: async (symbol, now) => newest(rowsOf(await source.prices(symbol, now), dailyBarSchema), MAX_BARS),
    news: async (symbol, companyName, now) =>
      first(rowsOf(await source.news(symbol, companyName, now), headlineSchema)),
    options: async (symbol, after, now) =>
      partOf(await source.options(symbol, after, now), optionChainSchema),
    social: async (symbol, now) => first(rowsOf(await source.social(symbol, now), socialMessageSchema)),
    mood: async (now) => partOf(await source.mood(now), marketMoodSchema),
    trending: async (now) => first(rowsOf(await source.trending(now), namedSymbolSchema)),
    calendar: async (from, to, now) => rowsOf(await source.calendar(from, to, now), calendarEntrySchema),
    reports: async (from, to, now) => rowsOf(await source.reports(from, to, now), scheduledReportSchema),
    averages: async (symbols, now) => rowsOf(await source.averages(symbols, now), priceAveragesSchema),
    ranges: async (symbol, now) => first(rowsOf(await source.ranges(symbol, now), estimateRangeSchema)),
    companies: async (exchange, now) => rowsOf(await source.companies(exchange, now), listedCompanySchema),
    changes: async (from, now) => rowsOf(await source.changes(from, now), companyChangeSchema),
    search: async (query, now) => first(rowsOf(await source.search(query, now), foundCompanySchema)),
  };
}

/**
 * Reports a RangeError as a malformed answer, because a source that fails while it reads its own data has
 * received something unreadable.
 */
async function readable(source: MarketData, answer: Promise<CompanyReport>): Promise<CompanyReport> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RangeError)
      throw new MarketError("malformed", `${source.name} answered in a form we do not know.`);
    throw error;
  }
}

function companyOf(company: CompanyReport): CompanyReport {
  return {
    identity: companyIdentitySchema.parse(company.identity),
    estimate: partOf(company.estimate, quarterEstimateSchema),
    reportDate: partOf(company.reportDate, reportDateSchema),
    history: newest(rowsOf(company.history, reportedQuarterSchema), MAX_QUARTERS),
    revisions: partOf(company.revisions, estimateRevisionsSchema),
    ratings: partOf(company.ratings, ratingDistributionSchema),
    priceTargets: partOf(company.priceTargets, priceTargetsSchema),
    ratingChanges: first(rowsOf(company.ratingChanges, ratingChangeSchema)),
  };
}

function partOf<Data>(part: Part<Data>, schema: z.ZodType<Data>): Part<Data> {
  if (part.state === "missing") return part;
  const { data } = schema.safeParse(part.data);
  return data === undefined ? malformedPart(part.source) : { ...part, data };
}

/** Drops rows that do not validate. When none does, the whole answer is malformed. */
function rowsOf<Row>(part: Part<Row[]>, schema: z.ZodType<Row>): Part<Row[]> {
  if (part.state === "missing") return part;
  const rows = part.data.flatMap((row) => {
    const { data } = schema.safeParse(row);
    return data === undefined ? [] : [data];
  });
  return rows.length === 0 && part.data.length > 0 ? malformedPart(part.source) : { ...part, data: rows };
}

function first<Row>(part: Part<Row[]>): Part<Row[]> {
  return part.state === "missing" ? part : { ...part, data: part.data.slice(0, MAX_ROWS) };
}

function newest<Row>(part: Part<Row[]>, limit: number): Part<Row[]> {
  return part.state === "missing" ? part : { ...part, data: part.data.slice(-limit) };
}
