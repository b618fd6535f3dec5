import type { PastConsensus } from "./revisions.ts";

/**
 * Within a family, sources agree on 97% of the reports that they share; across families, on 86 to 92% (model card).
 */
export const LABEL_FAMILIES = ["yahoo", "alphavantage", "small_caps", "finnhub"] as const;
export type LabelFamily = (typeof LABEL_FAMILIES)[number];

/** Companies of this size resemble those that the `yahoo` family was fitted on. */
export const LARGE_COMPANY_DOLLARS = 12e9;

/**
 * `yahoo` was fitted on S&P 500 members. Smaller companies, and those of unknown size, use the calibration of the
 * wider market.
 */
export function servingFamily(marketCapDollars: number | null): LabelFamily {
  return (marketCapDollars ?? 0) >= LARGE_COMPANY_DOLLARS ? "yahoo" : "alphavantage";
}

export type PastQuarter = {
  /** An ISO day. */
  reportDate: string;
  /** When false, the day is estimated from the quarter. */
  isDayKnown: boolean;
  /** The consensus just before the report. */
  epsEstimate: number | null;
  epsActual: number;
};

type UpcomingReport = {
  /** An ISO day. */
  reportDate: string;
  /** When false, today stands in for the unknown day. */
  isDayKnown: boolean;
  /** The consensus as known now. */
  epsEstimate: number;
};

/** Rates before the as-of day, from 0 to 1. Null when unknown. */
export type MarketContext = {
  /** Covers the last 90 days. */
  marketBeatRate: number | null;
  /** Covers the last 30 days. */
  seasonBeatRate: number | null;
  /** Covers 400 days. */
  industry: { beats: number; n: number } | null;
  /** Covers 45 days. */
  peersThisSeason: { beats: number; n: number } | null;
};

export const NO_CONTEXT: MarketContext = {
  marketBeatRate: null,
  seasonBeatRate: null,
  industry: null,
  peersThisSeason: null,
};

/** `past` may have any order, and quarters from `asOf` on do not count. */
export type ForecastInput = {
  past: readonly PastQuarter[];
  /** True when the source failed; false when there are no more reports. */
  isHistoryMissing: boolean;
  upcoming: UpcomingReport;
  isForeign: boolean | null;
  /** The sector's name as the source spells it. */
  sector: string | null;
  /** Chooses the calibration. */
  family: LabelFamily;
  context: MarketContext;
  /** The value of `trendOf`, or 0 without a price. */
  trend: number;
  /** Absent when no weights read it, and null when the consensus was not stored over time. */
  revisions?: PastConsensus | null;
  /** An ISO day. Only earlier reports are used. */
  asOf: string;
};

/** Rounds to cents, as settlement does, because vendors' averages carry more decimals. */
export function toCents(eps: number): number {
  return Math.round(eps * 100) / 100;
}

/** A beat is at least a cent above the estimate; an exact meet is no beat. */
export function isBeat(actual: number, estimate: number): boolean {
  return toCents(actual) > toCents(estimate);
}

export type ContextOf = Pick<ForecastInput, "sector" | "family">;
