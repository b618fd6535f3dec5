import { daysBetween } from "#contract/time.ts";
import { type ForecastInput, isBeat, type PastQuarter, toCents } from "./history.ts";
import { median } from "./statistics.ts";

/** The groups of inputs that the transparency bars show. */
export type FeatureGroup = "pastEpsTrends" | "historicalAccuracy" | "analystRatings" | "marketSentiment";

/** A past quarter that had a consensus; EPS in cents-rounded currency units. */
export type ScoredQuarter = {
  reportDate: string;
  estimate: number;
  actual: number;
  /** actual - estimate. */
  surprise: number;
  isBeat: boolean;
};

/** What the features are computed from: past quarters newest first, with the company's own EPS level. */
export type Frame = {
  /** Quarters with an estimate. */
  scored: ScoredQuarter[];
  /** Actual EPS of all past quarters. */
  actuals: { reportDate: string; actual: number }[];
  estimate: number;
  /** Usual size of the company's quarterly EPS; bounded below so that tiny EPS do not blow up ratios. */
  level: number;
  /** The exact days of the company's reports, newest first; empty where they or the coming day are only guessed. */
  reportDays: string[];
  input: ForecastInput;
};

/** Computes one feature; NaN means that the company's history or the source gives no value. */
export type Compute = (frame: Frame) => number;

/** Share of beats that little history is drawn towards; about the long-run average of the fitting data. */
export const PRIOR = 0.62;

const MIN_LEVEL = 0.05;
const YEAR_DAYS = 364;
/** Reports move by some weeks from year to year. */
const SEASON_TOLERANCE_DAYS = 40;

/** Orders, rounds and cuts the input: nothing reported on or after `asOf` is in the frame. */
export function frameOf(input: ForecastInput): Frame {
  const known = input.past
    .filter((quarter) => quarter.reportDate < input.asOf && Number.isFinite(quarter.epsActual))
    .sort((a, b) => (a.reportDate < b.reportDate ? 1 : a.reportDate > b.reportDate ? -1 : 0));
  const estimate = toCents(input.upcoming.epsEstimate);
  const actuals = known.map((quarter) => ({
    reportDate: quarter.reportDate,
    actual: toCents(quarter.epsActual),
  }));
  const sizes = [...actuals.slice(0, 8).map((quarter) => Math.abs(quarter.actual)), Math.abs(estimate)];
  const areDaysKnown = input.upcoming.isDayKnown && known.every((quarter) => quarter.isDayKnown);
  return {
    scored: known.flatMap(scoredQuarter),
    actuals,
    estimate,
    level: Math.max(MIN_LEVEL, median(sizes)),
    reportDays: areDaysKnown ? known.map((quarter) => quarter.reportDate) : [],
    input,
  };
}

function scoredQuarter(quarter: PastQuarter): ScoredQuarter[] {
  if (quarter.epsEstimate === null || !Number.isFinite(quarter.epsEstimate)) return [];
  const estimate = toCents(quarter.epsEstimate);
  const actual = toCents(quarter.epsActual);
  const surprise = toCents(actual - estimate);
  return [{ reportDate: quarter.reportDate, estimate, actual, surprise, isBeat: isBeat(actual, estimate) }];
}

/** The scored quarter reported about a year before the coming report. */
export function yearAgo({ scored, input }: Frame): ScoredQuarter | undefined {
  return scored.find((quarter) => isYearBefore(quarter.reportDate, input.upcoming.reportDate));
}

/** Actual EPS of the quarter reported about a year before the coming report. */
export function yearAgoActual({ actuals, input }: Frame): number | undefined {
  return actuals.find((quarter) => isYearBefore(quarter.reportDate, input.upcoming.reportDate))?.actual;
}

/** True for days about one year (364 days, 40 more or less) apart. */
export function isYearBefore(day: string, later: string): boolean {
  return Math.abs(daysBetween(day, later) - YEAR_DAYS) <= SEASON_TOLERANCE_DAYS;
}

/**
 * Days by which a report comes later in its year than the one on `day` did, whole years (of 364 days, so that weekdays
 * match) apart; null for another season.
 */
export function daysLaterInYear(day: string, later: string): number | null {
  const days = daysBetween(day, later);
  const years = Math.round(days / YEAR_DAYS);
  const moved = days - years * YEAR_DAYS;
  return years >= 1 && Math.abs(moved) <= SEASON_TOLERANCE_DAYS ? moved : null;
}

/** Reads an item, or NaN where there is none. */
export function given<T>(item: T | undefined, read: (item: T) => number): number {
  return item === undefined ? Number.NaN : read(item);
}

/** Kept between -bound and bound. */
export function clip(value: number, bound: number): number {
  return Math.min(bound, Math.max(-bound, value));
}
