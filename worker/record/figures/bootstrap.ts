import { addErrors, type ErrorSums, errorsOf, type ScoredPrediction, ZERO_ERROR_SUMS } from "./brier.ts";

/** These parameters are published so that anyone can reproduce the intervals. */
export const bootstrapRule = {
  draws: 2_000,
  drawsOverTime: 400,
  seed: 20_261_122,
  level: 0.95,
  /** With fewer report days, the spread between days is too uncertain to give an interval. */
  minDays: 10,
} as const;

export type Interval = { low: number; high: number };

/**
 * Returns a function that draws a uniform integer from 0 up to, but not including, a bound. It uses
 * Marsaglia's xorshift32, which is easy to reproduce in any language.
 */
export function drawsFrom(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

/**
 * Returns the interval that holds the middle 95% of the drawn values: from the 51st to the 1,950th of 2,000.
 */
export function middle95Of(drawn: Float64Array): Interval {
  const sorted = drawn.toSorted();
  const tail = Math.floor(((1 - bootstrapRule.level) / 2) * sorted.length);
  return { low: sorted[tail] as number, high: sorted[sorted.length - 1 - tail] as number };
}

export function groupByReportDay(predictions: readonly ScoredPrediction[]): ScoredPrediction[][] {
  const days = Map.groupBy(predictions, ({ day }) => day);
  return [...days.keys()].sort().map((day) => days.get(day) ?? []);
}

/**
 * Returns bootstrap intervals of the skill against the base rate and against always predicting a beat. It
 * draws whole report days, because companies that report on the same day share its news. Returns null with
 * fewer than `minDays` days.
 */
export function skillIntervals(
  predictions: readonly ScoredPrediction[],
  draws: number = bootstrapRule.draws,
): { base: Interval; alwaysBeat: Interval } | null {
  const days = groupByReportDay(predictions).map(errorsOf);
  if (days.length < bootstrapRule.minDays) return null;
  const draw = drawsFrom(bootstrapRule.seed);
  const base = new Float64Array(draws);
  const alwaysBeat = new Float64Array(draws);
  for (let i = 0; i < draws; i++) {
    let sums: ErrorSums = ZERO_ERROR_SUMS;
    for (let k = 0; k < days.length; k++) sums = addErrors(sums, days[draw(days.length)] as ErrorSums);
    base[i] = drawnSkill(sums.model, sums.base);
    alwaysBeat[i] = drawnSkill(sums.model, sums.alwaysBeat);
  }
  return { base: middle95Of(base), alwaysBeat: middle95Of(alwaysBeat) };
}

/**
 * Returns the skill of one draw. When the reference makes no error, the skill is 0 if the model makes none
 * either, and minus infinity otherwise.
 */
function drawnSkill(sum: number, referenceSum: number): number {
  if (referenceSum > 0) return 1 - sum / referenceSum;
  return sum === 0 ? 0 : Number.NEGATIVE_INFINITY;
}

/**
 * `beatsDistribution` drops counts that are further from the mean than this many standard deviations plus
 * this many beats; their probability is less than 1e-15.
 */
const REACH = 9;

/**
 * Returns the range in which the number of beats lies 95% of the time if every probability is right. It uses
 * exact quantiles of the Poisson-binomial distribution, which Bröcker and Smith (2007) simulate. Both bounds
 * belong to the range.
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

/**
 * Returns the distribution of the number of beats among independent reports. `masses[i]` is the probability of
 * `from + i` beats.
 */
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
