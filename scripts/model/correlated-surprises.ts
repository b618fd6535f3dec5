import { addIsoDays } from "#contract/time.ts";
import { mean, standardDeviation } from "#model/statistics.ts";
import { type Closes, lastBefore } from "./closes.ts";
import type { TermForecast } from "./peer-errors.ts";

/** Daily log returns by symbol, less the market's mean of that day, with NaN when there is none. */
type Returns = Closes;

/** A larger daily log return is taken for a split or an error. */
const GREATEST_RETURN = 0.5;
const SEASON_DAYS = 45;
/** With fewer reports in a season, its mean says little. */
const LEAST_REPORTS = 5;
/** Correlations are of the returns of so many trading days; a company with fewer returns than the least has none. */
const [RETURN_DAYS, LEAST_RETURNS] = [252, 126];
/** A surprise counts as the hyperbolic tangent of itself over this share, so a huge one counts little more than a large one. */
const SURPRISE_SCALE = 0.1;
/** A total weight of this much shrinks the term by half. */
const PRIOR_WEIGHT = 0.5;

/** Returns the returns of all companies of the files. The first file that has a company gives all its closes. */
export function returnsOf(files: readonly Closes[]): Returns {
  const days = [...new Set(files.flatMap((file) => file.days))].sort();
  const bySymbol = new Map<string, Float64Array>();
  for (const file of files) {
    const at = new Map(file.days.map((day, k) => [day, k]));
    for (const [symbol, closes] of file.bySymbol) {
      if (bySymbol.has(symbol)) continue;
      const logs = days.map((day) => Math.log(closes[at.get(day) ?? -1] ?? Number.NaN));
      const returns = logs.map((log, k) => log - (logs[k - 1] ?? Number.NaN));
      bySymbol.set(
        symbol,
        Float64Array.from(returns, (one) => (Math.abs(one) <= GREATEST_RETURN ? one : Number.NaN)),
      );
    }
  }
  const all = [...bySymbol.values()];
  days.forEach((_, k) => {
    const market = mean(all.map((own) => own[k] as number).filter((one) => !Number.isNaN(one)));
    for (const own of all) own[k] = (own[k] as number) - market;
  });
  return { days, bySymbol };
}

/**
 * Returns for each forecast the mean of the season's surprises before its lock, less the mean of all of them, weighted
 * by the squared positive correlation of both companies' returns over the year before the lock.
 */
export function correlatedSurprises(forecasts: readonly TermForecast[], returns: Returns): Float64Array {
  const inOrder = forecasts.toSorted((a, b) => (a.reportDate < b.reportDate ? -1 : 1));
  const reportDays = inOrder.map(({ reportDate }) => reportDate);
  const found = new Map<TermForecast, number>();
  for (const [lockDay, locked] of Map.groupBy(forecasts, (forecast) => forecast.lockDay)) {
    const first = lastBefore(reportDays, addIsoDays(lockDay, -SEASON_DAYS)) + 1;
    const season = inOrder.slice(first, lastBefore(reportDays, lockDay) + 1);
    if (season.length < LEAST_REPORTS) continue;
    const end = lastBefore(returns.days, lockDay) + 1;
    if (end < RETURN_DAYS) continue;
    const yearOf = yearsBefore(returns, end);
    const scores = season.map(({ surprise }) => Math.tanh(surprise / SURPRISE_SCALE));
    const center = mean(scores);
    const years = season.map(({ symbol }) => yearOf(symbol));
    for (const forecast of locked) {
      const own = yearOf(forecast.symbol);
      if (own === null) continue;
      let [sum, total] = [0, PRIOR_WEIGHT];
      season.forEach(({ symbol }, k) => {
        const other = years[k];
        if (!other || symbol === forecast.symbol) return;
        const weight = Math.max(0, correlationOf(own, other)) ** 2;
        sum += weight * ((scores[k] as number) - center);
        total += weight;
      });
      found.set(forecast, sum / total);
    }
  }
  return Float64Array.from(forecasts, (forecast) => found.get(forecast) ?? 0);
}

/** Returns a company's standardized returns of the year until `end` (excluded), or null with too few of them. */
function yearsBefore({ bySymbol }: Returns, end: number): (symbol: string) => Float64Array | null {
  const known = new Map<string, Float64Array | null>();
  return (symbol) => {
    const before = known.get(symbol);
    if (before !== undefined) return before;
    const own = bySymbol.get(symbol)?.subarray(end - RETURN_DAYS, end) ?? new Float64Array();
    const values = [...own].filter((one) => !Number.isNaN(one));
    const [center, spread] = [mean(values), standardDeviation(values)];
    const year =
      values.length < LEAST_RETURNS || spread === 0
        ? null
        : own.map((one) => (Number.isNaN(one) ? 0 : (one - center) / spread));
    known.set(symbol, year);
    return year;
  };
}

/** Days on which one of the two has no return count as 0. */
function correlationOf(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < RETURN_DAYS; k++) sum += (one[k] as number) * (other[k] as number);
  return sum / RETURN_DAYS;
}
