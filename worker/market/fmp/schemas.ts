import { z } from "zod";
import { withDottedShareClass } from "#contract/symbol.ts";
import { lenientName, lenientNumber, lenientPart, lenientText } from "../lenient-schemas.ts";

const text = lenientText(5_000);
const ticker = z.string().min(1).max(20);
const flag = z.boolean().catch(false).default(false);
const count = z.number().int().nonnegative().catch(0).default(0);
/** Reads an ISO day. The source writes "2025-10-30", or adds a time that means nothing. */
const day = z
  .string()
  .max(40)
  .transform((at) => at.slice(0, 10))
  .pipe(z.iso.date());

/** Returns the rows that match the schema. A row of an unexpected shape does not cost the rest of the list. */
export function rowsOf<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
): z.output<Schema>[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}

export const profileSchema = z.object({
  symbol: ticker,
  companyName: lenientName,
  exchange: text,
  currency: text,
  sector: text,
  industry: text,
  country: text,
  website: text,
  price: lenientNumber,
  marketCap: lenientNumber,
  isEtf: flag,
  isFund: flag,
  isAdr: flag,
});
export type FmpProfile = z.output<typeof profileSchema>;

/** A row of the company screener, as documented in November 2026. */
export const listedSchema = z.object({
  symbol: ticker,
  companyName: lenientName.pipe(z.string()),
  sector: text,
  industry: text,
  country: text,
  price: lenientNumber,
  marketCap: lenientNumber,
  isEtf: flag,
  isFund: flag,
});

export const quoteSchema = z.object({
  symbol: ticker,
  price: lenientNumber,
  priceAvg50: lenientNumber,
  priceAvg200: lenientNumber,
  /** Time of the quote in seconds since 1970. */
  timestamp: lenientNumber,
});

/**
 * A row of the list of reports and of the calendar. `fiscalDateEnding` and `fiscalYear` are in some answers only.
 */
export const reportSchema = z.object({
  symbol: z.string().trim().toUpperCase().pipe(ticker),
  date: day,
  fiscalDateEnding: lenientPart(day),
  fiscalYear: lenientPart(z.coerce.number().int().min(1900).max(2200)),
  epsActual: lenientNumber,
  epsEstimated: lenientNumber,
  revenueActual: lenientNumber,
  revenueEstimated: lenientNumber,
  lastUpdated: lenientPart(day),
});
export type ReportRow = z.output<typeof reportSchema>;

export const fiscalEstimateSchema = z.object({
  date: day,
  epsLow: lenientNumber,
  epsHigh: lenientNumber,
  numAnalystsEps: lenientPart(z.number().int().positive()),
});
export type FiscalEstimate = z.output<typeof fiscalEstimateSchema>;

/**
 * A row of the list of splits or of the calendar of splits. Its shape is that of the documentation and of public
 * programs that read it; no real answer has been recorded. A row of another shape makes the list unreadable.
 */
export const splitSchema = z.object({
  symbol: ticker.transform(withDottedShareClass),
  date: day,
  numerator: lenientNumber,
  denominator: lenientNumber,
});

/** Returns the number of new shares for one old share, or null when the row does not say it. */
export function splitFactorOf({ numerator, denominator }: z.output<typeof splitSchema>): number | null {
  return numerator && denominator && numerator > 0 && denominator > 0 ? numerator / denominator : null;
}

export const targetsSchema = z.object({
  targetHigh: z.number(),
  targetLow: z.number(),
  targetConsensus: z.number(),
  targetMedian: lenientNumber,
});

export const ratingsSchema = z.object({
  strongBuy: count,
  buy: count,
  hold: count,
  sell: count,
  strongSell: count,
});

export const gradeSchema = z.object({
  date: day,
  gradingCompany: z.string().min(1).max(200),
  previousGrade: text,
  newGrade: z.string().min(1).max(100),
  action: z.string().max(40),
});

export const barSchema = z.object({
  date: day,
  open: z.number().positive(),
  high: z.number().positive(),
  low: z.number().positive(),
  close: z.number().positive(),
  volume: lenientNumber,
});

export const storySchema = z.object({
  symbol: text,
  publishedDate: z.string().regex(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}/),
  publisher: text,
  title: z.string().min(1).max(1_000),
  text: text,
  url: z.string().max(2_000),
});

export const namedSchema = z.object({
  symbol: ticker,
  name: lenientName.pipe(z.string()),
  exchange: text,
});
