import { z } from "zod";

const probability = z.number().min(0).max(1);
const count = z.number().int().nonnegative();
const symbol = z.string().max(15);

export const MAX_LISTED_USER_FORECASTS = 50;

/**
 * The user's own P(beat) for a report. `probability` is null when the user wants to see our forecast without
 * making one.
 */
export const userForecastRequestSchema = z.object({
  fiscalQuarterEnd: z.iso.date(),
  probability: probability.nullable(),
});

const userForecastSchema = z.object({
  symbol,
  fiscalQuarterEnd: z.iso.date(),
  /** The user's P(beat). `probability` is null when the user saw our forecast first. */
  probability: probability.nullable(),
  calledAt: z.iso.datetime(),
  /** Our locked P(beat). `ours` is null until the prediction has been settled. */
  ours: probability.nullable(),
  isBeat: z.boolean().nullable(),
});
export type UserForecast = z.infer<typeof userForecastSchema>;

export const userForecastResponseSchema = z.object({ call: userForecastSchema });

/**
 * The Brier scores (mean squared errors) of the user's forecasts and of ours, over the same `n` settled
 * reports.
 */
const brierSchema = z.object({ n: count, own: z.number().min(0).max(1), ours: z.number().min(0).max(1) });

export const userForecastsSchema = z.object({
  calls: z.array(userForecastSchema).max(MAX_LISTED_USER_FORECASTS),
  score: brierSchema.nullable(),
  /** The scores of each fiscal quarter, oldest first. `quarter` is the quarter end. */
  seasons: z.array(brierSchema.extend({ quarter: z.iso.date() })).max(40),
  /** The user's probabilities in five bins of equal width. */
  bins: z.array(z.object({ n: count, mean: probability, beats: count })).max(5),
});
export type UserForecasts = z.infer<typeof userForecastsSchema>;
