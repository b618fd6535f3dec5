import { z } from "zod";
import { looseName, loosePart, looseRows, looseText } from "../tolerant.ts";
import { MAX_EPOCH } from "./epoch.ts";

/** Numbers come plain, as `{ raw, fmt }`, or as `{}` when there is none. */
const number = z
  .union([
    z.number().transform((value) => value),
    z.object({ raw: z.number().nullish() }).transform(({ raw }) => raw ?? null),
    z.null(),
  ])
  .catch(null)
  .default(null);

/** Seconds of an instant, or null. */
const instant = number.transform((value) =>
  value !== null && value >= 0 && value <= MAX_EPOCH ? value : null,
);

const text = looseText(500);

const trendSchema = z.object({
  period: text,
  endDate: text,
  earningsEstimate: loosePart(
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
  epsTrend: loosePart(
    z.object({
      current: number,
      "7daysAgo": number,
      "30daysAgo": number,
      "60daysAgo": number,
      "90daysAgo": number,
    }),
  ),
  epsRevisions: loosePart(
    z.object({ upLast7days: number, upLast30days: number, downLast7Days: number, downLast30days: number }),
  ),
});

/** What we use of a quoteSummary answer. */
export const summarySchema = z.object({
  quoteType: loosePart(z.object({ quoteType: text, longName: looseName, shortName: looseName })),
  price: loosePart(
    z.object({
      symbol: text,
      quoteType: text,
      longName: looseName,
      shortName: looseName,
      exchangeName: text,
      currency: text,
      regularMarketPrice: number,
      marketCap: number,
    }),
  ),
  assetProfile: loosePart(z.object({ sector: text, industry: text, country: text, website: text })),
  earningsTrend: loosePart(z.object({ trend: looseRows(trendSchema) })),
  earningsHistory: loosePart(
    z.object({ history: looseRows(z.object({ quarter: instant, epsActual: number, epsEstimate: number })) }),
  ),
  secFilings: loosePart(
    z.object({
      filings: looseRows(
        z.object({ date: looseText(10), type: looseText(40), exhibits: looseRows(z.object({ type: text })) }),
      ),
    }),
  ),
  calendarEvents: loosePart(
    z.object({
      earnings: loosePart(
        z.object({
          earningsDate: looseRows(instant),
          isEarningsDateEstimate: z.boolean().catch(false).default(false),
        }),
      ),
    }),
  ),
  financialData: loosePart(
    z.object({
      targetMeanPrice: number,
      targetHighPrice: number,
      targetLowPrice: number,
      targetMedianPrice: number,
      numberOfAnalystOpinions: number,
      financialCurrency: text,
    }),
  ),
  recommendationTrend: loosePart(
    z.object({
      trend: looseRows(
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
  upgradeDowngradeHistory: loosePart(
    z.object({
      history: looseRows(
        z.object({ epochGradeDate: instant, firm: text, toGrade: text, fromGrade: text, action: text }),
      ),
    }),
  ),
});
export type Summary = z.output<typeof summarySchema>;
export type Trend = NonNullable<Summary["earningsTrend"]>["trend"][number];

/** The modules that hold all of the above; one call. */
export const summaryModules = Object.keys(summarySchema.shape).join(",");
