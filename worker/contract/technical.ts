import { z } from "zod";
import { sentimentSchema } from "./social.ts";

const trendSchema = z.enum(["bullish", "bearish", "neutral"]);
const volumeTrendSchema = z.enum(["increasing", "decreasing", "stable"]);

const series = z.array(z.number().nullable()).max(800);

/**
 * Daily prices and indicators in arrays of equal length, oldest day first. A value is null where the volume is
 * unknown or an indicator has too few days.
 */
const priceSeriesSchema = z.object({
  dates: z.array(z.iso.date()).max(800),
  close: z.array(z.number()).max(800),
  volume: series,
  sma20: series,
  sma50: series,
  sma200: series,
  rsi: series,
  macd: series,
  macdSignal: series,
});
export type PriceSeries = z.infer<typeof priceSeriesSchema>;

export const snapshotParamsSchema = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });

export const pricesResponseSchema = z.object({ series: priceSeriesSchema });

/** The technical indicators, with the field names of the product specification. */
export const technicalIndicatorsSchema = z.object({
  technical_sentiment: sentimentSchema,
  /** The mean of the indicators that could be computed, from 0 to 100. */
  overall_technical_score: z.number().min(0).max(100),
  rsi: z.object({ rsi: z.number(), signal: z.enum(["oversold", "overbought", "neutral"]) }).nullable(),
  macd: z
    .object({ trend: trendSchema, macd: z.number(), signal: z.number(), histogram: z.number() })
    .nullable(),
  moving_averages: z
    .object({
      trend: trendSchema,
      sma20: z.number().nullable(),
      sma50: z.number().nullable(),
      sma200: z.number().nullable(),
    })
    .nullable(),
  support_resistance: z
    .object({ support: z.number().nullable(), resistance: z.number().nullable() })
    .nullable(),
  volume_analysis: z
    .object({ trend: volumeTrendSchema, average_volume: z.number(), latest_volume: z.number() })
    .nullable(),
  /** The standard deviation of a year's daily log returns, annualized, in percent. */
  annualVolatility: z.number().nonnegative().nullable(),
  lastClose: z.number(),
  lastDate: z.iso.date(),
  currency: z.string().max(8).nullable(),
  /**
   * The price series, which is stored with the analysis. Ordinary responses contain only `snapshotHash`, by
   * which it can be requested.
   */
  series: priceSeriesSchema.optional(),
  snapshotHash: snapshotParamsSchema.shape.hash.optional(),
});
export type TechnicalIndicators = z.infer<typeof technicalIndicatorsSchema>;
