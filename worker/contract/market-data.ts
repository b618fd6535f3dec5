import { z } from "zod";
import { figureDoubts, type RowFault } from "./figure-doubt.ts";
import { publicUrl } from "./public-url.ts";
import type { EstimateRevisions, RatingDistribution } from "./social.ts";
import { symbolSchema } from "./symbol.ts";
import { isoDay } from "./time.ts";

/**
 * The form into which the market data of every source is parsed. An impossible field becomes null, a row
 * without its required fields is dropped, and long texts are cut, so bad data never prevents an analysis from
 * being shown.
 */

/** Larger than any real figure in any currency, and small enough for squares and sums to stay finite. */
const MAX_FIGURE = 1e18;
/**
 * Figures closer to zero than this are read as zero. No real figure is that small, and dividing by one could
 * overflow.
 */
const MIN_FIGURE = 1e-9;
/** Larger than any real number of analysts, likes or traded companies. */
const MAX_COUNT = 1e9;

const knownFigure = z
  .number()
  .min(-MAX_FIGURE)
  .max(MAX_FIGURE)
  .transform((value) => (Math.abs(value) < MIN_FIGURE ? 0 : value));
const figure = knownFigure.nullable().catch(null);

const price = knownFigure.pipe(z.number().positive());
/** A figure that cannot be negative. A negative figure becomes null. */
const amount = knownFigure.pipe(z.number().nonnegative()).nullable().catch(null);
const count = z.number().int().nonnegative().max(MAX_COUNT).nullable().catch(null);
const countOrZero = z.number().int().nonnegative().max(MAX_COUNT).catch(0);
/** A figure that cannot be zero. Zero becomes null, because sources write it for an unknown revenue. */
const nonzero = figure.transform((value) => value || null);

const knownDay = z.string().refine((text) => {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && isoDay(at) === text;
});
const day = knownDay.nullable().catch(null);

const knownInstant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => new Date(text).toISOString())
  .refine((iso) => /^(19|20)/.test(iso));
const instant = knownInstant.nullable().catch(null);

const clipped = (max: number) =>
  z.string().transform((text) =>
    text.length <= max
      ? text.toWellFormed()
      : `${text
          .slice(0, max - 1)
          .toWellFormed()
          .trimEnd()}…`,
  );
const name = clipped(120);
/**
 * A currency code. One that is too long becomes null instead of being cut, because part of a code could be
 * another code.
 */
const currencyCode = z.string().max(8).nullable().catch(null);
const url = z.string().transform(publicUrl).nullable().catch(null);
const knownUrl = url.pipe(z.string());
const session = z.enum(["pre", "post"]).nullable();

/** Why a part of the market data is missing. A failed request never yields a number. */
export type MissingReason =
  | "unauthorized"
  | "not_in_plan"
  | "not_found"
  | "rate_limited"
  | "empty"
  | "malformed"
  | "timed_out"
  | "upstream"
  | "unsupported";

/** `faults` lists the rows behind the data that were not taken as they came. It is left out without any. */
export type Part<T> =
  | {
      state: "live" | "cached" | "sample";
      data: T;
      source: string;
      url: string | null;
      asOf: string;
      faults?: RowFault[];
    }
  | MissingPart;

export type MissingPart = { state: "missing"; reason: MissingReason; detail: string; source: string };

export const companyIdentitySchema = z.object({
  symbol: z.string(),
  name,
  exchange: clipped(40).nullable(),
  currency: currencyCode,
  financialCurrency: currencyCode,
  sector: clipped(80).nullable(),
  industry: clipped(120).nullable(),
  country: clipped(80).nullable(),
  price: amount,
  marketCap: amount,
  website: url,
});
export type CompanyIdentity = z.infer<typeof companyIdentitySchema>;

export const quarterEstimateSchema = z.object({
  fiscalQuarterEnd: day,
  consensusEps: knownFigure,
  analystCount: count,
  low: figure,
  high: figure,
  yearAgoEps: figure,
  consensusRevenue: nonzero.optional(),
  /** The expected growth over the year-ago quarter, as a share: 0.08 is 8%. */
  growth: figure,
});
export type QuarterEstimate = z.infer<typeof quarterEstimateSchema>;

/**
 * The time at which the report is expected, in UTC. `from` and `to` are the ends of a range of possible times;
 * `to` is null when the day is known.
 */
export const reportDateSchema = z.object({
  from: knownInstant,
  to: instant,
  isEstimate: z.boolean(),
  session,
  movedFrom: z.string().optional(),
});
export type ReportDate = z.infer<typeof reportDateSchema>;

/** Amounts in the company's reporting currency. `revenue` is left out by a source that has none. */
const revenueFiguresSchema = z.object({ consensus: nonzero, reported: nonzero });
export type RevenueFigures = z.infer<typeof revenueFiguresSchema>;

/** A quarter that has been reported. `reportDate` is null when the source gives only the quarter's end. */
export const reportedQuarterSchema = z.object({
  fiscalQuarterEnd: knownDay,
  reportDate: day,
  estimate: figure,
  actual: knownFigure,
  revenue: revenueFiguresSchema.optional(),
  source: z.string().optional(),
  doubt: z.enum(figureDoubts).optional(),
});
export type ReportedQuarter = z.infer<typeof reportedQuarterSchema>;

export const estimateRevisionsSchema: z.ZodType<EstimateRevisions> = z.object({
  current: figure,
  daysAgo7: figure,
  daysAgo30: figure,
  daysAgo60: figure,
  daysAgo90: figure,
  upLast7: count,
  upLast30: count,
  downLast7: count,
  downLast30: count,
});

