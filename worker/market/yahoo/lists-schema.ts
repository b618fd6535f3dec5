import { z } from "zod";
import { DAY_SECONDS } from "#contract/time.ts";
import {
  lenientName,
  lenientNumber,
  lenientPart,
  lenientRows,
  lenientText,
  MAX_EPOCH,
} from "../lenient-schemas.ts";

const text = lenientText(1_000);
/** A time in seconds since 1970. */
const instant = z.number().min(0).max(MAX_EPOCH);
const series = z.array(z.number().nullable()).max(3000).catch([]).default([]);

export const searchSchema = z.object({
  quotes: lenientRows(
    z.object({ symbol: z.string().max(40), longname: lenientName, shortname: lenientName, quoteType: text }),
  ),
  news: lenientRows(
    z.object({
      title: z.string().max(1000),
      publisher: text,
      link: z.string().max(2000),
      providerPublishTime: instant,
      relatedTickers: z.array(z.string().max(40)).max(50).catch([]).default([]),
    }),
  ),
});

export const chartSchema = z.object({
  chart: z.object({
    result: z
      .array(
        z.object({
          timestamp: z.array(instant).max(3000).default([]),
          meta: z.object({ gmtoffset: z.number().min(-DAY_SECONDS).max(DAY_SECONDS).catch(0).default(0) }),
          indicators: z.object({
            quote: z
              .array(z.object({ open: series, high: series, low: series, close: series, volume: series }))
              .max(5),
          }),
        }),
      )
      .max(5),
  }),
});

const contract = z.object({
  strike: z.number().positive(),
  bid: lenientNumber,
  ask: lenientNumber,
  lastPrice: lenientNumber,
  openInterest: lenientNumber,
  impliedVolatility: lenientNumber,
});

export const optionsSchema = z.object({
  optionChain: z.object({
    result: z
      .array(
        z.object({
          expirationDates: z.array(instant).max(200).catch([]).default([]),
          quote: z.object({ regularMarketPrice: lenientNumber, regularMarketTime: lenientPart(instant) }),
          options: lenientRows(
            z.object({ expirationDate: instant, calls: lenientRows(contract), puts: lenientRows(contract) }),
          ),
        }),
      )
      .max(5),
  }),
});
export type Chain = z.output<typeof optionsSchema>["optionChain"]["result"][number];

export const trendingSchema = z.object({
  finance: z.object({
    result: z.array(z.object({ quotes: lenientRows(z.object({ symbol: z.string().max(40) })) })).max(5),
  }),
});

export const screenerSchema = z.object({
  finance: z.object({ result: z.array(z.object({ total: z.number().int().nonnegative() })).max(5) }),
});

export const quotesSchema = z.object({
  quoteResponse: z.object({
    result: lenientRows(
      z.object({
        symbol: z.string().max(40),
        longName: lenientName,
        shortName: lenientName,
        quoteType: text,
        earningsTimestamp: lenientPart(instant),
        earningsTimestampStart: lenientPart(instant),
        regularMarketPrice: lenientNumber,
        regularMarketTime: lenientPart(instant),
        fiftyDayAverage: lenientNumber,
        twoHundredDayAverage: lenientNumber,
      }),
    ),
  }),
});
export type Quote = z.output<typeof quotesSchema>["quoteResponse"]["result"][number];
