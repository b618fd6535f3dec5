import { z } from "zod";

const text = z.string().max(1000).nullish().catch(null).default(null);
const number = z.number().nullish().catch(null).default(null);
const rows = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema.nullable().catch(null))
    .max(5000)
    .catch([])
    .default([])
    .transform((all) => all.filter((row) => row !== null));
const series = z.array(z.number().nullable()).max(3000).catch([]).default([]);

export const searchSchema = z.object({
  quotes: rows(z.object({ symbol: z.string().max(40), longname: text, shortname: text, quoteType: text })),
  news: rows(
    z.object({
      title: z.string().max(1000),
      publisher: text,
      link: z.string().max(2000),
      providerPublishTime: z.number(),
      relatedTickers: z.array(z.string().max(40)).max(50).catch([]).default([]),
    }),
  ),
});

export const chartSchema = z.object({
  chart: z.object({
    result: z
      .array(
        z.object({
          timestamp: z.array(z.number()).max(3000).default([]),
          meta: z.object({ gmtoffset: z.number().catch(0).default(0) }),
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
  bid: number,
  ask: number,
  lastPrice: number,
  openInterest: number,
  impliedVolatility: number,
});

export const optionsSchema = z.object({
  optionChain: z.object({
    result: z
      .array(
        z.object({
          expirationDates: z.array(z.number()).max(200).catch([]).default([]),
          quote: z.object({ regularMarketPrice: number, regularMarketTime: number }),
          options: rows(
            z.object({ expirationDate: z.number(), calls: rows(contract), puts: rows(contract) }),
          ),
        }),
      )
      .max(5),
  }),
});
export type Chain = z.output<typeof optionsSchema>["optionChain"]["result"][number];

export const trendingSchema = z.object({
  finance: z.object({
    result: z.array(z.object({ quotes: rows(z.object({ symbol: z.string().max(40) })) })).max(5),
  }),
});

export const screenerSchema = z.object({
  finance: z.object({ result: z.array(z.object({ total: z.number().int().nonnegative() })).max(5) }),
});

export const quotesSchema = z.object({
  quoteResponse: z.object({
    result: rows(z.object({ symbol: z.string().max(40), longName: text, shortName: text, quoteType: text })),
  }),
});
