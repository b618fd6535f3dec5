import { daysBetween } from "#contract/time.ts";
import { type ForecastInput, isBeat, type PastQuarter, toCents } from "./history.ts";
import { median } from "./statistics.ts";

export type FeatureGroup = "pastEpsTrends" | "historicalAccuracy" | "analystRatings" | "marketSentiment";

/** A past quarter with a consensus estimate. EPS are in currency units, rounded to cents. */
export type ScoredQuarter = {
  reportDate: string;
  estimate: number;
  actual: number;
  /** The actual EPS minus the estimate. */
  surprise: number;
  isBeat: boolean;
};

/** What the features are computed from. Lists of past quarters are newest first. */
export type FeatureFrame = {
  scored: ScoredQuarter[];
  actuals: { reportDate: string; actual: number }[];
  estimate: number;
  /**
   * The median absolute EPS of the last eight quarters and the estimate, in currency units. It is at least
   * 0.05, so that ratios to it stay small.
   */
  level: number;
  /**
   * The ISO days of past reports, newest first. Empty when any of them, or the day of the upcoming report, is
   * only an estimate.
   */
  reportDays: string[];
  input: ForecastInput;
};

/** Returns a feature's value, or NaN when it cannot be computed. */
export type FeatureFunction = (frame: FeatureFrame) => number;

/**
 * The beat rate toward which rates from few reports are shrunk. It is close to the long-run beat rate of the
 * fitting data.
 */
export const PRIOR_BEAT_RATE = 0.62;

const MIN_LEVEL = 0.05;
const YEAR_DAYS = 364;
/** A report for the same quarter of another year may come this many days earlier or later in the year. */
const SEASON_TOLERANCE_DAYS = 40;

/**
 * Prepares the past quarters that were reported before `asOf` for the features, with EPS rounded to cents.
 */
export function frameOf(input: ForecastInput): FeatureFrame {
  const pastQuarters = input.past
    .filter((quarter) => quarter.reportDate < input.asOf && Number.isFinite(quarter.epsActual))
    .sort((a, b) => (a.reportDate < b.reportDate ? 1 : a.reportDate > b.reportDate ? -1 : 0));
  const estimate = toCents(input.upcoming.epsEstimate);
  const actuals = pastQuarters.map((quarter) => ({
    reportDate: quarter.reportDate,
    actual: toCents(quarter.epsActual),
  }));
  const sizes = [...actuals.slice(0, 8).map((quarter) => Math.abs(quarter.actual)), Math.abs(estimate)];
  const areDaysKnown = input.upcoming.isDayKnown && pastQuarters.every((quarter) => quarter.isDayKnown);
  return {
    scored: pastQuarters.flatMap(scoredQuarter),
    actuals,
    estimate,
    level: Math.max(MIN_LEVEL, median(sizes)),
    reportDays: areDaysKnown ? pastQuarters.map((quarter) => quarter.reportDate) : [],
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

export function yearAgoQuarter({ scored, input }: FeatureFrame): ScoredQuarter | undefined {
  return scored.find((quarter) => isAboutOneYearBefore(quarter.reportDate, input.upcoming.reportDate));
}

export function yearAgoReportedEps({ actuals, input }: FeatureFrame): number | undefined {
  return actuals.find((quarter) => isAboutOneYearBefore(quarter.reportDate, input.upcoming.reportDate))
    ?.actual;
}

export function isAboutOneYearBefore(day: string, later: string): boolean {
  return Math.abs(daysBetween(day, later) - YEAR_DAYS) <= SEASON_TOLERANCE_DAYS;
}

/**
 * Returns how many days later in the year `later` is than `day`, negative for earlier. A year has 364 days
 * here, so that weekdays match. Returns null when the two are less than about a year apart or more than 40
 * days apart within the year.
 */
export function daysLaterInYear(day: string, later: string): number | null {
  const days = daysBetween(day, later);
  const years = Math.round(days / YEAR_DAYS);
  const moved = days - years * YEAR_DAYS;
  return years >= 1 && Math.abs(moved) <= SEASON_TOLERANCE_DAYS ? moved : null;
}

export function orNaN<T>(item: T | undefined, read: (item: T) => number): number {
  return item === undefined ? Number.NaN : read(item);
}

export function clip(value: number, bound: number): number {
  return Math.min(bound, Math.max(-bound, value));
}
