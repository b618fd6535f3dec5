import type { ContextShift } from "./context-shift.ts";
import type { PastConsensus } from "./revisions.ts";

/**
 * Groups of data sources that label reports alike as beat or not. Sources of one family agree on at least 97%
 * of the reports that they share, and sources of different families on 86% to 92% (model card).
 */
export const LABEL_FAMILIES = ["yahoo", "alphavantage", "small_caps", "finnhub"] as const;
export type LabelFamily = (typeof LABEL_FAMILIES)[number];

/** The market value from which a company counts as large. The `yahoo` family was fitted on such companies. */
export const LARGE_COMPANY_DOLLARS = 12e9;

/**
 * Returns the label family whose calibration a company's forecast uses: `yahoo`, which was fitted on S&P 500
 * members, for large companies, and the wider market's `alphavantage` for smaller ones and those of unknown
 * size.
 */
export function servingFamily(marketCapDollars: number | null): LabelFamily {
  return (marketCapDollars ?? 0) >= LARGE_COMPANY_DOLLARS ? "yahoo" : "alphavantage";
}

export type PastQuarter = {
  /** An ISO day. */
  reportDate: string;
  /** When false, `reportDate` is estimated from the end of the quarter. */
  isDayKnown: boolean;
  /** The consensus just before the report, in currency units. */
  epsEstimate: number | null;
  epsActual: number;
};

type UpcomingReport = {
  /** An ISO day. */
  reportDate: string;
  /** When false, `reportDate` is only an estimate, or the current day when there is no estimate. */
  isDayKnown: boolean;
  /** The current consensus, in currency units. */
  epsEstimate: number;
};

/**
 * How often other companies beat before the day of the forecast; for the family `yahoo`, only large companies
 * count. Rates are from 0 to 1, and a field is null when too little is known.
 */
export type MarketContext = {
  /** The beat rate of all reports of the last 90 days. */
  marketBeatRate: number | null;
  /** The beat rate of all reports of the last 30 days. */
  seasonBeatRate: number | null;
  /** Counts the reports of the company's sector in the last 400 days. */
  industry: { beats: number; n: number } | null;
  /** Counts the reports of the company's sector in the last 45 days. */
  peersThisSeason: { beats: number; n: number } | null;
};

export const NO_CONTEXT: MarketContext = {
  marketBeatRate: null,
  seasonBeatRate: null,
  industry: null,
  peersThisSeason: null,
};

/**
 * Everything that the model reads for one forecast. `past` may have any order, and quarters reported on or
 * after `asOf` are ignored.
 */
export type ForecastInput = {
  past: readonly PastQuarter[];
  /**
   * True when the company's past reports are unknown: the source failed or none are stored. False when it is
   * known that there are none, or when `past` has them. When it is true and `past` is empty, the forecast is
   * the base rate.
   */
  isHistoryMissing: boolean;
  upcoming: UpcomingReport;
  isForeign: boolean | null;
  /** The sector's name as the source spells it. */
  sector: string | null;
  /** The label family whose calibration the forecast uses. */
  family: LabelFamily;
  context: MarketContext;
  /** The share's trend against the market (`relativeTrendOf`), from -1 to 1. It is 0 without a recent price. */
  trend: number;
  /**
   * The consensus at earlier days. Absent when the weights do not use revisions, and null when no earlier
   * consensus was stored.
   */
  revisions?: PastConsensus | null;
  /** The day's shift of forecasts without the market's context. Absent when the context is known. */
  contextShift?: ContextShift;
  /** The ISO day of the forecast. Only reports before it are used. */
  asOf: string;
};

/** Rounds EPS to cents, as settlement does, because vendors' averages have more decimals. */
export function toCents(eps: number): number {
  return Math.round(eps * 100) / 100;
}

/** Says whether reported EPS is at least a cent above the estimate. Meeting it exactly is not a beat. */
export function isBeat(actual: number, estimate: number): boolean {
  return toCents(actual) > toCents(estimate);
}

/** Says whether too few results of other companies were known to describe the market. */
export function lacksContext({ context }: Pick<ForecastInput, "context">): boolean {
  return context.marketBeatRate === null;
}

export type ContextKey = Pick<ForecastInput, "sector" | "family">;
