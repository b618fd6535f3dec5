import { toCents } from "./history.ts";
import { round } from "./statistics.ts";
import { LEAST_ESTIMATE, OUTER_BAND } from "./surprise-bins.ts";

export const INTERVAL_SHARE = 0.8;

/** Scales the 80% intervals so that they would have covered 80% of the newest reports. */
export type IntervalWidth = {
  /** An ISO day; only earlier reports count. Null without a store. */
  day: string | null;
  /** The factor applies to intervals wider than 10% of the consensus. */
  factor: number;
  /** With too few settled reports, the factor is 1. */
  reports: number;
};

export const FITTED_WIDTH: IntervalWidth = { day: null, factor: 1, reports: 0 };

/** The number was chosen, together with the form of `widened`, on 2017 to 2020. */
export const WIDTH_REPORTS = 500;
export const MIN_WIDTH_REPORTS = 200;
/** With a factor below one half, sizes between 5% and 10% would change their order. */
const [LEAST_FACTOR, GREATEST_FACTOR] = [0.6, 3];
/** From this share of the consensus on, the whole factor applies. */
const WIDENED_FROM = 0.1;

/** Sizes up to 5% stay as they are, so the nearest buckets keep their shares. */
export function widened(size: number, factor: number): number {
  return size <= OUTER_BAND ? size : size * factor ** partOfFactor(size);
}

function partOfFactor(size: number): number {
  return Math.min(1, Math.log(size / OUTER_BAND) / Math.log(WIDENED_FROM / OUTER_BAND));
}

/** The ends are relative to the size of the consensus, and `limit` caps the width. */
export type FittedInterval = { low: number; high: number; limit: number };

/** Reported EPS are rounded to cents. */
const HALF_CENT = 0.005;

/** Returns 0 when any factor suffices, and Infinity when none does. */
export function factorNeeded(
  { low, high, limit }: FittedInterval,
  { consensusEps, reportedEps }: { consensusEps: number; reportedEps: number },
): number {
  const consensus = toCents(consensusEps);
  const surprise = toCents(reportedEps) - consensus;
  const distance =
    Math.max(0, Math.abs(surprise) - HALF_CENT) / Math.max(LEAST_ESTIMATE, Math.abs(consensus));
  const reach = surprise < 0 ? -low : high;
  if (distance <= Math.min(OUTER_BAND, Math.max(0, reach))) return 0;
  if (reach <= OUTER_BAND || distance > limit) return Number.POSITIVE_INFINITY;
  return (distance / reach) ** (1 / partOfFactor(reach));
}

/** Split conformal prediction over the newest reports that settled on earlier days. */
export function widthFrom(day: string, needed: readonly number[]): IntervalWidth {
  const reports = needed.length;
  if (reports < MIN_WIDTH_REPORTS) return { day, factor: 1, reports };
  const sorted = needed.toSorted((a, b) => a - b);
  const at = Math.min(reports, Math.ceil(INTERVAL_SHARE * (reports + 1))) - 1;
  const factor = Math.min(GREATEST_FACTOR, Math.max(LEAST_FACTOR, sorted[at] as number));
  return { day, factor: round(factor, 4), reports };
}
