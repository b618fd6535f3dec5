/** Standard deviations; less than 1e-15 lies beyond. */
const REACH = 9;

/**
 * 95% of the time if every probability is right: quantiles of the exact Poisson-binomial distribution
 * (Bröcker and Smith 2007 simulate theirs). Ends inside.
 */
export function consistencyBand(probabilities: readonly number[]): { low: number; high: number } {
  const distribution = beatsDistribution(probabilities);
  let [below, low, high] = [0, -1, -1];
  for (const [i, p] of distribution.masses.entries()) {
    below += p;
    if (low < 0 && below >= 0.025) low = distribution.from + i;
    if (high < 0 && below >= 0.975) high = distribution.from + i;
  }
  return { low, high };
}

/** Of `from`, `from + 1`, … beats of independent reports. */
export function beatsDistribution(probabilities: readonly number[]): { from: number; masses: Float64Array } {
  let masses = Float64Array.of(1);
  let from = 0;
  let [mean, variance] = [0, 0];
  for (const p of probabilities) {
    const next = new Float64Array(masses.length + 1);
    masses.forEach((mass, k) => {
      next[k] = (next[k] as number) + mass * (1 - p);
      next[k + 1] = (next[k + 1] as number) + mass * p;
    });
    mean += p;
    variance += p * (1 - p);
    const reach = REACH * Math.sqrt(variance) + REACH;
    const first = Math.max(0, Math.floor(mean - reach) - from);
    const end = Math.min(next.length, Math.ceil(mean + reach) + 1 - from);
    masses = first > 0 || end < next.length ? next.slice(first, end) : next;
    from += first;
  }
  return { from, masses };
}