export const ratingDistributionSchema: z.ZodType<RatingDistribution> = z.object({
  strongBuy: countOrZero,
  buy: countOrZero,
  hold: countOrZero,
  sell: countOrZero,
  strongSell: countOrZero,
});

const target = knownFigure.pipe(z.number().nonnegative());
export const priceTargetsSchema = z.object({
  mean: target,
  high: target,
  low: target,
  median: amount,
  analystCount: count,
});
export type PriceTargets = z.infer<typeof priceTargetsSchema>;

export const ratingChangeSchema = z.object({
  firm: clipped(80),
  date: knownInstant,
  action: z.enum(["up", "down", "init", "main", "reit"]),
  fromGrade: clipped(40).nullable(),
  toGrade: clipped(40),
});
export type RatingChange = z.infer<typeof ratingChangeSchema>;

export type CompanyReport = {
  identity: CompanyIdentity;
  estimate: Part<QuarterEstimate>;
  reportDate: Part<ReportDate>;
  history: Part<ReportedQuarter[]>;
  revisions: Part<EstimateRevisions>;
  ratings: Part<RatingDistribution>;
  priceTargets: Part<PriceTargets>;
  ratingChanges: Part<RatingChange[]>;
};

export const dailyBarSchema = z.object({
  date: knownDay,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: amount,
});
export type DailyBar = z.infer<typeof dailyBarSchema>;

export const headlineSchema = z.object({
  title: clipped(500),
  description: clipped(1_000).nullable(),
  publisher: name,
  publishedAt: knownInstant,
  url: knownUrl,
  relatedSymbols: z.array(z.string()),
});
export type Headline = z.infer<typeof headlineSchema>;

const MAX_QUOTES = 1_000;

const optionQuoteSchema = z.object({
  strike: price,
  bid: amount,
  ask: amount,
  last: amount,
  openInterest: amount,
  impliedVolatility: amount,
});
export type OptionQuote = z.infer<typeof optionQuoteSchema>;

/** Drops impossible quotes and keeps the rest of the option chain. */
const quotesSchema = z
  .array(optionQuoteSchema.nullable().catch(null))
  .transform((quotes) => quotes.filter((quote) => quote !== null).slice(0, MAX_QUOTES));

export const optionChainSchema = z.object({
  expiry: knownDay,
  spot: price,
  calls: quotesSchema,
  puts: quotesSchema,
});
export type OptionChain = z.infer<typeof optionChainSchema>;

/** A message from a social network, which anyone may have written. `label` is the author's own choice. */
export const socialMessageSchema = z.object({
  id: z.string(),
  text: clipped(1_000),
  author: name,
  at: knownInstant,
  label: z.enum(["bullish", "bearish"]).nullable(),
  likes: count,
  url,
});
export type SocialMessage = z.infer<typeof socialMessageSchema>;

/** The market-wide data that the fear and greed score uses. Fields are null when the source lacks them. */
export const marketMoodSchema = z.object({
  volatilityIndex: amount,
  /** The daily closes of the stock market index, oldest first. The momentum indicator needs 125 of them. */
  indexCloses: z
    .array(price.nullable().catch(null))
    .transform((closes) => closes.filter((close) => close !== null))
    .nullable(),
  breadth: z
    .object({ advancing: count, declining: count })
    .transform(({ advancing, declining }) =>
      advancing === null || declining === null ? null : { advancing, declining },
    )
    .nullable(),
});
export type MarketMood = z.infer<typeof marketMoodSchema>;

export const namedSymbolSchema = z.object({ symbol: z.string().max(15), name });
export type NamedSymbol = z.infer<typeof namedSymbolSchema>;

/** A company that a search found. `reportDate` is the day of its report in Eastern time. */
export const foundCompanySchema = namedSymbolSchema.extend({ reportDate: day });
export type FoundCompany = z.infer<typeof foundCompanySchema>;

export const calendarEntrySchema = namedSymbolSchema.extend({
  reportDate: knownDay,
  session,
  consensusEps: figure,
});
export type CalendarEntry = z.infer<typeof calendarEntrySchema>;

/** A company's latest price with the means of its last 50 and 200 closes. */
export const priceAveragesSchema = z.object({
  symbol: name,
  price,
  average50: price,
  /** `average200` is null for a company that has traded for fewer than 200 days. */
  average200: amount.transform((value) => value || null),
});
export type PriceAverages = z.infer<typeof priceAveragesSchema>;

/** The range of the analysts' EPS estimates for one fiscal quarter. */
export const estimateRangeSchema = z.object({
  fiscalQuarterEnd: knownDay,
  low: figure,
  high: figure,
  analystCount: count,
});
export type EstimateRange = z.infer<typeof estimateRangeSchema>;

/** One row of a source's earnings calendar. Fields are null when the source does not say. */
export const scheduledReportSchema = z.object({
  symbol: symbolSchema,
  name: name.nullable(),
  sector: clipped(80).nullable(),
  industry: clipped(120).nullable(),
  country: clipped(80).nullable(),
  fiscalQuarterEnd: day,
  reportDate: knownDay,
  session,
  isConfirmed: z.boolean(),
  consensusEps: figure,
  analystCount: count,
  reportedEps: figure,
  revenue: revenueFiguresSchema.optional(),
  /** The ISO day on which the source last changed the row, and the fiscal year that it names, if it says so. */
  statedOn: day.optional(),
  fiscalYear: count.optional(),
});
export type ScheduledReport = z.infer<typeof scheduledReportSchema>;

export const listedCompanySchema = namedSymbolSchema.extend({
  exchange: clipped(80).nullable(),
  sector: clipped(80).nullable(),
  industry: clipped(120).nullable(),
  country: clipped(80).nullable(),
  price: amount,
  marketCap: amount,
});
export type ListedCompany = z.infer<typeof listedCompanySchema>;
