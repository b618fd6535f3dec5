import { logisticRegression } from "./logistic-regression.ts";

type Forecasts = { blend: Float64Array; trends: Float64Array; labels: Uint8Array; weights: Float64Array };

/** With fewer forecasts that have a price, nothing is fitted. */
const MIN_FORECASTS = 1_000;

/**
 * Returns what a trend of 1 adds to the blend's log-odds: the ratio of the two coefficients of a logistic
 * regression. Never negative.
 */
export function trendWeightOf({ blend, trends, labels, weights }: Forecasts): number {
  const members = [...trends.keys()].filter((k) => trends[k] !== 0);
  if (members.length < MIN_FORECASTS) return 0;
  const of = (values: Float64Array) => Float64Array.from(members, (k) => values[k] as number);
  const { slope, input } = logisticRegression({
    logOdds: of(blend),
    inputs: of(trends),
    labels: Uint8Array.from(members, (k) => labels[k] as number),
    weights: of(weights),
  });
  return slope > 0 ? Number(Math.max(0, input / slope).toFixed(3)) : 0;
}
