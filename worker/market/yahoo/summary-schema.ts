import { z } from "zod";
import { lenientName, lenientPart, lenientRows, lenientText, MAX_EPOCH } from "../lenient-schemas.ts";

/** Reads a number or null. Yahoo writes a plain number, `{ raw, fmt }`, or `{}` for none. */
const number = z
  .union([
    z.number().transform((value) => value),
    z.object({ raw: z.number().nullish() }).transform(({ raw }) => raw ?? null),
    z.null(),
  ])
  .catch(null)
  .default(null);

/** A time in seconds since 1970, or null. */
const instant = number.transform((value) =>
  value !== null && value >= 0 && value <= MAX_EPOCH ? value : null,
);

const text = lenientText(500);

const trendSchema = z.object({
  period: text,
  endDate: text,
  earningsEstimate: lenientPart(
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
  epsTrend: lenientPart(
    z.object({
      current: number,
      "7daysAgo": number,
      "30daysAgo": number,
      "60daysAgo": number,
      "90daysAgo": number,
    }),
  ),
  epsRevisions: lenientPart(
    z.object({ upLast7days: number, upLast30days: number, downLast7Days: number, downLast30days: number }),
  ),
});

export const summarySchema = z.object({
  quoteType: lenientPart(z.object({ quoteType: text, longName: lenientName, shortName: lenientName })),
  price: lenientPart(
    z.object({
      symbol: text,
      quoteType: text,
      longName: lenientName,
      shortName: lenientName,
      exchangeName: text,
      currency: text,
      regularMarketPrice: number,
      marketCap: number,
    }),
  ),
  assetProfile: lenientPart(z.object({ sector: text, industry: text, country: text, website: text })),
  earningsTrend: lenientPart(z.object({ trend: lenientRows(trendSchema) })),
  earningsHistory: lenientPart(
    z.object({
      history: lenientRows(z.object({ quarter: instant, epsActual: number, epsEstimate: number })),
    }),
  ),
  secFilings: lenientPart(
    z.object({
      filings: lenientRows(
        z.object({
          date: lenientText(10),
          type: lenientText(40),
          exhibits: lenientRows(z.object({ type: text })),
        }),
      ),
    }),
  ),
  calendarEvents: lenientPart(
    z.object({
      earnings: lenientPart(
        z.object({
          earningsDate: lenientRows(instant),
          isEarningsDateEstimate: z.boolean().catch(false).default(false),
        }),
      ),
    }),
  ),
  financialData: lenientPart(
    z.object({
      targetMeanPrice: number,
      targetHighPrice: number,
      targetLowPrice: number,
      targetMedianPrice: number,
      numberOfAnalystOpinions: number,
      financialCurrency: text,
    }),
  ),
  recommendationTrend: lenientPart(
    z.object({
      trend: lenientRows(
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
  upgradeDowngradeHistory: lenientPart(
    z.object({
      history: lenientRows(
        z.object({ epochGradeDate: instant, firm: text, toGrade: text, fromGrade: text, action: text }),
      ),
    }),
  ),
});
export type Summary = z.output<typeof summarySchema>;
export type Trend = NonNullable<Summary["earningsTrend"]>["trend"][number];

/** The names of all modules, which one request fetches together. */
export const summaryModules = Object.keys(summarySchema.shape).join(",");
