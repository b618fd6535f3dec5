/** The 97.5% quantile of the normal distribution: a 95% interval reaches this many standard errors each way. */
export const Z95 = 1.959964;

/** Returns NaN for an empty list. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Returns the standard deviation of a population. */
export function standardDeviation(values: readonly number[]): number {
  const center = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - center) ** 2)));
}

/** Returns `hits / n`, shrunk toward the share `prior`, which counts as `weight` cases. */
export function shrunkShare(hits: number, n: number, prior: number, weight: number): number {
  return (hits + prior * weight) / (n + weight);
}

/**
 * Returns the weighted share of true `values`, which are newest first. Weights halve every `halfLife` values,
 * and the share `prior` has the weight `priorWeight`.
 */
export function exponentiallyWeightedShare(
  values: readonly boolean[],
  halfLife: number,
  prior: number,
  priorWeight: number,
): number {
  let hits = prior * priorWeight;
  let total = priorWeight;
  values.forEach((value, age) => {
    const weight = 0.5 ** (age / halfLife);
    total += weight;
    if (value) hits += weight;
  });
  return hits / total;
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** Returns the log-odds of a probability, which is bounded to at least 1e-9 from 0 and from 1. */
export function logit(p: number): number {
  const bounded = Math.min(1 - 1e-9, Math.max(1e-9, p));
  return Math.log(bounded / (1 - bounded));
}

/** Returns the 95% score interval of the share `hits / n` (Wilson 1927). */
export function wilsonInterval(hits: number, n: number): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const z = Z95;
  const share = hits / n;
  const center = share + (z * z) / (2 * n);
  const reach = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return { low: Math.max(0, (center - reach) / scale), high: Math.min(1, (center + reach) / scale) };
}

/**
 * Returns the probability that a standard normal variable exceeds x (Abramowitz and Stegun 26.2.17), with a
 * relative error below 0.2% for x up to 5.
 */
export function normalUpperTail(x: number): number {
  if (x < 0) return 1 - normalUpperTail(-x);
  const t = 1 / (1 + 0.2316419 * x);
  const sum =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

/** Rounds to `digits` decimals. It never returns negative zero. */
export function round(value: number, digits: number): number {
  const rounded = Number(value.toFixed(digits));
  return rounded === 0 ? 0 : rounded;
}

/** Returns the change in percent of the absolute value of `from`, which must not be zero. */
export function percentChange(from: number, to: number): number {
  return (100 * (to - from)) / Math.abs(from);
}
