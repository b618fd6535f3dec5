import {
  daysLaterInYear,
  type FeatureFrame,
  type FeatureFunction,
  orNaN,
  PRIOR_BEAT_RATE,
  type ScoredQuarter,
  yearAgoQuarter,
} from "./frame.ts";
import { exponentiallyWeightedShare, shrunkShare } from "./statistics.ts";

/** The prior counts as this many reports. */
const PRIOR_WEIGHT = 4;
/** A surprise of at most two cents is small. The bound leaves room for floating-point error. */
const SMALL_SURPRISE = 0.021;
const MAX_SINCE = 20;

export const recordFeatures = {
  beatRate4: ({ scored }) => beatShare(scored.slice(0, 4)),
  beatRate8: ({ scored }) => beatShare(scored.slice(0, 8)),
  beatRateAll: ({ scored }) => beatShare(scored),
  beatRateRecent: ({ scored }) => decayedBeatShare(scored, 3, 1.5),
  beatRateSlow: ({ scored }) => decayedBeatShare(scored, 8, 2),
  beatRateLong: ({ scored }) => decayedBeatShare(scored, 20, 3),
  sameQuarterRate: (frame) => sameQuarterRate(frame),
  signTest: ({ scored }) => signTest(scored),
  bigBeatRate: (frame) => bigSurpriseShare(frame, 1, 0.3),
  bigMissRate: (frame) => bigSurpriseShare(frame, -1, 0.15),
  meetRate: ({ scored }) => shareOf(scored, (q) => q.surprise === 0, 0.1),
  smallBeatRate: ({ scored }) => shareOf(scored, (q) => q.surprise > 0 && q.surprise <= SMALL_SURPRISE, 0.2),
  smallMissRate: ({ scored }) =>
    shareOf(scored, (q) => q.surprise <= 0 && q.surprise >= -SMALL_SURPRISE, 0.2),
  streak: ({ scored }) => streakOf(scored),
  sinceMiss: ({ scored }) => reportsSince(scored, false),
  sinceBeat: ({ scored }) => reportsSince(scored, true),
  reports: ({ actuals }) => Math.log1p(actuals.length),
  beatYearAgo: (frame) => orNaN(yearAgoQuarter(frame), (q) => Number(q.isBeat)),
} as const satisfies Record<string, FeatureFunction>;

function beatShare(quarters: ScoredQuarter[]): number {
  if (quarters.length === 0) return Number.NaN;
  const beats = quarters.filter((quarter) => quarter.isBeat).length;
  return shrunkShare(beats, quarters.length, PRIOR_BEAT_RATE, PRIOR_WEIGHT);
}

function decayedBeatShare(scored: ScoredQuarter[], halfLife: number, priorWeight: number): number {
  if (scored.length === 0) return Number.NaN;
  const beats = scored.map((quarter) => quarter.isBeat);
  return exponentiallyWeightedShare(beats, halfLife, PRIOR_BEAT_RATE, priorWeight);
}

function sameQuarterRate({ scored, input }: FeatureFrame): number {
  const same = scored.filter(
    (quarter) => daysLaterInYear(quarter.reportDate, input.upcoming.reportDate) !== null,
  );
  if (same.length === 0) return Number.NaN;
  return shrunkShare(same.filter((quarter) => quarter.isBeat).length, same.length, PRIOR_BEAT_RATE, 2);
}

function shareOf(scored: ScoredQuarter[], holds: (quarter: ScoredQuarter) => boolean, prior: number): number {
  if (scored.length === 0) return Number.NaN;
  return shrunkShare(scored.filter(holds).length, scored.length, prior, 3);
}

/**
 * Returns the length of the current streak, at most eight: positive for beats, negative for reports without a
 * beat.
 */
function streakOf(scored: ScoredQuarter[]): number {
  const [first] = scored;
  if (!first) return Number.NaN;
  const end = scored.findIndex((quarter) => quarter.isBeat !== first.isBeat);
  const length = Math.min(8, end === -1 ? scored.length : end);
  return first.isBeat ? length : -length;
}

/**
 * Returns the number of reports since the last beat (or the last one without a beat), at most 20. Without one
 * of that kind, it returns the number of all reports.
 */
function reportsSince(scored: ScoredQuarter[], wasBeat: boolean): number {
  if (scored.length === 0) return Number.NaN;
  const last = scored.findIndex((quarter) => quarter.isBeat === wasBeat);
  return Math.min(MAX_SINCE, last === -1 ? scored.length : last);
}

/**
 * Returns beats minus misses, divided by the square root of the number of reports, or NaN with fewer than two
 * reports.
 */
function signTest(scored: ScoredQuarter[]): number {
  if (scored.length < 2) return Number.NaN;
  const balance = scored.reduce((sum, quarter) => sum + Math.sign(quarter.surprise), 0);
  return balance / Math.sqrt(scored.length);
}

/**
 * Returns the share of the last twelve reports whose surprise exceeded a tenth of the EPS level, upward
 * (`direction` 1) or downward (-1), shrunk toward `prior`.
 */
function bigSurpriseShare({ scored, level }: FeatureFrame, direction: 1 | -1, prior: number): number {
  return shareOf(scored.slice(0, 12), (quarter) => direction * quarter.surprise > 0.1 * level, prior);
}
