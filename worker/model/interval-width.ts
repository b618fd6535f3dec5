import { toCents } from "./history.ts";
import { round } from "./statistics.ts";
import { LARGE_SURPRISE_SHARE, MIN_SURPRISE_DENOMINATOR } from "./surprise-bins.ts";

export const INTERVAL_COVERAGE = 0.8;

/**
 * The day's factor for the width of 80% intervals, with which they would have covered 80% of the newest
 * settled reports.
 */
export type IntervalWidth = {
  /**
   * The ISO day for which the factor was computed, from reports before it. It is null for the fitted width,
   * which needs no stored reports.
   */
  day: string | null;
  /**
   * Multiplies surprises from 10% of the consensus on. From 5% to 10% it applies in part, and smaller
   * surprises stay as they are.
   */
  factor: number;
  /** The number of settled reports that the factor is computed from. With fewer than 200, the factor is 1. */
  reports: number;
};

export const FITTED_WIDTH: IntervalWidth = { day: null, factor: 1, reports: 0 };

/**
 * The factor is computed from this many of the newest settled reports. The number was chosen, together with
 * the formula of `widened`, on the reports of 2017 to 2020.
 */
export const WIDTH_CALIBRATION_REPORTS = 500;
export const MIN_WIDTH_REPORTS = 200;
/**
 * Bounds of the width factor. With a factor below one half, `widened` would reverse the order of sizes
 * between 5% and 10%.
 */
const [LEAST_FACTOR, GREATEST_FACTOR] = [0.6, 3];
/** From this surprise on, as a share of the consensus, the whole factor applies. */
const WIDENED_FROM = 0.1;

/**
 * Multiplies the size of a surprise, as a share of the consensus, by the width factor. Sizes up to 5% stay as
 * they are, from 10% on the whole factor applies, and in between a growing part of it.
 */
export function widenedSurprise(size: number, factor: number): number {
  return size <= LARGE_SURPRISE_SHARE ? size : size * factor ** partOfFactor(size);
}

function partOfFactor(size: number): number {
  return Math.min(1, Math.log(size / LARGE_SURPRISE_SHARE) / Math.log(WIDENED_FROM / LARGE_SURPRISE_SHARE));
}

/**
 * The 80% interval of the surprise before the width factor. All three are shares of the absolute consensus,
 * and neither end of the widened interval may be farther from 0 than `limit`.
 */
export type FittedInterval = { low: number; high: number; limit: number };

/**
 * In currency units. Reported EPS is rounded to cents, so the unrounded figure may be half a cent nearer to
 * the consensus.
 */
const HALF_CENT = 0.005;

/**
 * Returns the least width factor with which the interval would have contained the reported EPS: 0 when every
 * factor does, and Infinity when none does.
 */
export function coveringFactorOf(
  { low, high, limit }: FittedInterval,
  { consensusEps, reportedEps }: { consensusEps: number; reportedEps: number },
): number {
  const consensus = toCents(consensusEps);
  const surprise = toCents(reportedEps) - consensus;
  const distance =
    Math.max(0, Math.abs(surprise) - HALF_CENT) / Math.max(MIN_SURPRISE_DENOMINATOR, Math.abs(consensus));
  const reach = surprise < 0 ? -low : high;
  if (distance <= Math.min(LARGE_SURPRISE_SHARE, Math.max(0, reach))) return 0;
  if (reach <= LARGE_SURPRISE_SHARE || distance > limit) return Number.POSITIVE_INFINITY;
  return (distance / reach) ** (1 / partOfFactor(reach));
}

/**
 * Computes the width factor with which 80% of the reports in `needed` (values of `coveringFactorOf`) would have
 * been within their intervals, by split conformal prediction. `day` is the ISO day on which the factor is
 * used.
 */
export function conformalWidthFrom(day: string, needed: readonly number[]): IntervalWidth {
  const reports = needed.length;
  if (reports < MIN_WIDTH_REPORTS) return { day, factor: 1, reports };
  const sorted = needed.toSorted((a, b) => a - b);
  const at = Math.min(reports, Math.ceil(INTERVAL_COVERAGE * (reports + 1))) - 1;
  const factor = Math.min(GREATEST_FACTOR, Math.max(LEAST_FACTOR, sorted[at] as number));
  return { day, factor: round(factor, 4), reports };
}
