import { logit, round, sigmoid } from "./statistics.ts";

/**
 * What a day adds to the log-odds of forecasts that lack the market's context, which cannot see by themselves
 * that the whole market beats more or less often than in the fitting data.
 */
export type ContextShift = {
  /** The ISO day for which the shift was computed, from reports before it. */
  day: string;
  logOdds: number;
  /** The number of settled forecasts that the shift is computed from. */
  forecasts: number;
};

/** Settled forecasts of this many days count: a quarter, in which each company reports about once. */
export const CONTEXT_SHIFT_DAYS = 91;
/** As many forecasts that came true exactly as often as they said, so that few real ones shift little. */
const PRIOR_FORECASTS = 300;

/** A settled forecast that lacked the market's context, with the shift of its own day. */
export type ShiftedForecast = { beatProbability: number; shift: number; isBeat: boolean };

/**
 * Computes the shift of an ISO day: the log-odds of the observed share of beats minus those of the mean forecast
 * without its shift. The forecasts must be those of reports before that day.
 */
export function contextShiftFrom(day: string, settled: readonly ShiftedForecast[]): ContextShift {
  const forecasts = settled.length;
  if (forecasts === 0) return { day, logOdds: 0, forecasts };
  const said =
    settled.reduce((sum, { beatProbability, shift }) => sum + sigmoid(logit(beatProbability) - shift), 0) /
    forecasts;
  const beats = settled.filter(({ isBeat }) => isBeat).length;
  const seen = (beats + PRIOR_FORECASTS * said) / (forecasts + PRIOR_FORECASTS);
  return { day, logOdds: round(logit(seen) - logit(said), 4), forecasts };
}
