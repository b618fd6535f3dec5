import { z } from "zod";

/** Numbers come plain, as `{ raw, fmt }`, or as `{}` when there is none. */
const number = z
  .union([
    z.number().transform((value) => value),
    z.object({ raw: z.number().nullish() }).transform(({ raw }) => raw ?? null),
    z.null(),
  ])
  .catch(null)
  .default(null);

const text = z.string().max(500).nullish().catch(null).default(null);

/** Every part may be missing or malformed without taking the others down. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null).default(null);
const list = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema.nullable().catch(null))
    .max(5000)
    .catch([])
    .default([])
    .transform((rows) => rows.filter((row) => row !== null));

const trendSchema = z.object({
  period: text,
  endDate: text,
  earningsEstimate: optional(
    z.object({
      avg: number,
      low: number,
      high: number,
      yearAgoEps: number,
      numberOfAnalysts: number,
      growth: number,
      earningsCurrency: text,
    }),
  ),
  epsTrend: optional(
    z.object({
      current: number,
      "7daysAgo": number,
      "30daysAgo": number,
      "60daysAgo": number,
      "90daysAgo": number,
    }),
  ),
  epsRevisions: optional(
    z.object({ upLast7days: number, upLast30days: number, downLast7Days: number, downLast30days: number }),
  ),
});

/** What we use of a quoteSummary answer. */
export const summarySchema = z.object({
  quoteType: optional(z.object({ quoteType: text, longName: text, shortName: text })),
  price: optional(
    z.object({
      symbol: text,
      quoteType: text,
      longName: text,
      shortName: text,
      exchangeName: text,
      currency: text,
      regularMarketPrice: number,
      marketCap: number,
    }),
  ),
  assetProfile: optional(z.object({ sector: text, industry: text, country: text, website: text })),
  earningsTrend: optional(z.object({ trend: list(trendSchema) })),
  earningsHistory: optional(
    z.object({ history: list(z.object({ quarter: number, epsActual: number, epsEstimate: number })) }),
  ),
  calendarEvents: optional(
    z.object({
      earnings: optional(
        z.object({
          earningsDate: list(number),
          isEarningsDateEstimate: z.boolean().catch(false).default(false),
        }),
      ),
    }),
  ),
  financialData: optional(
    z.object({
      targetMeanPrice: number,
      targetHighPrice: number,
      targetLowPrice: number,
      targetMedianPrice: number,
      numberOfAnalystOpinions: number,
      financialCurrency: text,
    }),
  ),
  recommendationTrend: optional(
    z.object({
      trend: list(
        z.object({
          period: text,
          strongBuy: number,
          buy: number,
          hold: number,
          sell: number,
          strongSell: number,
        }),
      ),
    }),
  ),
  upgradeDowngradeHistory: optional(
    z.object({
      history: list(
        z.object({ epochGradeDate: number, firm: text, toGrade: text, fromGrade: text, action: text }),
      ),
    }),
  ),
});
export type Summary = z.output<typeof summarySchema>;
export type Trend = NonNullable<Summary["earningsTrend"]>["trend"][number];

/** The modules that hold all of the above; one call. */
export const summaryModules = Object.keys(summarySchema.shape).join(",");
