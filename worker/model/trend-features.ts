import {
  clip,
  type FeatureFrame,
  type FeatureFunction,
  orNaN,
  type ScoredQuarter,
  yearAgoQuarter,
} from "./frame.ts";
import { mean, median, standardDeviation } from "./statistics.ts";

/**
 * One cent in EPS currency units. It is added to denominators that may be zero, such as a standard deviation.
 */
const CENT = 0.01;

export const trendFeatures = {
  surprise1: (frame) => scaledSurprise(frame, 0),
  surprise2: (frame) => scaledSurprise(frame, 1),
  surprise3: (frame) => scaledSurprise(frame, 2),
  surprise4: (frame) => scaledSurprise(frame, 3),
  surpriseMean4: (frame) => meanSurprise(frame, 4),
  surpriseMean8: (frame) => meanSurprise(frame, 8),
  surpriseMedian: ({ scored, level }) =>
    scored.length === 0 ? Number.NaN : clip(median(surprisesOf(scored, 12)) / level, 1),
  surpriseDecayed: (frame) => decayedSurprise(frame),
  surpriseLeast: ({ scored, level }) =>
    scored.length === 0 ? Number.NaN : clip(Math.min(...surprisesOf(scored, 4)) / level, 1),
  acceleration: ({ scored, level }) => {
    const [last, ...before] = surprisesOf(scored, 4);
    return last === undefined || before.length < 3 ? Number.NaN : clip((last - mean(before)) / level, 1);
  },
  surpriseCents1: ({ scored }) => orNaN(scored[0], (q) => clip(q.surprise, 0.3)),
  surpriseCents4: ({ scored }) =>
    scored.length === 0 ? Number.NaN : clip(mean(surprisesOf(scored, 4)), 0.3),
  surpriseRelative1: ({ scored }) =>
    orNaN(scored[0], (q) => clip(q.surprise / (Math.abs(q.estimate) + 2 * CENT), 2)),
  surpriseToScatter: ({ scored }) => surpriseToScatter(scored),
  lastToScatter: ({ scored }) => lastToScatter(scored),
  surpriseScatter: ({ scored, level }) =>
    scored.length < 3 ? Number.NaN : Math.min(2, standardDeviation(surprisesOf(scored, 8)) / level),
  surpriseYearAgo: (frame) => orNaN(yearAgoQuarter(frame), (q) => clip(q.surprise / frame.level, 1)),
  epsScatter: ({ actuals, level }) =>
    actuals.length < 3
      ? Number.NaN
      : Math.min(3, standardDeviation(actuals.slice(0, 8).map((q) => q.actual)) / level),
  growthLast: ({ actuals, level }) => {
    const [last] = actuals;
    const before = actuals[4];
    return last && before ? clip((last.actual - before.actual) / level, 2) : Number.NaN;
  },
  lossShare: ({ actuals }) =>
    actuals.length === 0
      ? Number.NaN
      : actuals.slice(0, 8).filter((q) => q.actual < 0).length / Math.min(8, actuals.length),
} as const satisfies Record<string, FeatureFunction>;

function surprisesOf(scored: ScoredQuarter[], count: number): number[] {
  return scored.slice(0, count).map((quarter) => quarter.surprise);
}

/**
 * Returns the weighted mean of the newest 16 surprises, each divided by the EPS level. Each quarter counts a
 * fifth less than the next newer one, and a surprise of 0 with weight 0.5 is added.
 */
function decayedSurprise({ scored, level }: FeatureFrame): number {
  if (scored.length === 0) return Number.NaN;
  let sum = 0;
  let total = 0.5;
  surprisesOf(scored, 16).forEach((surprise, age) => {
    const weight = 0.5 ** (age / 3);
    sum += weight * clip(surprise / level, 0.5);
    total += weight;
  });
  return sum / total;
}

function scaledSurprise({ scored, level }: FeatureFrame, index: number): number {
  return orNaN(scored[index], (quarter) => clip(quarter.surprise / level, 1));
}

function meanSurprise({ scored, level }: FeatureFrame, count: number): number {
  if (scored.length === 0) return Number.NaN;
  return mean(surprisesOf(scored, count).map((surprise) => clip(surprise / level, 1)));
}

/**
 * Returns the mean of the newest eight surprises, divided by their standard deviation. Regular small beats
 * thus count as much as large but irregular ones.
 */
function surpriseToScatter(scored: ScoredQuarter[]): number {
  const surprises = surprisesOf(scored, 8);
  if (surprises.length < 2) return Number.NaN;
  return clip(mean(surprises) / (standardDeviation(surprises) + CENT), 4);
}

function lastToScatter(scored: ScoredQuarter[]): number {
  const surprises = surprisesOf(scored, 8);
  const [last] = surprises;
  if (last === undefined || surprises.length < 3) return Number.NaN;
  return clip(last / (standardDeviation(surprises) + CENT), 4);
}
