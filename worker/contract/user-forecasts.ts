import { z } from "zod";

const probability = z.number().min(0).max(1);
const count = z.number().int().nonnegative();
const symbol = z.string().max(15);

export const MAX_LISTED_USER_FORECASTS = 50;

/** Null reveals our forecast without a forecast by the user. */
export const userForecastRequestSchema = z.object({
  fiscalQuarterEnd: z.iso.date(),
  probability: probability.nullable(),
});

const userForecastSchema = z.object({
  symbol,
  fiscalQuarterEnd: z.iso.date(),
  /** Null when the user saw our forecast first. */
  probability: probability.nullable(),
  calledAt: z.iso.datetime(),
  /** Our locked probability, shown once the report has settled. */
  ours: probability.nullable(),
  isBeat: z.boolean().nullable(),
});
export type UserForecast = z.infer<typeof userForecastSchema>;

export const userForecastResponseSchema = z.object({ call: userForecastSchema });

/** Mean squared errors of both forecasters over the same settled reports. */
const brierSchema = z.object({ n: count, own: z.number().min(0).max(1), ours: z.number().min(0).max(1) });

export const userForecastsSchema = z.object({
  calls: z.array(userForecastSchema).max(MAX_LISTED_USER_FORECASTS),
  score: brierSchema.nullable(),
  /** Grouped by the fiscal quarter's end, oldest first. */
  seasons: z.array(brierSchema.extend({ quarter: z.iso.date() })).max(40),
  /** The user's probabilities in five bins of equal width. */
  bins: z.array(z.object({ n: count, mean: probability, beats: count })).max(5),
});
export type UserForecasts = z.infer<typeof userForecastsSchema>;
