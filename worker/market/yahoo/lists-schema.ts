import { z } from "zod";
import { DAY_SECONDS } from "#worker/time.ts";
import { looseName, looseNumber, loosePart, looseRows, looseText } from "../tolerant.ts";
import { MAX_EPOCH } from "./epoch.ts";

const text = looseText(1_000);
/** Seconds of an instant. */
const instant = z.number().min(0).max(MAX_EPOCH);
const series = z.array(z.number().nullable()).max(3000).catch([]).default([]);

export const searchSchema = z.object({
  quotes: looseRows(
    z.object({ symbol: z.string().max(40), longname: looseName, shortname: looseName, quoteType: text }),
  ),
  news: looseRows(
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
  bid: looseNumber,
  ask: looseNumber,
  lastPrice: looseNumber,
  openInterest: looseNumber,
  impliedVolatility: looseNumber,
});

export const optionsSchema = z.object({
  optionChain: z.object({
    result: z
      .array(
        z.object({
          expirationDates: z.array(instant).max(200).catch([]).default([]),
          quote: z.object({ regularMarketPrice: looseNumber, regularMarketTime: loosePart(instant) }),
          options: looseRows(
            z.object({ expirationDate: instant, calls: looseRows(contract), puts: looseRows(contract) }),
          ),
        }),
      )
      .max(5),
  }),
});
export type Chain = z.output<typeof optionsSchema>["optionChain"]["result"][number];

export const trendingSchema = z.object({
  finance: z.object({
    result: z.array(z.object({ quotes: looseRows(z.object({ symbol: z.string().max(40) })) })).max(5),
  }),
});

export const screenerSchema = z.object({
  finance: z.object({ result: z.array(z.object({ total: z.number().int().nonnegative() })).max(5) }),
});

export const quotesSchema = z.object({
  quoteResponse: z.object({
    result: looseRows(
      z.object({
        symbol: z.string().max(40),
        longName: looseName,
        shortName: looseName,
        quoteType: text,
        earningsTimestamp: loosePart(instant),
        earningsTimestampStart: loosePart(instant),
      }),
    ),
  }),
});
export type Quote = z.output<typeof quotesSchema>["quoteResponse"]["result"][number];
