import { toCents } from "./history.ts";
import { LEAST_ESTIMATE, OUTER_BAND } from "./surprise-bins.ts";

/** Share of outcomes that lie within the interval. */
export const INTERVAL_SHARE = 0.8;

/** How much wider than fitted the 80% intervals of a day are, so that they would have held 80% of the newest reports. */
export type IntervalWidth = {
  /** Day (ISO) of the forecasts; only reports of earlier days count. Null without a store. */
  day: string | null;
  /** Intervals of surprises beyond 10% of the consensus are so many times as wide as fitted. */
  factor: number;
  /** Settled reports that it rests on; with too few the factor is 1. */
  reports: number;
};

/** The width as fitted, where no settled report is known. */
export const FITTED_WIDTH: IntervalWidth = { day: null, factor: 1, reports: 0 };

/** The newest settled reports that a width rests on. Chosen with the form of `widened` on 2017 to 2020. */
export const WIDTH_REPORTS = 500;
/** With fewer settled reports the interval is as wide as fitted. */
export const MIN_WIDTH_REPORTS = 200;
/** Factors stay in here. Below one half sizes between 5% and 10% would change their order. */
const [LEAST_FACTOR, GREATEST_FACTOR] = [0.6, 3];
/** Share of the consensus from which on a size takes the whole factor. */
const WIDENED_FROM = 0.1;

/** A size times the width: up to 5% it stays, so that the bands stay right; from 10% on it takes the whole factor. */
export function widened(size: number, factor: number): number {
  return size <= OUTER_BAND ? size : size * factor ** partOfFactor(size);
}

function partOfFactor(size: number): number {
  return Math.min(1, Math.log(size / OUTER_BAND) / Math.log(WIDENED_FROM / OUTER_BAND));
}

/** An 80% interval as fitted: surprises relative to the consensus's size, and the size that no width exceeds. */
export type FittedInterval = { low: number; high: number; limit: number };

/** Figures are rounded to the cent, so an interval holds half a cent more. */
const HALF_CENT = 0.005;

/** The least factor with which an interval would have held a report: 0 where any does, Infinity where none does. */
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

/**
 * The width of a day's intervals from the factors that the newest settled reports of earlier days needed: the one with
 * which 80% of them lie inside (split conformal prediction over the newest cases).
 */
export function widthFrom(day: string, needed: readonly number[]): IntervalWidth {
  const reports = needed.length;
  if (reports < MIN_WIDTH_REPORTS) return { day, factor: 1, reports };
  const sorted = needed.toSorted((a, b) => a - b);
  const at = Math.min(reports, Math.ceil(INTERVAL_SHARE * (reports + 1))) - 1;
  const factor = Math.min(GREATEST_FACTOR, Math.max(LEAST_FACTOR, sorted[at] as number));
  return { day, factor: Number(factor.toFixed(4)), reports };
}
